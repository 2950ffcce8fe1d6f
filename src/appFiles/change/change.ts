// Parts of every change: targets, their remote files, backups, and the journal that precedes the change.
import type { Clock } from "../../core/async/clock";
import { forEachParallel } from "../../core/async/parallel";
import { FileProblem } from "../../core/errors/fileProblem";
import { isServiceError } from "../../core/errors/serviceError";
import type { FileEntry } from "../../core/model/model";
import { parentOf } from "../../core/paths/appPath";
import type { TreeEntry } from "../../core/paths/walkTree";
import { retentionMs, type Stamp, stampOf } from "../backups/age";
import {
  type Before,
  type ChangeEnd,
  type ChangeId,
  type ChangeLog,
  largestBackupBytes,
} from "../backups/changeLog";
import type { Content } from "../read/contents";
import type { Listing } from "../read/listings";
import type { Observation, ReadOptions } from "../read/readParts";
import type { BaseVersion } from "./base";
import type { ChangeParts } from "./changeParts";
import type { LockOptions } from "./pathLocks";

export interface Target {
  readonly path: string;
  readonly base: BaseVersion | (() => BaseVersion);
  /** Hash of every file that the folder may hold, by path; with any other content it stays. */
  readonly tree?: ReadonlyMap<string, string> | undefined;
}

export interface Snapshot {
  readonly target: Target;
  readonly entry: FileEntry | undefined;
  /** Request of its oldest listing; monotonic. */
  readonly askedAt: number;
  /** The file, or every file and other entry below the folder. */
  readonly files: readonly TreeEntry[];
  readonly folders: ReadonlyMap<string, Listing>;
  /** Number of entries that listings do not show. */
  readonly hidden: number;
}

export type FoundTargets = ReadonlyMap<string, Snapshot>;

export function snapshotOfFile(target: Target, { entry, askedAt }: Observation): Snapshot {
  const files = entry ? [{ path: target.path, entry }] : [];
  return { target, entry, askedAt, files, folders: new Map(), hidden: 0 };
}

type NoBackup = "tooLarge" | "unreadable" | "generated";

export interface NotBackedUp {
  readonly why: NoBackup;
  readonly cause?: unknown;
}

/** The change would lose a file that cannot be backed up. Nothing was changed. */
export class CannotBackUp extends FileProblem {
  constructor(
    readonly files: readonly { readonly path: string; readonly why: NoBackup | "hidden" }[],
    /** The user's agreement covers these versions only. */
    readonly found: FoundTargets,
  ) {
    super("cannotBackUp", files[0]?.path ?? "/", String(files.length));
  }

  /** Merges earlier agreements: the first question's versions count. */
  alsoAgreed(before: CannotBackUp | undefined): CannotBackUp {
    return before ? new CannotBackUp([...before.files, ...this.files], before.found) : this;
  }
}

/** A remote file changed between the first look and the request: nothing was sent. */
export class StaleReadError extends Error {}

export const mostRounds = 6;
export const backupsAtOnce = 8;

/** Restarts on StaleReadError. Rejects with FileProblem "unchecked" after `mostRounds`. */
export async function retryWhenStale<T>(
  path: string | undefined,
  work: (round: number) => Promise<T>,
): Promise<T> {
  for (let round = 1; round <= mostRounds; round++) {
    try {
      return await work(round);
    } catch (error) {
      if (!(error instanceof StaleReadError)) throw error;
    }
  }
  throw new FileProblem("unchecked", path ?? "/");
}

/** Runs after every earlier change of the paths, their parents and their children. */
export async function inTurn<T>(
  { locks, own }: ChangeParts,
  paths: readonly string[],
  lock: LockOptions,
  work: () => Promise<T>,
): Promise<T> {
  const release = await locks.acquire(paths, lock);
  try {
    return await own.whileChanging(paths, work);
  } finally {
    release();
  }
}

