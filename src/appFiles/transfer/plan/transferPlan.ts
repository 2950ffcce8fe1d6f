// Plan of a transfer in either direction, one row per file. Planning changes nothing; runTransfer.ts does.
import type { FileEntry } from "../../../core/model/model";
import { largestBackupBytes } from "../../backups/changeLog";
import type { BaseVersion } from "../../change/base";
import type { LocalFile } from "./filePairs";
import { isAsSynced, type SyncedFile } from "./pushManifest";
import type { TransferProblem } from "./transferProblem";

export type Direction = "toApp" | "toLocal";

/** "Target" is the side that the row changes. */
export type RowKind =
  | "added"
  | "changed"
  | "deleted"
  /** Both sides changed it, or the memory cannot tell. */
  | "changedOnBoth"
  | "changedInTarget"
  | "deletedInTarget"
  | "onlyInTarget"
  | "blocked";

/** A content of neither side, such as a backup. */
export interface BackupContent {
  readonly hash: string;
  readonly sizeBytes: number;
  /** Rejects when the backup is gone. */
  read(): Promise<Uint8Array>;
}

export interface TransferRow {
  readonly kind: RowKind;
  readonly direction: Direction;
  readonly path: string;
  readonly localPath: string;
  readonly local: LocalFile | undefined;
  readonly remote: FileEntry | undefined;
  /** When the app's side was listed; monotonic. */
  readonly askedAt: number;
  readonly synced?: SyncedFile | undefined;
  readonly localHash?: string | undefined;
  readonly remoteHash?: string | undefined;
  /** The content to put, unless it is the other side's file. */
  readonly backup?: BackupContent | undefined;
  readonly base?: BaseVersion | undefined;
  readonly reason?: TransferProblem | undefined;
  /** A local path that the disk may treat as equal; it is written first. */
  readonly collidesWith?: string | undefined;
  readonly isChosen: boolean;
}

export interface TransferPlan {
  readonly rows: readonly TransferRow[];
  readonly unchanged: number;
}

/** Undefined for a deletion in the target. */
export function putBytesOf({ direction, backup, local, remote }: TransferRow): number | undefined {
  return (backup ?? (direction === "toApp" ? local : remote))?.sizeBytes;
}

function lostBytesOf({ direction, local, remote }: TransferRow): number | undefined {
  return (direction === "toApp" ? remote : local)?.sizeBytes;
}

/** Backups cover files up to a limit. */
export function canBeBackedUp(row: TransferRow): boolean {
  return (lostBytesOf(row) ?? 0) <= largestBackupBytes;
}

/** Losing a file for good is left to the user. */
export function unlessLost<T extends TransferRow>(row: T): T {
  return canBeBackedUp(row) ? row : { ...row, isChosen: false };
}

/** A new file with nearly a remote one's name is left to the user. */
export function unlessAlike(row: TransferRow, alike: string | undefined): TransferRow {
  return alike === undefined ? row : { ...row, isChosen: false, reason: { kind: "alikeInApp", alike } };
}

export function isPossible({ kind }: TransferRow): boolean {
  return kind !== "blocked";
}

/** The row's change requires this version of the remote file. */
export function baseOf(row: TransferRow): BaseVersion {
  const { base, remote, remoteHash, synced, askedAt } = row;
  if (base) return base;
  if (!remote) return { kind: "absent" };
  const hash = remoteHash ?? (synced && isAsSynced(remote, synced) ? synced.hash : undefined);
  // A file too large for a backup is not read, so only its version can be compared.
  if (hash !== undefined && canBeBackedUp(row)) return { kind: "contents", hashes: [hash], mustExist: true };
  return { kind: "version", entry: remote, askedAt };
}

export function blockedRow(
  direction: Direction,
  { path, localPath }: Pick<TransferRow, "path" | "localPath">,
  reason: TransferProblem,
): TransferRow {
  const nothing = { local: undefined, remote: undefined, askedAt: 0 };
  return { kind: "blocked", direction, path, localPath, ...nothing, reason, isChosen: false };
}
