// What moving files between this machine and an app would do, one row for each file, whichever way it goes. A plan is
// made from one look at both sides and changes nothing; runTransfer.ts does what is chosen of it.
import type { FileEntry } from "../../../core/model/model";
import { largestKeptBytes } from "../../backups/changeLog";
import type { Base } from "../../change/base";
import type { LocalFile } from "./filePairs";
import { isAsSynced, type SyncedFile } from "./pushManifest";
import type { TransferProblem } from "./transferProblem";

export type Direction = "toApp" | "toLocal";

/** What became of a file; the target is where the row goes to. */
export type RowKind =
  /** The target does not have it. */
  | "added"
  /** Only the other side changed it. */
  | "changed"
  /** Only the other side deleted it. */
  | "deleted"
  /** Both sides changed it, or it cannot be known that only one did. */
  | "changedOnBoth"
  /** Only the target changed it. */
  | "changedInTarget"
  /** The target deleted it. */
  | "deletedInTarget"
  /** It was never seen on the other side. */
  | "onlyInTarget"
  /** It cannot be moved. */
  | "blocked";

/** A content that neither side has now. */
export interface KeptContent {
  readonly hash: string;
  readonly sizeBytes: number;
  /** Rejects when it is not kept any more. */
  read(): Promise<Uint8Array>;
}

/** A file that is not the same on both sides. */
export interface TransferRow {
  readonly kind: RowKind;
  readonly direction: Direction;
  /** Inside the app. */
  readonly path: string;
  /** Relative to the folder of this machine. */
  readonly localPath: string;
  readonly local: LocalFile | undefined;
  readonly remote: FileEntry | undefined;
  /** When the app's side was asked for; monotonic. */
  readonly askedAt: number;
  /** What both sides shared last. */
  readonly synced?: SyncedFile | undefined;
  /** Of each side's content, when planning had to read it. */
  readonly localHash?: string | undefined;
  readonly remoteHash?: string | undefined;
  /** What is put, when it is not the other side's file. */
  readonly kept?: KeptContent | undefined;
  /** What its author had seen of the app's file, when that is more than this row says. */
  readonly base?: Base | undefined;
  readonly reason?: TransferProblem | undefined;
  /** The local path that this machine may take for the same; it is written first. */
  readonly collidesWith?: string | undefined;
  /** Whether it is moved unless the user says otherwise. */
  readonly isChosen: boolean;
}

/** What was planned, and what both sides were found to share. */
export interface TransferPlan {
  readonly rows: readonly TransferRow[];
  /** How many are the same on both sides. */
  readonly unchanged: number;
}

/** The bytes that the row puts into its target; undefined when it removes the target's file. */
export function putBytesOf({ direction, kept, local, remote }: TransferRow): number | undefined {
  return (kept ?? (direction === "toApp" ? local : remote))?.sizeBytes;
}

/** What the row overwrites or deletes, in bytes; undefined when nothing is there. */
function lostBytesOf({ direction, local, remote }: TransferRow): number | undefined {
  return (direction === "toApp" ? remote : local)?.sizeBytes;
}

/** Whether what the row overwrites or deletes can be brought back for a day. */
export function canBeKept(row: TransferRow): boolean {
  return (lostBytesOf(row) ?? 0) <= largestKeptBytes;
}

/** What would be gone for good is for a person to decide. */
export function unlessLost<T extends TransferRow>(row: T): T {
  return canBeKept(row) ? row : { ...row, isChosen: false };
}

export function isPossible({ kind }: TransferRow): boolean {
  return kind !== "blocked";
}

/** What the plan has seen of the app's file: it is replaced or deleted only while it is still that. */
export function baseOf(row: TransferRow): Base {
  const { base, remote, remoteHash, synced, askedAt } = row;
  if (base) return base;
  if (!remote) return { kind: "absent" };
  const hash = remoteHash ?? (synced && isAsSynced(remote, synced) ? synced.hash : undefined);
  // What is too large to be kept is not read before it goes, so that only its version can tell.
  if (hash !== undefined && canBeKept(row)) return { kind: "contents", hashes: [hash], mustExist: true };
  return { kind: "version", entry: remote, askedAt };
}

/** A file that cannot be moved, and why. */
export function blockedRow(
  direction: Direction,
  { path, localPath }: Pick<TransferRow, "path" | "localPath">,
  reason: TransferProblem,
): TransferRow {
  const nothing = { local: undefined, remote: undefined, askedAt: 0 };
  return { kind: "blocked", direction, path, localPath, ...nothing, reason, isChosen: false };
}
