// Files that would not be sent because they cannot be read.
import * as vscode from "vscode";
import { formatCount } from "../../../core/text/format";
import type { ProjectFolder } from "../../../editor/project/projectFolder";
import { confirm } from "../../../editor/safeUi/questions";

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
