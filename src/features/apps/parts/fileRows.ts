// The files of an app as rows, read through the mount's own addresses, without adding a folder to the workspace.
import * as vscode from "vscode";
import type { Account } from "../../../accounts/accounts";
import { appUri } from "../../../editor/appUris";
import { type FileNode, ofApp } from "./partNodes";

/** Folders first, each kind by name. Rejects as the mount's file system does. */
export async function fileRows(account: Account, appId: string, path: string): Promise<FileNode[]> {
  const folder = appUri({ accountId: account.id, appId, path });
  const entries = await vscode.workspace.fs.readDirectory(folder);
  const rows = entries.map(([name, type]): FileNode => {
    const resourceUri = vscode.Uri.joinPath(folder, name);
    return {
      ...ofApp(account, appId, `file${path === "/" ? "" : path}/${name}`),
      kind: "file",
      name,
      isFolder: (type & vscode.FileType.Directory) !== 0,
      resourceUri,
    };
  });
  return rows.sort((a, b) => Number(b.isFolder) - Number(a.isFolder) || a.name.localeCompare(b.name));
}
