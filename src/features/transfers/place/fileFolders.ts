// The folder that a file is pushed from: the nearest above it that has an app, else the open folder.
import * as vscode from "vscode";
import { obstacleAbove } from "../../../appFiles/transfer/localChanges";
import { appScheme } from "../../../editor/appUris";
import { localDisk } from "../../../editor/localDisk";
import { type FolderReading, folderApp, readFolderApp } from "../../../editor/project/folderApp";
import type { TransferServices } from "./transferServices";

export interface FolderFiles {
  readonly reading: FolderReading;
  readonly paths: readonly string[];
}

/** Undefined for a file that is in no open folder of this machine. */
export function openFolderOf(file: vscode.Uri): vscode.Uri | undefined {
  return file.scheme === appScheme ? undefined : vscode.workspace.getWorkspaceFolder(file)?.uri;
}

/** Files whose hosted-app.json cannot be used go to `onFailed`; without it, the first one rejects. */
export async function byFolder(
  files: readonly vscode.Uri[],
  services: Pick<TransferServices, "state" | "accounts">,
  onFailed?: (file: vscode.Uri, error: unknown) => void,
): Promise<FolderFiles[]> {
  const known = new Map<string, Promise<FolderReading>>();
  const read = async (folder: vscode.Uri): Promise<FolderReading> => {
    const reading = known.get(folder.toString()) ?? readFolderApp(folder, services);
    known.set(folder.toString(), reading);
    return await reading;
  };
  const found = new Map<FolderReading, Set<string>>();
  for (const file of files) {
    const open = openFolderOf(file);
    if (!open) continue;
    const names = file.path.slice(open.path.length).split("/").filter(Boolean);
    const above = async (depth: number): Promise<FolderReading> =>
      await read(depth > 0 ? vscode.Uri.joinPath(open, ...names.slice(0, depth)) : open);
    try {
      const link = await obstacleAbove(names.join("/"), localDisk(open));
      let depth = (link?.path.split("/") ?? names).length - 1;
      let reading = await above(depth);
      while (depth > 0 && folderApp(reading, services.accounts).kind === "none")
        reading = await above(--depth);
      found.set(reading, (found.get(reading) ?? new Set()).add(names.slice(depth).join("/")));
    } catch (error) {
      if (!onFailed) throw error;
      onFailed(file, error);
    }
  }
  return [...found].map(([reading, paths]) => ({ reading, paths: [...paths] }));
}