/** The content for the backup, or why there is none. Rejects with StaleReadError when the remote file is gone. */
export async function contentToBackUp(
  parts: ChangeParts,
  { path, entry }: TreeEntry,
  askedAt: number,
  { isElsewhere, ...read }: ReadOptions & { readonly isElsewhere?: boolean | undefined },
): Promise<Content | NotBackedUp> {
  if (entry.type !== "file") return { why: "unreadable" };
  if (entry.sizeBytes > largestBackupBytes && !isElsewhere) return { why: "tooLarge" };
  try {
    return await parts.content(path, { entry, askedAt }, read);
  } catch (error) {
    if (!isServiceError(error) || isServiceError(error, "unauthorized", "forbidden", "dialect")) throw error;
    if (!isServiceError(error, "notFound", "badInput")) return { why: "unreadable", cause: error };
    // Deleted, or replaced by a folder, since the listing.
    parts.listings.markStale(parentOf(path));
    throw new StaleReadError();
  }
}

export type ReadContents = ReadonlyMap<string, Content | NotBackedUp>;

export function contentIn(read: ReadContents, path: string | undefined): Content | undefined {
  const found = read.get(path ?? "");
  return found && "bytes" in found ? found : undefined;
}

interface Planned {
  readonly snapshot: Snapshot;
  readonly read: ReadContents;
  readonly log: ChangeLog;
  readonly beforeLook: Stamp;
  readonly afterHash?: string;
}

export interface Prepared extends Planned {
  changes: Promise<readonly ChangeId[]>;
  backedUpAt: Stamp;
  hasEnd?: boolean;
}

export function prepared(clock: Clock, planned: Planned): Prepared {
  return { ...planned, changes: writtenDown(planned), backedUpAt: stampOf(clock) };
}

/**
 * Repeats backups that are older than half a day, as after sleep, and then resolves with true. By either clock:
 * the monotonic one may stop in sleep.
 */
export async function backUpAgain(all: readonly Prepared[], clock: Clock): Promise<boolean> {
  const now = stampOf(clock);
  let isAgain = false;
  for (const each of all) {
    const { changes, backedUpAt, log } = each;
    if (Math.max(now.up - backedUpAt.up, now.at - backedUpAt.at) <= retentionMs / 2) continue;
    const again = writtenDown(each);
    await again;
    each.changes = again;
    each.backedUpAt = now;
    isAgain = true;
    for (const id of await changes) await log.did(id, "notDone");
  }
  return isAgain;
}

function writtenDown({ snapshot, read, log, afterHash }: Planned): Promise<readonly ChangeId[]> {
  const isPut = afterHash !== undefined;
  const { target, entry } = snapshot;
  const files = isPut ? [{ path: target.path, entry }] : snapshot.files;
  const writeDown = async (): Promise<ChangeId[]> => {
    const ids: ChangeId[] = [];
    try {
      await forEachParallel(files, backupsAtOnce, async ({ path, entry }) => {
        const before = beforeOf(entry, read.get(path));
        ids.push(await log.will({ side: "app", path, what: isPut ? "put" : "remove", before, afterHash }));
      });
    } catch (error) {
      for (const id of ids) await log.did(id, "notDone");
      throw error;
    }
    return ids;
  };
  const changes = writeDown();
  changes.catch(() => undefined);
  return changes;
}

/** Does nothing for a change whose backup failed, or that has ended. */
export async function ended(
  one: Prepared,
  end: ChangeEnd,
  after?: Parameters<ChangeLog["did"]>[2],
): Promise<void> {
  if (one.hasEnd) return;
  one.hasEnd = true;
  for (const id of await one.changes.catch(() => [])) await one.log.did(id, end, after);
}

function beforeOf(entry: FileEntry | undefined, found: Content | NotBackedUp | undefined): Before {
  if (!entry) return "absent";
  if (found && "bytes" in found) return { bytes: found.bytes, hash: found.hash, entry };
  return { notBackedUp: found?.why ?? "unreadable", sizeBytes: entry.sizeBytes };
}
