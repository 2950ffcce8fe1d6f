// What every change of an app's files is made of: its targets, what was found there, what of it is kept, and how that is
// written down before anything is replaced or deleted.
import type { Clock } from "../../core/async/clock";
import { FileProblem } from "../../core/errors/fileProblem";
import { isServiceError } from "../../core/errors/serviceError";
import type { FileEntry } from "../../core/model/model";
import { parentOf } from "../../core/paths/appPath";
import type { TreeEntry } from "../../core/paths/walkTree";
import { keptForMs, type Stamp, stampOf } from "../backups/age";
import {
  type Before,
  type ChangeEnd,
  type ChangeId,
  type ChangeLog,
  largestKeptBytes,
  type PlannedChange,
} from "../backups/changeLog";
import type { Content } from "../read/contents";
import type { Listing } from "../read/observations";
import type { Observation, ReadOptions } from "../read/readParts";
import type { Base } from "./base";
import type { ChangeParts } from "./changeParts";
import type { LockOptions } from "./pathLocks";

/** What is to be changed, and what the author had seen of it. A folder's base is the tree as it is found. */
export interface Target {
  readonly path: string;
  readonly base: Base | (() => Base);
  /** Files that a folder must hold and no others, by path, with the hash of each: it goes only when it is just these. */
  readonly tree?: ReadonlyMap<string, string> | undefined;
}

/** A target as it was found, with all that it holds. */
export interface Snapshot {
  readonly target: Target;
  /** Undefined when nothing is there. */
  readonly entry: FileEntry | undefined;
  /** When the oldest listing of it was asked for; monotonic. */
  readonly askedAt: number;
  /** What would go: the file itself, or every file and other entry below the folder. */
  readonly files: readonly TreeEntry[];
  /** The folder and those below it, as they were listed. */
  readonly folders: ReadonlyMap<string, Listing>;
  /** Entries below it that are not shown. */
  readonly hidden: number;
}

/** What was found of targets, by path. Those that could not be looked at are not in it. */
export type FoundTargets = ReadonlyMap<string, Snapshot>;

/** What is no folder, as a change finds it. */
export function snapshotOfFile(target: Target, { entry, askedAt }: Observation): Snapshot {
  const files = entry ? [{ path: target.path, entry }] : [];
  return { target, entry, askedAt, files, folders: new Map(), hidden: 0 };
}

/** Why a file cannot be kept. */
type NotKept = "tooLarge" | "unreadable" | "generated";

/** A file that cannot be kept, and of an unreadable one the error. */
export interface Unkept {
  readonly why: NotKept;
  readonly cause?: unknown;
}

/** What would go for good: it cannot be kept. Nothing was changed. */
export class CannotKeep extends FileProblem {
  constructor(
    readonly files: readonly { readonly path: string; readonly why: NotKept | "hidden" }[],
    /** What was found: an agreement to lose it is about this and nothing that comes later. */
    readonly found: FoundTargets,
  ) {
    super("cannotKeep", files[0]?.path ?? "/", String(files.length));
  }

  /** With what was agreed to before: the first question says what was found. */
  alsoAgreed(before: CannotKeep | undefined): CannotKeep {
    return before ? new CannotKeep([...before.files, ...this.files], before.found) : this;
  }
}

/** Something changed between the first look and the request: nothing was sent. */
export class Overtaken extends Error {}

/** How often a change begins again because something else changed. Then its end is "unchecked". */
export const mostRounds = 6;

/** Repeats the work while it is overtaken by other changes. Rejects with FileProblem "unchecked" when that has no end. */
export async function untilNotOvertaken<T>(
  path: string | undefined,
  work: (round: number) => Promise<T>,
): Promise<T> {
  for (let round = 1; round <= mostRounds; round++) {
    try {
      return await work(round);
    } catch (error) {
      if (!(error instanceof Overtaken)) throw error;
    }
  }
  throw new FileProblem("unchecked", path ?? "/");
}

