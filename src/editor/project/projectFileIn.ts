// The one reader of a folder's hosted-app.json. An unreadable file never counts as missing: its consent and task
// settings would be lost.
import * as vscode from "vscode";
import type { FolderSource } from "../../core/disk/folderSource";
import { hasCode } from "../../core/errors/errorCode";
import {
  isOnlyWarning,
  type ProjectFile,
  parseProjectFile,
  projectFileName,
} from "../../core/project/projectFile";
import type { ProjectTarget } from "../../core/project/projectTargets";
import type { SettingsTextProblem } from "../../core/settings/settingsJson";
import { mistakeSentence } from "../appSettings/mistakeSentences";
import { sentenceFor } from "../errorSentences";
import { requireNoLink } from "../localDisk";

type ReadProjectFile = ReturnType<typeof parseProjectFile>;

export interface NamedApps {
  readonly file: ProjectFile | undefined;
  /** App id, where the file names just one. */
  readonly appId: string | undefined;
  /** Targets, where the file names several: the user chooses among them. */
  readonly targets: readonly ProjectTarget[];
}

export const noFile: NamedApps = { file: undefined, appId: undefined, targets: [] };

/** Error codes of VS Code and of Node.js. */
const noFileCodes = ["FileNotFound", "FileIsADirectory", "ENOENT", "EISDIR"];

export function projectFileUri(folder: vscode.Uri): vscode.Uri {
  return vscode.Uri.joinPath(folder, projectFileName);
}

/** The text of the folder's file; undefined where none exists. Rejects with a sentence for any other failure. */
export async function projectFileText(
  folder: vscode.Uri,
  source?: Pick<FolderSource, "read">,
): Promise<string | undefined> {
  let bytes: Uint8Array;
  try {
    // Read from the disk: an editor learns late of what other programs write.
    bytes = await (source?.read(projectFileName) ?? vscode.workspace.fs.readFile(projectFileUri(folder)));
  } catch (error) {
    if (hasCode(error, ...noFileCodes) && (await isListed(folder)) === false) return undefined;
    throw new Error(
      vscode.l10n.t("Couldn't read {0}. Nothing was done. {1}", projectFileName, sentenceFor(error)),
      { cause: error },
    );
  }
  // A program that saves it empties it first.
  if (bytes.byteLength === 0)
    throw new Error(
      vscode.l10n.t("{0} is empty. Nothing was done. Try again, or delete it.", projectFileName),
    );
  return new TextDecoder().decode(bytes);
}

/** Undefined where the folder cannot be listed. It may be a link that leads nowhere, or just be replaced. */
async function isListed(folder: vscode.Uri): Promise<boolean | undefined> {
  const listed = await vscode.workspace.fs.readDirectory(folder).then(
    (entries) => entries,
    () => undefined,
  );
  return listed?.some(([name, type]) => name === projectFileName && type !== vscode.FileType.Directory);
}

/** Reads the folder's file. Rejects with a sentence that names the place of a mistake. */
export async function projectFileIn(folder: vscode.Uri): Promise<NamedApps> {
  const text = await projectFileText(folder);
  if (text === undefined) return noFile;
  const read = parseProjectFile(text);
  const mistake = firstMistake(read);
  if (mistake) throw new Error(mistakeText(text, mistake));
  return namedApps(read);
}

/** Apps that the file names. An app beside the targets is one more of them. */
export function namedApps({ file, targets }: Omit<ReadProjectFile, "problems">): NamedApps {
  const { appId } = file;
  if (targets.length === 0) return { file, appId, targets };
  const isMore = appId !== undefined && !targets.some((target) => target.appId === appId);
  const all = isMore ? [...targets, { name: "default", appId, asksFirst: false }] : targets;
  return { file, appId: all.length === 1 ? all[0]?.appId : undefined, targets: all };
}

/** Edits through the editor: unsaved text stays, and stays unsaved. */
export async function editProjectFile(file: vscode.Uri, change: (text: string) => string): Promise<void> {
  await requireNoLink(vscode.Uri.joinPath(file, ".."), projectFileName);
  const document = await vscode.workspace.openTextDocument(file);
  const wasDirty = document.isDirty;
  const text = document.getText();
  const edit = new vscode.WorkspaceEdit();
  const whole = new vscode.Range(document.positionAt(0), document.positionAt(text.length));
  edit.replace(file, whole, change(text));
  await vscode.workspace.applyEdit(edit);
  if (!wasDirty) await document.save();
}

/** The first mistake that keeps the file from being used. */
export function firstMistake({ problems }: ReadProjectFile): SettingsTextProblem | undefined {
  return problems.find((problem) => !isOnlyWarning(problem));
}

/** A mistake with its place, and what to do. */
export function mistakeText(text: string, { offset, mistake }: SettingsTextProblem): string {
  return vscode.l10n.t(
    "{0}, line {1}: {2} Nothing was sent. Fix the file and try again.",
    projectFileName,
    linesBefore(text, offset).length,
    mistakeSentence(mistake),
  );
}

/** The lines up to a place, as a document with this text would have them; the last one ends there. */
export function linesBefore(text: string, offset: number): string[] {
  return text.slice(0, offset).split(/\r\n|\r|\n/);
}
