// Keeps what is about to be deleted or overwritten, within limits, so that it can be brought back for a day.

import { nameOf } from "../../core/appPath";
import type { FileVersion } from "../../core/contentCache";
import type { FileEntry } from "../../core/model";
import { isRebuiltFolder } from "../../core/rebuiltFolders";
import { type TreeEntry, walkTree } from "../../core/walkTree";

/** One file to keep, as it was. */
export interface LostFile {
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly why: "deleted" | "overwritten";
  /** The service's time of it. */
  readonly modifiedAt: number;
}

/** Where lost files are kept; features/files/trashFolder.ts is the real one. */
export interface Trash {
  keep(file: LostFile): Promise<void>;
}

export const noTrash: Trash = { keep: async () => undefined };

export interface KeepNeeds {
  readonly trash: Trash;
  readonly read: (path: string, entry: FileEntry) => Promise<Uint8Array>;
  /** What was read already, without a request. */
  readonly known: (path: string, entry: FileEntry) => Uint8Array | undefined;
  readonly list: (directory: string) => Promise<readonly FileEntry[]>;
}

/** The limit of the editor's own undo of a deletion. */
const largestFileBytes = 5 * 1024 * 1024;
const largestTreeBytes = 20 * 1024 * 1024;
const mostTreeFiles = 200;

export function keepBeforeLoss(needs: KeepNeeds) {
  const keepFile = async (path: string, entry: FileEntry): Promise<void> => {
    if (entry.sizeBytes > largestFileBytes) return;
    const bytes = await readOrNothing(needs, path, entry);
    if (bytes) await needs.trash.keep({ path, bytes, why: "deleted", modifiedAt: entry.modifiedAt });
  };
  return {
    /** Keeps a file, or what a folder holds as far as the limits go; what cannot be read is deleted all the same. */
    async beforeDelete(path: string, entry: FileEntry): Promise<void> {
      if (needs.trash === noTrash) return;
      if (entry.type === "file") await keepFile(path, entry);
      if (entry.type === "directory")
        for (const file of await filesToKeep(needs, path)) await keepFile(file.path, file.entry);
    },

    /** The file's bytes of now, to be kept once they were overwritten; undefined where nothing would be lost. */
    async beforeOverwrite(
      path: string,
      entry: FileEntry,
      next: Uint8Array,
    ): Promise<{ readonly version: FileVersion; keep(): Promise<void> } | undefined> {
      if (needs.trash === noTrash || entry.sizeBytes === 0 || entry.sizeBytes > largestFileBytes)
        return undefined;
      const bytes = needs.known(path, entry) ?? (await readOrNothing(needs, path, entry));
      if (!bytes || isSame(bytes, next)) return undefined;
      const { modifiedAt, sizeBytes } = entry;
      return {
        version: { modifiedAt, sizeBytes },
        keep: () => needs.trash.keep({ path, bytes, why: "overwritten", modifiedAt }),
      };
    },
  };
}

/** Deleting is what was asked for: that a copy of it cannot be had does not stop it. */
async function readOrNothing(
  needs: KeepNeeds,
  path: string,
  entry: FileEntry,
): Promise<Uint8Array | undefined> {
  return await needs.read(path, entry).catch(() => undefined);
}

async function filesToKeep(needs: KeepNeeds, root: string): Promise<TreeEntry[]> {
  const tree = await walkTree(root, {
    list: needs.list,
    enters: (path) => !isRebuiltFolder(nameOf(path)),
    onFailure: () => undefined,
  });
  const files: TreeEntry[] = [];
  let totalBytes = 0;
  for (const each of tree) {
    if (each.entry.type !== "file") continue;
    totalBytes += each.entry.sizeBytes;
    if (files.length >= mostTreeFiles || totalBytes > largestTreeBytes) break;
    files.push(each);
  }
  return files;
}

function isSame(a: Uint8Array, b: Uint8Array): boolean {
  return a.byteLength === b.byteLength && a.every((byte, index) => byte === b[index]);
}
