// What an upload would do: which files are new in the app, which would replace one, and which cannot be sent.

import { forEachParallel } from "../../../core/async/parallel";
import { isServiceError } from "../../../core/errors/serviceError";
import type { FileEntry } from "../../../core/model/model";
import {
  ancestorsOf,
  isSafeEntryName,
  joinAppPath,
  nameOf,
  parentOf,
  segmentsOf,
  uploadNameProblem,
} from "../../../core/paths/appPath";
import { foldedPath } from "../../../core/paths/localNames";
import type { LocalFile } from "./filePairs";
import type { LocalTree } from "./localTree";
import type { TransferApp } from "./transferApp";
import { blockedRow, type TransferRow, unlessLost } from "./transferPlan";
import type { TransferProblem } from "./transferProblem";

/** What a listing says of one name. */
interface ListedEntry {
  readonly name: string;
  readonly type: "file" | "directory" | "other";
}

/** What was found. Only the paths that were asked for, and the folders on the way to them, are known. */
interface ExistingEntries<Entry extends ListedEntry> {
  at(path: string): Entry | undefined;
  /** What stands in the way of `path`: something above it that is no folder. */
  obstacleOf(path: string): string | undefined;
  /** Where `path` is not there: what differs from it, or from a folder above it, only in letter case or accents. */
  alikeOf(path: string): string | undefined;
}

const listingsAtOnce = 16;

interface UploadPlan {
  /**
   * In the order of the choice; of kind "added", "changed" where a file is there already, or "blocked". Not chosen where it
   * replaces what is too large to be kept, or has nearly the name of another file: a person decides.
   */
  readonly rows: readonly TransferRow[];
  /** Folders to be made, parents first: no file makes them. */
  readonly folders: readonly string[];
}

/** Compares the tree with what the app lists at `target`. Rejects when a folder of the app could not be listed. */
export async function planUpload(
  tree: Omit<LocalTree, "files"> & { readonly files: readonly LocalFile[] },
  target: string,
  app: Pick<TransferApp, "list">,
  signal: AbortSignal,
): Promise<UploadPlan> {
  const inApp = (path: string): string => joinAppPath(target, path);
  const blocked = (path: string, reason: TransferProblem): TransferRow =>
    blockedRow("toApp", { path: inApp(path), localPath: path }, reason);
  const chosen = new Set(tree.files.map(({ path }) => inApp(path)));
  const paths = [...tree.files.map(({ path }) => path), ...tree.emptyFolders].map(inApp);
  let askedAt = Number.POSITIVE_INFINITY;
  const there = await existingEntries<FileEntry & { readonly askedAt: number }>(
    paths.filter((path) => segmentsOf(path).every(isSafeEntryName)),
    async (directory) => {
      try {
        const listing = await app.list(directory, { maxAgeMs: 0 });
        askedAt = Math.min(askedAt, listing.askedAt);
        return [...listing.entries.values()].map((entry) => ({ ...entry, askedAt: listing.askedAt }));
      } catch (error) {
        // Deleted since the folder above was listed: it holds nothing.
        if (directory !== "/" && isServiceError(error, "notFound")) return [];
        throw error;
      }
    },
    signal,
  );

  const rows = tree.files.map((local): TransferRow => {
    const path = inApp(local.path);
    const remote = there.at(path);
    const obstacle = there.obstacleOf(path);
    const problem = sendProblem(path, chosen);
    if (problem) return blocked(local.path, problem);
    if (obstacle !== undefined) return blocked(local.path, { kind: "obstacle", obstacle });
    if (remote?.type === "directory") return blocked(local.path, { kind: "isFolderInApp" });
    if (remote?.type === "other") return blocked(local.path, { kind: "isSpecialInApp" });
    const kind = remote ? "changed" : "added";
    const seen = { local, remote, askedAt: remote?.askedAt ?? askedAt };
    const alike = there.alikeOf(path);
    const reason = alike === undefined ? undefined : ({ kind: "alikeInApp", alike } as const);
    const row = { kind, direction: "toApp", path, localPath: local.path, ...seen, reason } as const;
    return unlessLost({ ...row, isChosen: !reason });
  });

  const folders = new Set<string>();
  const notMade = tree.emptyFolders.flatMap((folder): TransferRow[] => {
    const path = inApp(folder);
    if (!segmentsOf(path).every(isSafeEntryName)) return [blocked(folder, { kind: "badName" })];
    const found = there.at(path);
    const inTheWay = found && found.type !== "directory" ? found.name : undefined;
    const obstacle = there.obstacleOf(path) ?? inTheWay;
    if (obstacle !== undefined) return [blocked(folder, { kind: "obstacle", obstacle })];
    for (const each of [...ancestorsOf(path), path]) if (!there.at(each)) folders.add(each);
    return [];
  });
  const failed = tree.failed.map(({ path, problem }) => blocked(path, problem));
  return { rows: [...rows, ...notMade, ...failed], folders: [...folders] };
}

function sendProblem(path: string, chosen: ReadonlySet<string>): TransferProblem | undefined {
  const folders = segmentsOf(path).slice(0, -1);
  if (uploadNameProblem(nameOf(path)) || !folders.every(isSafeEntryName)) return { kind: "badName" };
  // A file and a folder of one name can be chosen from two folders.
  return ancestorsOf(path).some((folder) => chosen.has(folder)) ? { kind: "duplicate" } : undefined;
}

/** Lists each folder at most once, and none below a name that is missing. Rejects as `list` does. */
async function existingEntries<Entry extends ListedEntry>(
  paths: readonly string[],
  list: (directory: string) => Promise<readonly Entry[]>,
  signal?: AbortSignal,
): Promise<ExistingEntries<Entry>> {
  const found = new Map<string, Entry>();
  const alike = new Map<string, string>();
  const byFolder = new Map<string, string[]>();
  for (const path of new Set(paths.flatMap((each) => [...ancestorsOf(each), each]))) {
    const siblings = byFolder.get(parentOf(path));
    if (siblings) siblings.push(path);
    else byFolder.set(parentOf(path), [path]);
  }

  let level = byFolder.size > 0 ? ["/"] : [];
  while (level.length > 0) {
    const next: string[] = [];
    await forEachParallel(
      level,
      listingsAtOnce,
      async (directory) => {
        const entries = new Map((await list(directory)).map((entry) => [entry.name, entry]));
        const folded = new Map([...entries.keys()].map((name) => [foldedPath(name), name]));
        for (const path of byFolder.get(directory) ?? []) {
          const entry = entries.get(nameOf(path));
          const other = folded.get(foldedPath(nameOf(path)));
          if (!entry && other !== undefined) alike.set(path, joinAppPath(directory, other));
          if (!entry) continue;
          found.set(joinAppPath(directory, entry.name), entry);
          if (entry.type === "directory" && byFolder.has(path)) next.push(path);
        }
      },
      signal,
    );
    level = next;
  }
  return {
    at: (path) => found.get(path),
    obstacleOf: (path) =>
      ancestorsOf(path).find((folder) => {
        const entry = found.get(folder);
        return entry !== undefined && entry.type !== "directory";
      }),
    alikeOf: (path) => [...ancestorsOf(path), path].map((each) => alike.get(each)).find(Boolean),
  };
}