/** Does a change when its turn has come: every earlier one of the paths, and of what is above or below them, is over then. */
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

/** The content of a file that goes, or why it cannot be kept. Rejects with Overtaken when it is gone. */
export async function contentToKeep(
  parts: ChangeParts,
  { path, entry }: TreeEntry,
  askedAt: number,
  { isElsewhere, ...read }: ReadOptions & { readonly isElsewhere?: boolean | undefined },
): Promise<Content | Unkept> {
  if (entry.type !== "file") return { why: "unreadable" };
  if (entry.sizeBytes > largestKeptBytes && !isElsewhere) return { why: "tooLarge" };
  try {
    return await parts.content(path, { entry, askedAt }, read);
  } catch (error) {
    if (!isServiceError(error) || isServiceError(error, "unauthorized", "forbidden", "wire")) throw error;
    if (!isServiceError(error, "notFound", "badInput")) return { why: "unreadable", cause: error };
    // It vanished, or became a folder, since it was listed.
    parts.observations.markStale(parentOf(path));
    throw new Overtaken();
  }
}

/** What was read of files that go, by path. */
export type ReadContents = ReadonlyMap<string, Content | Unkept>;

/** The content of a path; undefined when it was not read. */
export function contentIn(read: ReadContents, path: string | undefined): Content | undefined {
  const found = read.get(path ?? "");
  return found && "bytes" in found ? found : undefined;
}

/** A target that is looked at and agreed to, and where its change is written down. */
interface Planned {
  readonly snapshot: Snapshot;
  readonly read: ReadContents;
  readonly log: ChangeLog;
  /** Of what is put there; absent for a removal. */
  readonly afterHash?: string;
}

/** A target whose content is kept. */
export interface Prepared extends Planned {
  /** Resolves when everything that goes is kept and written down. */
  changes: Promise<readonly ChangeId[]>;
  keptAt: Stamp;
}

/** Keeps what goes and writes the change down, before anything is changed. */
export function prepared(clock: Clock, planned: Planned): Prepared {
  return { ...planned, changes: writtenDown(planned), keptAt: stampOf(clock) };
}

/**
 * What was kept before a machine slept for half a day is kept again: else it would soon be too old to be brought back. By
 * either clock, since the monotonic one may stand still in sleep.
 */
export async function keepAgain(all: readonly Prepared[], clock: Clock): Promise<void> {
  const now = stampOf(clock);
  for (const each of all) {
    const { changes, keptAt, log } = each;
    if (Math.max(now.up - keptAt.up, now.at - keptAt.at) <= keptForMs / 2) continue;
    each.changes = writtenDown(each);
    each.keptAt = now;
    await each.changes;
    for (const id of await changes) await log.did(id, "notDone");
  }
}

function writtenDown({ snapshot, read, log, afterHash }: Planned): Promise<readonly ChangeId[]> {
  const isPut = afterHash !== undefined;
  const { target, entry } = snapshot;
  const files = isPut ? [{ path: target.path, entry }] : snapshot.files;
  const writeDown = async (): Promise<ChangeId[]> => {
    const ids: ChangeId[] = [];
    try {
      for (const { path, entry } of files) {
        const what: PlannedChange["what"] = isPut ? "put" : "remove";
        const before = beforeOf(entry, read.get(path));
        ids.push(await log.will({ side: "app", path, what, before, afterHash }));
      }
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

/** Writes down how a change ended. Nothing was written down when it could not be kept. */
export async function ended(
  { log, changes }: Prepared,
  end: ChangeEnd,
  after?: Parameters<ChangeLog["did"]>[2],
): Promise<void> {
  for (const id of await changes.catch(() => [])) await log.did(id, end, after);
}

function beforeOf(entry: FileEntry | undefined, found: Content | Unkept | undefined): Before {
  if (!entry) return "absent";
  if (found && "bytes" in found) return { bytes: found.bytes, hash: found.hash, entry };
  return { notKept: found?.why ?? "unreadable", sizeBytes: entry.sizeBytes };
}
