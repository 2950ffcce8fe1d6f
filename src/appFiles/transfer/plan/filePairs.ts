// A folder's files and an app's files, path by path, with what is remembered of them: the ground on which every transfer
// is planned. Knows of sizes, times and hashes only; contents are compared by the planners.

import { forEachParallel } from "../../../core/async/parallel";
import type { FileEntry } from "../../../core/model/model";
import { ancestorsOf } from "../../../core/paths/appPath";
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
  /** What stands in the app where a folder on the way to the file would have to be. */
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

const readAtOnce = 16;

interface JudgedPairs<Row> {
  /** In the order of the pairs. */
  readonly rows: Row[];
  readonly unchanged: number;
  /** Found to be the same, and not remembered so. */
  readonly newlySynced: Map<string, SyncedFile>;
}

interface PairJudge<Row> {
  /** As what a pair is the same, where that needs no waiting. */
  readonly atOnce: (pair: FilePair) => SyncedFile | undefined;
  /** How a pair differs, or as what it is the same, or nothing. */
  readonly judge: (pair: FilePair) => Promise<Row | SyncedFile | undefined>;
}

/** Judges every pair, a few at a time. Rejects as `judge` does, or with the signal's reason. */
export async function judgePairs<Row extends { readonly kind: string }>(
  pairs: readonly FilePair[],
  { atOnce, judge }: PairJudge<Row>,
  signal: AbortSignal | undefined,
): Promise<JudgedPairs<Row>> {
  const judged: (Row | SyncedFile | undefined)[] = pairs.map(atOnce);
  await forEachParallel(
    [...judged.keys()].filter((index) => !judged[index]),
    readAtOnce,
    async (index) => {
      judged[index] = await judge(pairs[index] as FilePair);
    },
    signal,
  );
  const rows: Row[] = [];
  const newlySynced = new Map<string, SyncedFile>();
  let unchanged = 0;
  for (const [index, found] of judged.entries()) {
    const pair = pairs[index];
    if (!found || !pair) continue;
    if ("kind" in found) {
      rows.push(found);
      continue;
    }
    unchanged++;
    if (found !== pair.synced) newlySynced.set(pair.path, found);
  }
  return { rows, unchanged, newlySynced };
}

function obstacleIn(path: string, entries: ReadonlyMap<string, SeenEntry>): string | undefined {
  return ancestorsOf(path).find((folder) => {
    const entry = entries.get(folder)?.entry;
    return entry !== undefined && entry.type !== "directory";
  });
}
