// What a folder and an app share, kept on this machine in a file of the extension's own.

import * as vscode from "vscode";
import { manifestText } from "../../../appFiles/transfer/plan/pushManifest";
import { type MemoryFile, SyncMemory } from "../../../appFiles/transfer/plan/syncMemory";
import { contentHash } from "../../../core/disk/contentHash";
import type { AppKey } from "../../../core/model/appKey";
import type { TransferServices } from "./transferServices";

/** The folder and the app that share something. */
interface SharedPlace extends AppKey {
  readonly folder: vscode.Uri;
}

/** What is remembered of them. */
export async function loadMemory(
  place: SharedPlace,
  { storage, logger }: Pick<TransferServices, "storage" | "logger">,
): Promise<SyncMemory> {
  return await SyncMemory.load(await memoryFileOf(storage, place), logger);
}

async function memoryFileOf(
  storage: vscode.Uri,
  { folder, accountId, appId }: SharedPlace,
): Promise<MemoryFile> {
  const key = JSON.stringify([folder.toString(), accountId, appId]);
  const name = (await contentHash(new TextEncoder().encode(key))).slice(0, 32);
  // By accounts, since it goes when they sign out.
  const directory = vscode.Uri.joinPath(storage, "pushed", accountId);
  const file = vscode.Uri.joinPath(directory, `${name}.json`);
  return {
    read: async () => {
      try {
        return new TextDecoder().decode(await vscode.workspace.fs.readFile(file));
      } catch {
        return undefined;
      }
    },
    write: async (manifest) => {
      await vscode.workspace.fs.createDirectory(directory);
      // In one step: a window that closes meanwhile leaves the older one. Under a name of its own, since another
      // command or window may be writing too.
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
