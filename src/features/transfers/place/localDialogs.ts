// Dialogs on files of this machine.
import * as vscode from "vscode";
import { CancelledError } from "../../../core/errors/cancelledError";
import { localDisk } from "../../../editor/localDisk";
import { homeFolder } from "../../../editor/project/chooseLocalFolder";
import { showOpenDialog } from "../../../editor/safeUi/dialogs";

/** Rejects with CancelledError when the user selects nothing. */
export async function chooseOnDisk(
  options: vscode.OpenDialogOptions,
): Promise<readonly [vscode.Uri, ...vscode.Uri[]]> {
  const [first, ...more] = (await showOpenDialog(options)) ?? [];
  if (!first) throw new CancelledError();
  return [first, ...more];
}

let lastFolder: vscode.Uri | undefined;
let lastBackupFolder: vscode.Uri | undefined;

/** Without it, VS Code would browse the app in a window that has only the app open. */
export function dialogStart(): Pick<vscode.OpenDialogOptions, "defaultUri"> {
  const open = vscode.workspace.workspaceFolders?.find(({ uri }) => uri.scheme === "file");
  const defaultUri = lastFolder ?? open?.uri ?? homeFolder();
  return defaultUri ? { defaultUri } : {};
}

export function rememberFolder(folder: vscode.Uri): void {
  lastFolder = folder;
}

/** Never an open folder: a push would upload the backup. */
export async function backupFolder(): Promise<vscode.Uri | undefined> {
  const home = homeFolder();
  if (lastBackupFolder || !home) return lastBackupFolder;
  const stat = await localDisk(home).tryStat("Documents");
  return stat?.type === "directory" ? vscode.Uri.joinPath(home, "Documents") : home;
}

export function rememberBackupFolder(folder: vscode.Uri): void {
  lastBackupFolder = folder;
}

export function parseAddress(text: string, sentence: string): vscode.Uri {
  try {
    return vscode.Uri.parse(text, true);
  } catch (error) {
    throw new Error(sentence, { cause: error });
  }
}
