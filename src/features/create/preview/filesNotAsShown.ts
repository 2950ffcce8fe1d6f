// Files that would not be sent as the user has them before their eyes: those that cannot be read, and unsaved ones.
import * as vscode from "vscode";
import { CancelledError } from "../../../core/errors/cancelledError";
import { formatCount } from "../../../core/text/format";
import type { DeployFolder } from "../../../editor/project/deployFolder";
import type { ProjectFolder } from "../../../editor/project/projectFolder";
import { ask, confirm } from "../../../editor/safeUi/questions";

/** Asks to go on without files that cannot be read; without a user to ask, they end it. */
export async function askAboutUnreadable(
  problems: ProjectFolder["problems"],
  isAsking: boolean,
): Promise<void> {
  const [first] = problems;
  if (!first) return;
  const sentence =
    problems.length === 1
      ? vscode.l10n.t("Couldn't read {0}.", first.path)
      : vscode.l10n.t("Couldn't read {0} files or folders.", formatCount(problems.length));
  if (!isAsking) {
    throw new Error(
      vscode.l10n.t(
        "{0} Nothing was sent. Exclude it with a .deployignore file. Reason: {1}",
        sentence,
        first.reason,
      ),
    );
  }
  const names = problems.map(({ path, reason }) => `${path}: ${reason}`);
  await confirm(sentence, [{ names }], vscode.l10n.t("Skip and Continue"));
}

/** A deploy sends the files on disk: asks to save unsaved ones. */
export async function askAboutUnsaved(folder: DeployFolder): Promise<void> {
  const root = `${folder.uri.toString().replace(/\/$/, "")}/`;
  const sent = new Set(
    folder.project.files.map(({ path }) => vscode.Uri.joinPath(folder.uri, path).toString()),
  );
  const unsaved = vscode.workspace.textDocuments.filter(
    ({ isDirty, uri }) => isDirty && uri.toString().startsWith(root) && sent.has(uri.toString()),
  );
  if (unsaved.length === 0) return;
  const save = vscode.l10n.t("Save and Create");
  const asSaved = vscode.l10n.t("Create without Saving");
  const answer = await ask(
    unsaved.length === 1
      ? vscode.l10n.t("A file in this folder has unsaved changes.")
      : vscode.l10n.t("{0} files in this folder have unsaved changes.", unsaved.length),
    [{ names: unsaved.map(({ uri }) => uri.toString().slice(root.length)) }],
    [save, asSaved],
  );
  if (answer === undefined) throw new CancelledError();
  if (answer === asSaved) return;
  for (const document of unsaved) if (!(await document.save())) throw new CancelledError();
}
