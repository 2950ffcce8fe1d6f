// Questions before files are sent, and what they name beside the place.
import * as vscode from "vscode";
import { estimatePackedBytes, largeArchiveBytes, mostArchiveBytes } from "../../core/archive/packedEstimate";
import { CancelledError } from "../../core/errors/cancelledError";
import type { FolderChoices } from "../../core/project/folderRules";
import { projectFileName } from "../../core/project/projectFileName";
import { readFileRules } from "../../core/project/readFileRules";
import { perhapsSecret } from "../../core/project/secrets";
import { formatBytes } from "../../core/text/format";
import { localDisk } from "../localDisk";
import type { NameList } from "../safeUi/questions";
import { agrees, ask, confirm } from "../safeUi/questions";
import type { StateMemory } from "../state/stateMemory";
import { secretWords } from "./folderWords";

/** The files of a question: first and always those that may hold secrets, then one of each kind, the rarest kinds first. */
export function filesOfQuestion(paths: readonly string[]): NameList {
  const secrets: string[] = [];
  const byKind = new Map<string, string[]>();
  for (const path of paths) {
    const kind = perhapsSecret(path.replaceAll("\\", "/"));
    if (kind) {
      secrets.push(vscode.l10n.t("{0} ({1})", path, secretWords(kind)));
      continue;
    }
    const ending = /\.[^./\\]*$/.exec(path)?.[0].toLowerCase() ?? "";
    byKind.set(ending, [...(byKind.get(ending) ?? []), path]);
  }
  const kinds = [...byKind.values()].sort((a, b) => a.length - b.length);
  const others = kinds.flatMap((of) => of.slice(0, 1)).concat(kinds.flatMap((of) => of.slice(1)));
  return { names: [...secrets, ...others], mustShow: secrets.length };
}

export function teamLines(team: { readonly name: string } | undefined): string[] {
  return team
    ? [
        vscode.l10n.t(
          "The app belongs to the team {0}, whose members may be able to read its files.",
          team.name,
        ),
      ]
    : [];
}

export function taskLines(task: string | undefined): string[] {
  return task === undefined ? [] : [vscode.l10n.t('{0} runs the task "{1}" first.', projectFileName, task)];
}

/** Remembers that the user agreed to the task of the folder: by a question that named it, or by choosing it. */
export async function rememberTask(folder: vscode.Uri, task: string, state: StateMemory): Promise<void> {
  await state.update(`deploy.task:${folder.toString()}`, task);
}

/** Rejects with CancelledError unless the user agrees to the task that the folder's file names, or has done so before. */
export async function agreeToTask(folder: vscode.Uri, task: string, state: StateMemory): Promise<void> {
  if (state.get(`deploy.task:${folder.toString()}`) === task) return;
  await confirm(
    vscode.l10n.t('Run the task "{0}"?', task),
    [vscode.l10n.t("The {0} in {1} runs it before each deploy.", projectFileName, folder.fsPath)],
    vscode.l10n.t("Run Task"),
  );
  await rememberTask(folder, task, state);
}

/** The files may go as one archive: the user is asked where it will be large. */
export async function agreeToArchive(files: Parameters<typeof estimatePackedBytes>[0]): Promise<boolean> {
  const bytes = estimatePackedBytes(files);
  if (bytes <= largeArchiveBytes) return true;
  const advice = vscode.l10n.t(
    "Archives larger than {0} aren't sent. To make the archive smaller, exclude files with a .deployignore file.",
    formatBytes(mostArchiveBytes),
  );
  const question = vscode.l10n.t("Send an archive of about {0}?", formatBytes(bytes));
  return await agrees(question, [advice], vscode.l10n.t("Send"));
}

/** What is sent is on the disk: asks to save what would be sent. */
export async function askAboutUnsaved(
  folder: vscode.Uri,
  choices: FolderChoices,
  { save, asSaved }: { readonly save: string; readonly asSaved: string },
): Promise<void> {
  const { textDocuments, notebookDocuments } = vscode.workspace;
  const root = `${folder.toString().replace(/\/$/, "")}/`;
  const dirty = [...textDocuments, ...notebookDocuments].flatMap((document) => {
    const { isDirty, uri } = document;
    const path = uri.path.slice(folder.path.replace(/\/$/, "").length + 1);
    return isDirty && uri.toString().startsWith(root) ? [{ document, path }] : [];
  });
  if (dirty.length === 0) return;
  const paths = dirty.map(({ path }) => path);
  const { rules } = await readFileRules(localDisk(folder), paths, choices);
  const unsaved = dirty.filter(({ path }) => !rules.leavesOut(path, false));
  if (unsaved.length === 0) return;
  const answer = await ask(
    unsaved.length === 1
      ? vscode.l10n.t("A file in this folder has unsaved changes.")
      : vscode.l10n.t("{0} files in this folder have unsaved changes.", unsaved.length),
    [{ names: unsaved.map(({ path }) => path) }],
    [save, asSaved],
  );
  if (answer === undefined) throw new CancelledError();
  if (answer === asSaved) return;
  for (const { document } of unsaved) if (!(await document.save())) throw new CancelledError();
}
