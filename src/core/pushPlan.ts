// What a push would do, from one look at both sides: what is sent, what is deleted, and what is left because nobody
// but the user can decide it. Nothing that the folder has not seen is ever overwritten or deleted by default.

import { nameOf, uploadNameProblem } from "./appPath";
import { contentHash } from "./contentHash";
import { judgePairs } from "./judgePairs";
import type { FileEntry } from "./model";
import type { PushManifest, SyncedFile } from "./pushManifest";
import { type FilePair, isAsSynced, type LocalFile, pairFiles } from "./syncedFiles";
import type { TreeEntry } from "./walkTree";

/** What became of a file since both sides were the same. */
export type PushKind =
  /** Only the folder has it. */
  | "added"
  /** The folder has another content. */
  | "changed"
  /** It was pushed, and the folder has it no more. */
  | "deleted"
  /** Both sides changed it, or it cannot be known that only one did. */
  | "changedOnBoth"
  /** Only the app changed it. */
  | "changedInApp"
  /** It was never pushed from here. */
  | "onlyInApp"
  /** It cannot be sent. */
  | "blocked";

/** Why a row is what it is, where its kind does not say it. */
export type PushReason =
  | "sizeAlike"
  | "newerInApp"
  | "goneInApp"
  | "deletedHere"
  | "isFolderInApp"
  | "isSpecialInApp"
  | "obstacle"
  | "badName";

/** A file that is not the same on both sides. */
export interface PushRow {
  readonly kind: PushKind;
  readonly path: string;
  readonly local: LocalFile | undefined;
  readonly remote: FileEntry | undefined;
  /** Of the local file, when planning had to read it. */
  readonly localHash?: string | undefined;
  readonly reason?: PushReason | undefined;
  /** Whether it is pushed unless the user says otherwise. */
  readonly isChosen: boolean;
}

export interface PushPlan {
  readonly rows: readonly PushRow[];
  /** How many are the same on both sides. */
  readonly unchanged: number;
  /** Those of them that the manifest does not know as they are now. */
  readonly newlySynced: PushManifest;
  /** Paths of the manifest that neither side has. */
  readonly gone: readonly string[];
}

/** What a push is planned from. */
export interface PushSides {
  readonly local: readonly LocalFile[];
  /** Everything in the app but what is left out of pushes. */
  readonly remote: readonly TreeEntry[];
  readonly manifest: PushManifest;
  /**
   * Whether the app's file, of the same size, has this content; undefined when finding out would cost too much.
   * Asked only where nothing is remembered that tells.
   */
  readonly isSameContent: (path: string, entry: FileEntry, bytes: Uint8Array) => Promise<boolean | undefined>;
  readonly signal?: AbortSignal | undefined;
}

/** Rejects as reading does, and with the signal's reason. */
export async function planPush(sides: PushSides): Promise<PushPlan> {
  const pairs = pairFiles(sides.local, sides.remote, sides.manifest);
  const { rows, unchanged, newlySynced } = await judgePairs(
    pairs,
    (pair) => judge(pair, sides),
    sides.signal,
  );
  const present = new Set(pairs.map(({ path }) => path));
  const gone = [...sides.manifest.keys()].filter((path) => !present.has(path));
  return { rows, unchanged, newlySynced, gone };
}

async function judge(pair: FilePair, sides: PushSides): Promise<PushRow | SyncedFile> {
  const { path, local, remote } = pair;
  if (!local) return judgeAbsent(pair);
  const row = (kind: PushKind, isChosen: boolean, rest: Partial<PushRow> = {}): PushRow => ({
    kind,
    path,
    local,
    remote,
    isChosen,
    ...rest,
  });
  const blocked = blockedBy(pair);
  if (blocked) return row("blocked", false, { reason: blocked });
  if (!remote) return row("added", true, pair.synced ? { reason: "goneInApp" } : {});
  return pair.synced
    ? await judgeSynced(pair, pair.synced, local, remote, sides, row)
    : await judgeUnknown(path, local, remote, sides, row);
}

function judgeAbsent({ path, local, remote, synced }: FilePair): PushRow {
  const row = { path, local, remote };
  if (!synced) return { ...row, kind: "onlyInApp", isChosen: false };
  return remote && isAsSynced(remote, synced)
    ? { ...row, kind: "deleted", isChosen: true }
    : { ...row, kind: "changedOnBoth", reason: "deletedHere", isChosen: false };
}

function blockedBy({ path, remote, obstacle }: FilePair): PushReason | undefined {
  if (uploadNameProblem(nameOf(path)) !== undefined) return "badName";
  if (obstacle !== undefined) return "obstacle";
  if (remote?.type === "directory") return "isFolderInApp";
  return remote?.type === "other" ? "isSpecialInApp" : undefined;
}

type MakeRow = (kind: PushKind, isChosen: boolean, rest?: Partial<PushRow>) => PushRow;

async function judgeSynced(
  { path }: FilePair,
  synced: SyncedFile,
  local: LocalFile,
  remote: FileEntry,
  { isSameContent }: PushSides,
  row: MakeRow,
): Promise<PushRow | SyncedFile> {
  const isRemoteSame = isAsSynced(remote, synced);
  // Another size says enough; the content is read only where it decides.
  const mayBeSame = local.sizeBytes === synced.sizeBytes || local.sizeBytes === remote.sizeBytes;
  if (!mayBeSame) return isRemoteSame ? row("changed", true) : row("changedOnBoth", false);
  const bytes = await local.read();
  const localHash = await contentHash(bytes);
  const isLocalSame = localHash === synced.hash;
  if (isRemoteSame) return isLocalSame ? synced : row("changed", true, { localHash });
  // Somebody wrote it in the app: perhaps with this very content.
  const isEqual = bytes.length === remote.sizeBytes && (await isSameContent(path, remote, bytes));
  if (isEqual) return { hash: localHash, sizeBytes: remote.sizeBytes, modifiedAt: remote.modifiedAt };
  return isLocalSame ? row("changedInApp", false, { localHash }) : row("changedOnBoth", false, { localHash });
}

/** Nothing is remembered: the content decides, else the sizes and, for what to do by default, the times. */
async function judgeUnknown(
  path: string,
  local: LocalFile,
  remote: FileEntry,
  { isSameContent }: PushSides,
  row: MakeRow,
): Promise<PushRow | SyncedFile> {
  let localHash: string | undefined;
  let reason: PushReason | undefined;
  if (local.sizeBytes === remote.sizeBytes) {
    const bytes = await local.read();
    localHash = await contentHash(bytes);
    const isEqual = bytes.length === remote.sizeBytes && (await isSameContent(path, remote, bytes));
    if (isEqual) return { hash: localHash, sizeBytes: remote.sizeBytes, modifiedAt: remote.modifiedAt };
    if (isEqual === undefined) reason = "sizeAlike";
  }
  const isNewerInApp = local.modifiedAt !== undefined && remote.modifiedAt > local.modifiedAt;
  // Most likely the same: sent when it is the newer one, and left when it may not be.
  if (isNewerInApp && reason === "sizeAlike") return row("changed", false, { localHash, reason });
  if (isNewerInApp) return row("changedOnBoth", false, { localHash, reason: "newerInApp" });
  return row("changed", true, { localHash, reason });
}
