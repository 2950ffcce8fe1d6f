// The file of this machine that remembers what a folder and an app share.

import * as vscode from "vscode";
import { manifestText } from "../../../appFiles/transfer/plan/pushManifest";
import { type MemoryFile, SyncMemory } from "../../../appFiles/transfer/plan/syncMemory";
import { contentHash } from "../../../core/disk/contentHash";
import { undefinedIf } from "../../../core/errors/errorCode";
import type { FolderKey } from "./transferPlace";
import type { TransferServices } from "./transferServices";

export async function loadMemory(
  place: FolderKey,
  { storage, logger }: Pick<TransferServices, "storage" | "logger">,
): Promise<SyncMemory> {
  return await SyncMemory.load(await memoryFileOf(storage, place), logger);
}

async function memoryFileOf(
  storage: vscode.Uri,
  { folder, accountId, appId }: FolderKey,
): Promise<MemoryFile> {
  const key = JSON.stringify([folder.toString(), accountId, appId]);
  const name = (await contentHash(new TextEncoder().encode(key))).slice(0, 32);
  // By account: signing out removes the folder.
  const directory = vscode.Uri.joinPath(storage, "pushed", accountId);
  const file = vscode.Uri.joinPath(directory, `${name}.json`);
  return {
    read: async () => {
      const bytes = await vscode.workspace.fs.readFile(file).then(undefined, undefinedIf("FileNotFound"));
      return bytes && new TextDecoder().decode(bytes);
    },
    write: async (manifest) => {
      await vscode.workspace.fs.createDirectory(directory);
      // Renamed at the end: a window that closes midway leaves the older file. Each write has its own name, because
      // another command or window may be writing.
      const fresh = vscode.Uri.joinPath(directory, `${name}-${crypto.randomUUID()}.new`);
      try {
        await vscode.workspace.fs.writeFile(fresh, new TextEncoder().encode(manifestText(manifest)));
        await vscode.workspace.fs.rename(fresh, file, { overwrite: true });
      } catch (error) {
        // On a full disk each attempt would leave another.
        await vscode.workspace.fs.delete(fresh).then(undefined, () => undefined);
        throw error;
      }
    },
  };
}
