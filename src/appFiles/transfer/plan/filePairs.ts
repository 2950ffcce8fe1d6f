// A folder's files and an app's files, path by path, with what is remembered of them: the ground on which every transfer
// is planned. Knows of sizes, times and hashes only; contents are compared by the planners.

import type { FileEntry } from "../../../core/model/model";
import { ancestorsOf } from "../../../core/paths/appPath";
import { foldedPath } from "../../../core/paths/localNames";
import { isAscii } from "../../../core/text/ascii";
import type { PushManifest, SyncedFile } from "./pushManifest";

/** A file of the folder; `path` is relative, "/"-separated. */
export interface LocalFile {
  readonly path: string;
  readonly sizeBytes: number;
  /** Milliseconds since the epoch, when that is known. */
  readonly modifiedAt?: number | undefined;
  read(): Promise<Uint8Array>;
}

/** An entry of the app, and when its listing was asked for (monotonic). */
export interface SeenEntry {
  readonly path: string;
  readonly entry: FileEntry;
  readonly askedAt: number;
}

/** One path, and what each side and the memory have there. */
export interface FilePair {
  /** Inside the app, as the app spells it when it has the file. */
  readonly path: string;
  readonly local: LocalFile | undefined;
  readonly remote: FileEntry | undefined;
  readonly askedAt: number;
  readonly synced: SyncedFile | undefined;
  /** The file, or other entry, of the app whose place a folder above it needs. */
  readonly obstacle: string | undefined;
}

/** Both sides, and when the app's was asked for (monotonic). */
export interface BothSides {
  readonly local: readonly LocalFile[];
  readonly remote: readonly SeenEntry[];
  readonly manifest: PushManifest;
  /** For what the app lacks. */
  readonly askedAt: number;
}

/** Every path that either side has, in order. Two spellings of one accent (NFC, NFD) are one path. */
export function pairFiles({ local, remote, manifest, askedAt }: BothSides): FilePair[] {
  const entries = new Map(remote.map((seen) => [seen.path, seen]));
  const bySpelling = new Map<string, string>();
  for (const path of entries.keys()) if (!isAscii(path)) bySpelling.set(path.normalize("NFC"), path);
  const spelledInApp = (path: string): string => {
    if (entries.has(path) || isAscii(path)) return path;
    return bySpelling.get(path.normalize("NFC")) ?? path;
  };
  /** By folder: most files have one with many others. */
  const obstacles = new Map<string, string | undefined>();
  const obstacleOf = (path: string): string | undefined => {
    const folder = path.slice(0, path.lastIndexOf("/"));
    if (!obstacles.has(folder)) obstacles.set(folder, obstacleIn(path, entries));
    return obstacles.get(folder);
  };

  const pairs = new Map<string, FilePair>();
  const add = (path: string, file: LocalFile | undefined): void => {
    const seen = entries.get(path);
    pairs.set(path, {
      path,
      local: file,
      remote: seen?.entry,
      askedAt: seen?.askedAt ?? askedAt,
      synced: manifest.get(path),
      obstacle: file && obstacleOf(path),
    });
  };
  for (const file of local) {
    const own = `/${file.path}`;
    const path = spelledInApp(own);
    // A folder that holds both spellings of one name: each then stands for itself.
    add(pairs.has(path) ? own : path, file);
  }
  for (const [path, { entry }] of entries)
    if (!pairs.has(path) && entry.type !== "directory") add(path, undefined);
  return [...pairs.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** The file, or other entry, of the app whose place a folder above `path` needs. */
export function obstacleIn(path: string, entries: ReadonlyMap<string, SeenEntry>): string | undefined {
  return ancestorsOf(path).find((folder) => {
    const entry = entries.get(folder)?.entry;
    return entry !== undefined && entry.type !== "directory";
  });
}

/**
 * Where `path` is not in the app: what differs from it, or from the first folder above it that is missing, only in letter case
 * or accents. `byFolded`: the paths of the app by `foldedPath`.
 */
export function alikeIn(
  path: string,
  isThere: (path: string) => boolean,
  byFolded: ReadonlyMap<string, string>,
): string | undefined {
  const first = [...ancestorsOf(path), path].find((each) => !isThere(each));
  return first === undefined ? undefined : byFolded.get(foldedPath(first));
}
