// What a pull would do, from one look at both sides: what is brought, and what is left because this folder has work
// of its own there. Nothing that the app does not have is overwritten or deleted by default.
import { contentHash } from "./contentHash";
import { judgePairs } from "./judgePairs";
import { foldedPath, localNameProblem } from "./localNames";
import type { FileEntry } from "./model";
import type { PushManifest, SyncedFile } from "./pushManifest";
import { type FilePair, isAsSynced, type LocalFile, pairFiles } from "./syncedFiles";
import type { TreeEntry } from "./walkTree";

export type PullKind =
  /** Only the app has it. */
  | "added"
  /** Only the app changed it. */
  | "changed"
  /** Both sides changed it, or it cannot be known that only the app did. */
  | "changedOnBoth"
  /** Only the folder changed it. */
  | "changedHere"
  /** The folder deleted it. */
  | "deletedHere"
  /** The app deleted it, and the folder did not touch it. */
  | "deleted"
  /** It cannot be written here. */
  | "blocked";

export type PullReason = "neverCompared" | "unsaved" | "sizeAlike" | "isSpecialInApp" | "badName" | "twin";

/** A file that is not the same on both sides. */
export interface PullRow {
  readonly kind: PullKind;
  /** Inside the app. */
  readonly path: string;
  /** Relative to the folder. */
  readonly localPath: string;
  readonly local: LocalFile | undefined;
  readonly remote: FileEntry | undefined;
  /** Of the local file, when planning had to read it. */
  readonly localHash?: string | undefined;
  readonly reason?: PullReason | undefined;
  /** The path that this machine may take for the same; it is written first. */
  readonly twin?: string | undefined;
  readonly isChosen: boolean;
}

export interface PullPlan {
  readonly rows: readonly PullRow[];
  readonly unchanged: number;
  readonly newlySynced: PushManifest;
}

export interface PullSides {
  readonly local: readonly LocalFile[];
  readonly remote: readonly TreeEntry[];
  readonly manifest: PushManifest;
  readonly isWindows: boolean;
  /** Whether an editor holds text of the file that is not saved; the path is relative to the folder. */
  readonly isUnsaved: (localPath: string) => boolean;
  /** As for a push. */
  readonly isSameContent: (path: string, entry: FileEntry, bytes: Uint8Array) => Promise<boolean | undefined>;
  readonly signal?: AbortSignal | undefined;
}

/** Rejects as reading does, and with the signal's reason. */
export async function planPull(sides: PullSides): Promise<PullPlan> {
  const pairs = pairFiles(sides.local, sides.remote, sides.manifest);
  const { rows, unchanged, newlySynced } = await judgePairs(
    pairs,
    (pair) => judge(pair, sides),
    sides.signal,
  );
  return { rows: withTwins(rows, sides.local), unchanged, newlySynced };
}

async function judge(pair: FilePair, sides: PullSides): Promise<PullRow | SyncedFile | undefined> {
  const { path, local, remote, synced } = pair;
  const localPath = local?.path ?? path.slice(1);
  const row: MakeRow = (kind, rest = {}) => ({
    kind,
    path,
    localPath,
    local,
    remote,
    isChosen: kind === "added" || kind === "changed",
    ...rest,
  });
  if (!remote) return await judgeGone(pair, sides, row);
  if (remote.type !== "file") return local ? undefined : row("blocked", { reason: "isSpecialInApp" });
  const names = localPath.split("/");
  if (names.some((name) => localNameProblem(name, sides.isWindows) !== undefined))
    return row("blocked", { reason: "badName" });
  if (!local) return row(synced && isAsSynced(remote, synced) ? "deletedHere" : "added");
  const found = await judgeBoth(pair, local, remote, sides, row);
  const wouldReplace = "kind" in found && found.isChosen;
  return wouldReplace && sides.isUnsaved(localPath) ? row("changedOnBoth", { reason: "unsaved" }) : found;
}

type MakeRow = (kind: PullKind, rest?: Partial<PullRow>) => PullRow;

/** A file that only the folder has is none of a pull's business, unless the app had it too. */
async function judgeGone(
  { local, synced }: FilePair,
  { isUnsaved }: PullSides,
  row: MakeRow,
): Promise<PullRow | undefined> {
  if (!local || !synced || local.sizeBytes !== synced.sizeBytes || isUnsaved(local.path)) return undefined;
  const localHash = await contentHash(await local.read());
  return localHash === synced.hash ? row("deleted", { localHash }) : undefined;
}

async function judgeBoth(
  { path, synced }: FilePair,
  local: LocalFile,
  remote: FileEntry,
  { isSameContent }: PullSides,
  row: MakeRow,
): Promise<PullRow | SyncedFile> {
  const isRemoteSame = synced !== undefined && isAsSynced(remote, synced);
  const bytes = await local.read();
  const localHash = await contentHash(bytes);
  const isLocalSame = synced !== undefined && localHash === synced.hash;
  if (synced && isRemoteSame && isLocalSame) return synced;
  if (isRemoteSame) return row("changedHere", { localHash });
  const isEqual = bytes.length === remote.sizeBytes && (await isSameContent(path, remote, bytes));
  if (isEqual) return { hash: localHash, sizeBytes: remote.sizeBytes, modifiedAt: remote.modifiedAt };
  if (isLocalSame) return row("changed", { localHash });
  if (synced) return row("changedOnBoth", { localHash });
  return row("changedOnBoth", { localHash, reason: isEqual === undefined ? "sizeAlike" : "neverCompared" });
}

/** A new file whose name this machine may take for another's is written after that one, and only beside it. */
function withTwins(rows: readonly PullRow[], local: readonly LocalFile[]): PullRow[] {
  const known = new Map(local.map(({ path }) => [foldedPath(path), path]));
  return rows.map((row) => {
    const folded = foldedPath(row.localPath);
    const twin = known.get(folded);
    if (twin === undefined) known.set(folded, row.localPath);
    return row.kind !== "added" || twin === undefined || twin === row.localPath ? row : { ...row, twin };
  });
}
