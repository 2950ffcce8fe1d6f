// Which folder a file is pushed from: the nearest one around it that belongs to an app, else the open folder.
import * as vscode from "vscode";
import { appScheme } from "../../../editor/appUris";
import { namedApps } from "../../../editor/project/folderLink";
import { FolderLinks } from "./linkedFolders";
import type { TransferServices } from "./transferServices";

/** A folder, and files in it by their paths. */
export interface FolderFiles {
  readonly folder: vscode.Uri;
  readonly paths: readonly string[];
}

/** By folder. Files that are in no open folder of this machine are in none. */
export async function byFolder(
  files: readonly vscode.Uri[],
  services: Pick<TransferServices, "state" | "accounts">,
): Promise<FolderFiles[]> {
  const found = new Map<string, { folder: vscode.Uri; paths: string[] }>();
  for (const file of files) {
    const folder = await linkedFolderOf(file, services);
    if (!folder) continue;
    const path = file.path.slice(folder.path.replace(/\/$/, "").length + 1);
    const known = found.get(folder.toString()) ?? { folder, paths: [] };
    if (!known.paths.includes(path)) known.paths.push(path);
    found.set(folder.toString(), known);
  }
  return [...found.values()];
}

async function linkedFolderOf(
  file: vscode.Uri,
  { state, accounts }: Pick<TransferServices, "state" | "accounts">,
): Promise<vscode.Uri | undefined> {
  const open = file.scheme === appScheme ? undefined : vscode.workspace.getWorkspaceFolder(file)?.uri;
  if (!open) return undefined;
  const links = new FolderLinks(state, accounts);
  const names = file.path.slice(open.path.length).split("/").filter(Boolean).slice(0, -1);
  for (let depth = names.length; depth > 0; depth--) {
    const folder = vscode.Uri.joinPath(open, ...names.slice(0, depth));
    if (links.get(folder)) return folder;
    const { appId, targets } = await namedApps(folder);
    if (appId !== undefined || targets.length > 0) return folder;
  }
  return open;
}
