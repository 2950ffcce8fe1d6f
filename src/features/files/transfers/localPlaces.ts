// This machine's files for uploads and downloads, through VS Code's own file access: any file system that is open here
// serves, a hosted app's too.
import * as vscode from "vscode";
import type { LocalFolder } from "./downloadPlan";
import type { LocalEntry, LocalReader } from "./localTree";

/** Reads what is to be uploaded. */
export const localReader: LocalReader<vscode.Uri> = {
  look: async (uri) => entryOf((await vscode.workspace.fs.stat(uri)).type),
  list: async (uri) =>
    (await vscode.workspace.fs.readDirectory(uri)).map(([name, type]) => ({ name, ...entryOf(type) })),
  join: (uri, name) => vscode.Uri.joinPath(uri, name),
  nameOf: (uri) => uri.path.split("/").filter(Boolean).at(-1) ?? "",
};

/** A folder to download into. */
export function localFolder(root: vscode.Uri): LocalFolder {
  const at = (path: string): vscode.Uri => (path === "" ? root : vscode.Uri.joinPath(root, path));
  return {
    isWindows: root.scheme === "file" && root.fsPath.includes("\\"),
    look: async (path) => {
      try {
        return entryOf((await vscode.workspace.fs.stat(at(path))).type);
      } catch (error) {
        if (error instanceof vscode.FileSystemError && error.code === "FileNotFound") return undefined;
        throw error;
      }
    },
    namesIn: async (path) => (await vscode.workspace.fs.readDirectory(at(path))).map(([name]) => name),
    write: async (path, bytes) => {
      await vscode.workspace.fs.writeFile(at(path), bytes);
    },
    createFolder: async (path) => {
      await vscode.workspace.fs.createDirectory(at(path));
    },
  };
}

function entryOf(type: vscode.FileType): LocalEntry {
  const isLink = (type & vscode.FileType.SymbolicLink) !== 0;
  if (type & vscode.FileType.Directory) return { type: "directory", isLink };
  return { type: type & vscode.FileType.File ? "file" : "other", isLink };
}

let lastFolder: vscode.Uri | undefined;

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

function homeFolder(): vscode.Uri | undefined {
  // There is no process in a browser's extension host.
  const { HOME, USERPROFILE } = globalThis.process?.env ?? {};
  const home = HOME ?? USERPROFILE;
  return home ? vscode.Uri.file(home) : undefined;
}
