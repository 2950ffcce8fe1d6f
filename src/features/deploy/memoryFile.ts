// Where it is kept on this machine what a folder and an app share: a file of the extension's own.
import * as vscode from "vscode";
import { contentHash } from "../../core/contentHash";
import { manifestText } from "../../core/pushManifest";
import type { MemoryFile } from "./syncMemory";
import type { SyncPlace } from "./syncPlace";

/** The file for this folder and app. */
export async function memoryFileOf(
  storage: vscode.Uri,
  { folder, account, appId }: Pick<SyncPlace, "folder" | "account" | "appId">,
): Promise<MemoryFile> {
  const key = JSON.stringify([folder.toString(), account.id, appId]);
  const name = (await contentHash(new TextEncoder().encode(key))).slice(0, 32);
  const directory = vscode.Uri.joinPath(storage, "pushed");
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
      await vscode.workspace.fs.writeFile(fresh, new TextEncoder().encode(manifestText(manifest)));
      await vscode.workspace.fs.rename(fresh, file, { overwrite: true });
    },
  };
}
