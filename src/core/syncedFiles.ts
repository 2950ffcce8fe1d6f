// A folder's files and an app's files, path by path, with what is remembered of them: the ground on which a push and a
// pull are planned. Knows of sizes, times and hashes only; contents are compared by whoever plans.
import { ancestorsOf, joinAppPath } from "./appPath";
import type { FileEntry } from "./model";
import type { PushManifest, SyncedFile } from "./pushManifest";
import type { TreeEntry } from "./walkTree";

/** A file of the folder; `path` is relative, "/"-separated. */
export interface LocalFile {
  readonly path: string;
  readonly sizeBytes: number;
  /** Milliseconds since the epoch, when that is known. */
  readonly modifiedAt?: number | undefined;
  read(): Promise<Uint8Array>;
}

/** One path, and what each side and the memory have there. */
export interface FilePair {
  /** Inside the app, as the app spells it when it has the file. */
  readonly path: string;
  readonly local: LocalFile | undefined;
  readonly remote: FileEntry | undefined;
  readonly synced: SyncedFile | undefined;
  /** What stands in the app where a folder on the way to the file would have to be. */
  readonly obstacle: string | undefined;
}

/** Every path that either side has, in order. Two spellings of one accent (NFC, NFD) are one path. */
export function pairFiles(
  local: readonly LocalFile[],
  remote: readonly TreeEntry[],
  manifest: PushManifest,
): FilePair[] {
  const entries = new Map(remote.map(({ path, entry }) => [path, entry]));
  const bySpelling = new Map<string, string>();
  for (const path of entries.keys()) if (!isPlain(path)) bySpelling.set(path.normalize("NFC"), path);
  const spelledInApp = (path: string): string => {
    if (entries.has(path) || isPlain(path)) return path;
    return bySpelling.get(path.normalize("NFC")) ?? path;
  };

  const pairs = new Map<string, FilePair>();
  for (const file of local) {
    const path = spelledInApp(joinAppPath("/", file.path));
    // A folder that holds both spellings of one name: each then stands for itself.
    const own = pairs.has(path) ? joinAppPath("/", file.path) : path;
    pairs.set(own, {
      path: own,
      local: file,
      remote: entries.get(own),
      synced: manifest.get(own),
      obstacle: ancestorsOf(own).find((folder) => {
        const entry = entries.get(folder);
        return entry !== undefined && entry.type !== "directory";
      }),
    });
  }
  for (const [path, entry] of entries) {
    if (pairs.has(path) || entry.type === "directory") continue;
    const synced = manifest.get(path);
    pairs.set(path, { path, local: undefined, remote: entry, synced, obstacle: undefined });
  }
  return [...pairs.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** Whether the app's file is still the one that is remembered. */
export function isAsSynced(entry: FileEntry, synced: SyncedFile): boolean {
  return (
    entry.type === "file" && entry.sizeBytes === synced.sizeBytes && entry.modifiedAt === synced.modifiedAt
  );
}

function isPlain(path: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII
  return /^[\u0000-\u007f]*$/.test(path);
}
