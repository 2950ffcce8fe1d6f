// A folder at any address that VS Code can read: on this machine, on a remote one, or of another app.
import * as vscode from "vscode";
import type { FolderSource, SourceEntry } from "../../core/folderSource";

/** Reads below `root` through VS Code's own file access. */
export function folderUriSource(root: vscode.Uri): FolderSource {
  const at = (path: string): vscode.Uri => (path === "" ? root : vscode.Uri.joinPath(root, path));
  return {
    list: async (path) =>
      (await vscode.workspace.fs.readDirectory(at(path))).map(([name, type]) => ({
        name,
        ...kindOf(type),
      })),
    stat: async (path) => {
      const { type, size, mtime } = await vscode.workspace.fs.stat(at(path));
      return { ...kindOf(type), sizeBytes: size, modifiedAt: mtime };
    },
    read: async (path) => await vscode.workspace.fs.readFile(at(path)),
  };
}

/** The type has a bit more when it is a link, and is then that of what it leads to. */
function kindOf(type: vscode.FileType): Pick<SourceEntry, "type" | "isLink"> {
  const isLink = (type & vscode.FileType.SymbolicLink) !== 0;
  if (type & vscode.FileType.Directory) return { type: "directory", isLink };
  return { type: type & vscode.FileType.File ? "file" : "other", isLink };
}
