// Where dialogs on this machine's files begin, and what addresses of files in arguments mean.
import * as vscode from "vscode";
import { localDisk } from "../../../editor/localDisk";
import { homeFolder } from "../../../editor/project/chooseLocalFolder";

let lastFolder: vscode.Uri | undefined;
let lastBackupFolder: vscode.Uri | undefined;

/** Where a dialog on this machine's files begins: without one, VS Code would browse the app when only that is open. */
export function dialogStart(): Pick<vscode.OpenDialogOptions, "defaultUri"> {
  const open = vscode.workspace.workspaceFolders?.find(({ uri }) => uri.scheme === "file");
  const defaultUri = lastFolder ?? open?.uri ?? homeFolder();
  return defaultUri ? { defaultUri } : {};
}

/** The next dialog begins here. */
export function rememberFolder(folder: vscode.Uri): void {
  lastFolder = folder;
}

/** Where dialogs on backups begin: never in an open folder, from which a push would upload them. */
export async function backupFolder(): Promise<vscode.Uri | undefined> {
  const home = homeFolder();
  if (lastBackupFolder || !home) return lastBackupFolder;
  const stat = await localDisk(home).tryStat("Documents");
  return stat?.type === "directory" ? vscode.Uri.joinPath(home, "Documents") : home;
}

/** The next dialog on backups begins here. */
export function rememberBackupFolder(folder: vscode.Uri): void {
  lastBackupFolder = folder;
}

/** The address that a text is; throws with the sentence when it is none. */
export function parseAddress(text: string, sentence: string): vscode.Uri {
  try {
    return vscode.Uri.parse(text, true);
  } catch (error) {
    throw new Error(sentence, { cause: error });
  }
}
