// Pairs a folder's files with an app's and the remembered state, by path, for the plan of every transfer.

import type { FileEntry } from "../../../core/model/model";
import { ancestorsOf } from "../../../core/paths/appPath";
import { foldedPath } from "../../../core/paths/localNames";
import { isAscii } from "../../../core/text/ascii";
import type { PushManifest, SyncedFile } from "./pushManifest";

/** `path` is relative, with "/". */
export interface LocalFile {
  readonly path: string;
  readonly sizeBytes: number;
  /** In milliseconds since the epoch. */
  readonly modifiedAt?: number | undefined;
  read(): Promise<Uint8Array>;
}

export interface SeenEntry {
  readonly path: string;
  readonly entry: FileEntry;
  /** When its listing was requested; monotonic. */
  readonly askedAt: number;
}

export interface FilePair {
  /** In the Unicode form of the remote file, if there is one. */
  readonly path: string;
  readonly local: LocalFile | undefined;
  readonly remote: FileEntry | undefined;
  /** When the app's side was listed; monotonic. */
  readonly askedAt: number;
  readonly synced: SyncedFile | undefined;
  /** An entry of the app that is in the way of a parent folder. */
  readonly obstacle: string | undefined;
}

export interface BothSides {
  readonly local: readonly LocalFile[];
  readonly remote: readonly SeenEntry[];
  readonly manifest: PushManifest;
  /** When the app's side was listed; monotonic. */
  readonly askedAt: number;
}

/** Sorted. The NFC and NFD forms of a name are one path. */
export function pairFiles({ local, remote, manifest, askedAt }: BothSides): FilePair[] {
  const entries = new Map(remote.map((seen) => [seen.path, seen]));
  const byNormalForm = new Map<string, string>();
  for (const path of entries.keys()) if (!isAscii(path)) byNormalForm.set(path.normalize("NFC"), path);
  const pathInApp = (path: string): string => {
    if (entries.has(path) || isAscii(path)) return path;
    return byNormalForm.get(path.normalize("NFC")) ?? path;
  };
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
    const path = pathInApp(own);
    // In a folder with both forms of a name, each is its own file.
    add(pairs.has(path) ? own : path, file);
  }
  for (const [path, { entry }] of entries)
    if (!pairs.has(path) && entry.type !== "directory") add(path, undefined);
  return [...pairs.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** An entry that is in the way of a parent folder of `path`. */
export function obstacleIn(path: string, entries: ReadonlyMap<string, SeenEntry>): string | undefined {
  return ancestorsOf(path).find((folder) => {
    const entry = entries.get(folder)?.entry;
    return entry !== undefined && entry.type !== "directory";
  });
}

/**
 * For a `path` that the app lacks: the name that differs from it, or from its first missing parent, only in
 * case or accents. `byFolded`: the app's paths by `foldedPath`.
 */
export function alikeIn(
  path: string,
  isThere: (path: string) => boolean,
  byFolded: ReadonlyMap<string, string>,
): string | undefined {
  const first = [...ancestorsOf(path), path].find((each) => !isThere(each));
  return first === undefined ? undefined : byFolded.get(foldedPath(first));
}
