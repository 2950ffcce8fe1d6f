// What became of a request that was sent: only a look decides. A listing tells it, and where that cannot tell, the file is
// read back.

import { FileProblem } from "../../core/errors/fileProblem";
import { isRefusal, isServiceError, ServiceError } from "../../core/errors/serviceError";
import type { FileEntry } from "../../core/model/model";
import { nameOf, parentOf } from "../../core/paths/appPath";
import { type TreeEntry, walkTree } from "../../core/paths/walkTree";
import type { Content } from "../read/contents";
import { type Listing, listedOnce, type Observations } from "../read/observations";
import { isUnlisted, unlistedFile } from "../read/pathLookup";
import type { Observation } from "../read/readParts";
import { isSameEntry, isSameVersion } from "../read/serviceTime";
import type { Snapshot } from "./change";
import { type ChangeParts, lagWaitsMs, momentMs } from "./changeParts";
import type { Went } from "./look";

/** A file that was sent, and what was at its path right before. */
export interface Sent {
  readonly path: string;
  readonly content: Content;
  readonly before: FileEntry | undefined;
  /** What that held; undefined when nothing was there, or when it is too large to be read. */
  readonly contentBefore: Content | undefined;
}

/** Monotonic: when the first request of an upload went out, and when it was answered. */
interface Answered {
  readonly sentAt: number;
  readonly answeredAt: number;
  /** How long the proof may wait for a listing that somebody else asks for, in milliseconds. */
  readonly withinMs: number;
}

/** A file of an archive may get the time that it has in there, which tells nothing. */
const anyTime: Answered = { sentAt: -Infinity, answeredAt: Infinity, withinMs: 0 };
const looksForUnpacked = 3;

/** The listed file, and whether its content was read back. */
export interface Proved {
  readonly entry: FileEntry;
  readonly askedAt: number;
  readonly isReadBack: boolean;
}

/** What is at the path of an upload: what was sent, what was there before, or something else. */
export type StateAfter = Proved | "before" | "other";

/** The service took an upload and has something else in its place, or nothing. */
export class NotStored extends FileProblem {
  /** An older upload of the same content had no answer and may still arrive. */
  outcomeUnknown = false;

  constructor(
    path: string,
    /**
     * The remote file now, with its hash when it could be read. `isBefore`: it is what was there before; `isPart`: the
     * beginning of what was sent.
     */
    readonly found: {
      readonly entry: FileEntry | undefined;
      readonly hash: string | undefined;
      readonly isBefore: boolean;
      readonly isPart: boolean;
    },
    sentBytes: number,
  ) {
    super(
      "notStored",
      path,
      `${sentBytes} ${found.isBefore ? "before" : (found.entry?.sizeBytes ?? "")}`.trim(),
    );
  }
}

/**
 * Looks until `look` has an answer, or as often as a listing may lag: then undefined. A look that fails is no answer;
 * rejects when they fail for as long as a request may take. `round` counts all looks, from 0.
 */
async function untilSettled<T>(
  { clock, wire }: Pick<ChangeParts, "clock" | "wire">,
  look: (round: number, isLast: boolean) => Promise<T | undefined>,
  mostLooks: number = lagWaitsMs.length,
): Promise<T | undefined> {
  const giveUpAt = clock.monotonicMs() + wire.timeoutMs;
  for (let round = 0, good = 1; ; round++) {
    const waitMs = lagWaitsMs[Math.min(round, lagWaitsMs.length - 1)] ?? 0;
    if (waitMs > 0) await clock.sleep(waitMs);
    try {
      const found = await look(round, good >= mostLooks);
      if (found !== undefined || good >= mostLooks) return found;
      good++;
    } catch (error) {
      const isOver = clock.monotonicMs() >= giveUpAt;
      if (isOver || isServiceError(error, "unauthorized", "forbidden")) throw error;
    }
  }
}

/**
 * Resolves when an upload that was answered is proved to be stored. Rejects with NotStored after that many looks, or as
 * looking does when nothing can be seen.
 */
export async function proveStored(
  parts: ChangeParts,
  sent: Sent,
  times: Answered,
  mostLooks?: number,
): Promise<Proved> {
  const { observations } = parts;
  const folder = parentOf(sent.path);
  let last: Observation = { entry: undefined, askedAt: 0 };
  const look = async (round: number): Promise<Proved | undefined> => {
    const isFirst = round === 0;
    const listing = isFirst
      ? observations.after(folder, times.answeredAt, times.withinMs)
      : observations.get(folder, 0);
    last = await entryIn(parts, sent.path, listing);
    const byVersion = isFirst ? provedByVersion(parts, sent, times, last) : undefined;
    const state = byVersion ?? (await stateIn(parts, sent, last));
    return typeof state === "object" ? state : undefined;
  };
  return (await untilSettled(parts, look, mostLooks)) ?? (await provedByReading(parts, sent, last));
}

async function entryIn(parts: ChangeParts, path: string, asked: Promise<Listing>): Promise<Observation> {
  try {
    const { entries, askedAt } = await asked;
    return { entry: entries.get(nameOf(path)), askedAt };
  } catch (error) {
    // The folder was to be made by the file: those above say whether it is there.
    if (!isServiceError(error, "notFound", "badInput")) throw error;
    return await parts.observe(path, 0);
  }
}

function hasSize(entry: FileEntry | undefined, { bytes }: Content): entry is FileEntry {
  return entry?.type === "file" && entry.sizeBytes === bytes.byteLength;
}

function provedByVersion(
  { serviceTime }: ChangeParts,
  { content, before }: Sent,
  { sentAt, answeredAt, withinMs }: Answered,
  { entry, askedAt }: Observation,
): Proved | undefined {
  if (!hasSize(entry, content)) return undefined;
  const isNew = before?.type !== "file" || !isSameVersion(entry, before);
  // A file of this size that came later, or before it was sent, may be somebody else's: then only its content tells.
  // Where the clock of files is ahead, one of before looks young, and each is read.
  const isOtherTime = serviceTime.isAfter(entry, answeredAt, 0) || serviceTime.isCertain(entry, sentAt);
  const isPrompt = askedAt - answeredAt <= withinMs + momentMs;
  return isNew && isPrompt && !isOtherTime && serviceTime.areFileTimesClose
    ? { entry, askedAt, isReadBack: false }
    : undefined;
}

/**
 * Those of the files of one archive that are proved to be stored, by path. Looks until all are, or some times. Where it
 * is not known to be unpacked (`isUnpacked`) only their contents prove them: a new version may be another client's.
 */
export async function proveUnpacked(
  parts: ChangeParts,
  all: readonly Sent[],
  isUnpacked: boolean,
): Promise<ReadonlyMap<string, Proved>> {
  const found = new Map<string, Proved>();
  const look = async (): Promise<true | undefined> => {
    const list = listedOnce((directory) => parts.observations.get(directory, 0));
    for (const sent of all) {
      if (found.has(sent.path)) continue;
      // What cannot be looked at is left to a put of its own.
      const state = await entryIn(parts, sent.path, list(parentOf(sent.path)))
        .then(async (now) => {
          const byVersion = isUnpacked ? provedByVersion(parts, sent, anyTime, now) : undefined;
          return byVersion ?? (await stateIn(parts, sent, now));
        })
        .catch(() => undefined);
      if (typeof state === "object") found.set(sent.path, state);
    }
    return found.size === all.length || undefined;
  };
  await untilSettled(parts, look, looksForUnpacked);
  return found;
}

/** What is at the path now, after an upload that had no answer: once it is not what was there before. */
export async function stateAfter(parts: ChangeParts, sent: Sent): Promise<StateAfter> {
  const state = await untilSettled(parts, async () => {
    const now = await stateNow(parts, sent);
    return now === "before" ? undefined : now;
  });
  return state ?? "before";
}

/** The same after a refusal. A listing that shows the old version may lag, so the old content is read. */
export async function stateAfterRefusal(parts: ChangeParts, sent: Sent): Promise<StateAfter> {
  const { path, before, contentBefore } = sent;
  const state = await stateNow(parts, sent);
  if (state !== "before" || !before) return state;
  // What is too large to be read cannot be told from what was sent.
  if (!contentBefore) throw new FileProblem("unchecked", path);
  const there = await readBack(parts, path, { entry: before, askedAt: parts.clock.monotonicMs() });
  return there?.hash === contentBefore.hash ? "before" : "other";
}

async function stateNow(parts: ChangeParts, sent: Sent): Promise<StateAfter> {
  return await stateIn(parts, sent, await parts.observeByName(sent.path, 0, { priority: "interactive" }));
}

async function stateIn(
  parts: ChangeParts,
  { path, content, before, contentBefore }: Sent,
  now: Observation,
): Promise<StateAfter> {
  if (hasSize(now.entry, content)) {
    const there = await readBack(parts, path, now);
    if (there?.hash === content.hash) return { ...now, entry: now.entry, isReadBack: true };
    // The listing may lag behind what was read.
    if (there && contentBefore && there.hash !== contentBefore.hash) return "other";
  }
  return isSameEntry(now.entry, before) ? "before" : "other";
}

/** The content of the listed file, read again whatever is remembered of it; undefined when no file is listed. */
async function readBack(
  parts: ChangeParts,
  path: string,
  { entry, askedAt }: Observation,
): Promise<Content | undefined> {
  if (entry?.type !== "file") return undefined;
  parts.contents.delete(path);
  return await parts.content(path, { entry, askedAt }, { priority: "interactive" });
}

/** A listing may lag behind the file itself, or be cut off: what a read brings decides. Rejects with NotStored. */
async function provedByReading(parts: ChangeParts, sent: Sent, { entry }: Observation): Promise<Proved> {
  const { path, content, before, contentBefore } = sent;
  const { bytes, hash } = content;
  const asSent = { entry: unlistedFile(path, bytes.byteLength), askedAt: parts.clock.monotonicMs() };
  // Listings may lag for longer than they were waited for: only a read, or the lack of the file, says what is stored.
  const there = await readBack(parts, path, asSent).catch((error: unknown) => {
    if (isServiceError(error) && !isServiceError(error, "notFound", "badInput")) throw error;
    return undefined;
  });
  if (there?.hash === hash) return { ...asSent, isReadBack: true };
  const isOther = !entry || !before || !isSameVersion(entry, before);
  const isPart = isOther && isBeginning(there, content);
  const isBefore =
    entry !== undefined && (there && contentBefore ? there.hash === contentBefore.hash : !isOther);
  throw new NotStored(path, { entry, hash: there?.hash, isBefore, isPart }, bytes.byteLength);
}

function isBeginning(there: Content | undefined, { bytes }: Content): there is Content {
  return there?.bytes.every((byte, index) => byte === bytes[index]) === true;
}

/** The hash of what a refused upload has left, where that is the beginning of what was sent. */
export async function partLeft(parts: ChangeParts, { path, content }: Sent): Promise<string | undefined> {
  try {
    const there = await readBack(
      parts,
      path,
      await parts.observeByName(path, 0, { priority: "interactive" }),
    );
    return isBeginning(there, content) ? there.hash : undefined;
  } catch {
    return undefined;
  }
}

/** An upload ended with something in its place that is neither old nor new. */
export function changedMeanwhile(path: string, cause: unknown): ServiceError {
  const how = isRefusal(cause) ? "the service refused the upload" : "the connection broke during the upload";
  return new ServiceError(
    "conflict",
    "an upload without an answer, and something in its place that is neither old nor new",
    {
      cause,
      outcomeUnknown: true,
      serviceText: `${nameOf(path)}: ${how}, and the app now has something else in its place. Your copy is unchanged; compare the two before you try again.`,
    },
  );
}

/** The service took a change, or refused it, and nobody could look what became of it. `what`: begins the sentence. */
export function unseenEnd(what: string, cause: unknown): ServiceError {
  const failure = isServiceError(cause) ? cause : (cause as Error).cause;
  const known = isServiceError(failure) ? failure : undefined;
  return new ServiceError(
    known?.kind ?? "network",
    `a change whose end could not be seen: ${known?.message ?? cause}`,
    {
      cause,
      outcomeUnknown: true,
      ...(known?.status === undefined ? {} : { status: known.status }),
      serviceText:
        known?.serviceText ?? `${what} was sent, but the app's files couldn't be listed afterward.`,
    },
  );
}

/** How a removal ended for a path: nothing is there, somebody has put something else there, or it is still there. */
type RemovalEnd = "gone" | "replaced" | "left";

/**
 * Looks until all are gone, or as often as a listing may lag; the ends by path. Where a listing may be older than the file,
 * or says what a refusal denies, the path itself is asked for. Rejects when nothing can be seen within a time limit.
 */
export async function proveRemoved(
  parts: ChangeParts,
  snapshots: readonly Snapshot[],
  { sentAt, failure }: Pick<Went, "sentAt" | "failure">,
): Promise<ReadonlyMap<string, RemovalEnd>> {
  const doneAfter = failure ? undefined : sentAt;
  const ends = new Map<string, RemovalEnd>();
  await untilSettled(parts, async (_round, isLast) => {
    const list = listedOnce((directory) => parts.observations.get(directory, 0));
    let isOver = true;
    for (const snapshot of snapshots) {
      const { path } = snapshot.target;
      if ((ends.get(path) ?? "left") !== "left") continue;
      const isDoubtful = isRefusal(failure) || (snapshot.entry && isUnlisted(snapshot.entry));
      const listed = await entryAt(path, list);
      const there = listed ?? (isDoubtful ? (await parts.observeByName(path, 0, {})).entry : undefined);
      const isReplaced = there && (await isOther(parts, snapshot, { there, doneAfter, isLast }));
      ends.set(path, !there ? "gone" : isReplaced ? "replaced" : "left");
      isOver &&= ends.get(path) !== "left";
    }
    return isOver || undefined;
  });
  // Listings may lag for longer: one by one, until the service still has a path that they show.
  for (const [path, end] of ends) {
    if (end !== "left") continue;
    if (await hasPath(parts, path)) break;
    ends.set(path, "gone");
  }
  return ends;
}

/** False only when the service says of the very path that nothing is there. */
async function hasPath({ wire }: ChangeParts, path: string): Promise<boolean> {
  try {
    await wire.observe(path, {});
    return true;
  } catch (error) {
    return !isServiceError(error, "notFound");
  }
}

/** A folder that cannot be listed is gone only when its own parent says so, up to the app itself. */
async function entryAt(
  path: string,
  list: (directory: string) => Promise<Listing>,
): Promise<FileEntry | undefined> {
  const directory = parentOf(path);
  try {
    return (await list(directory)).entries.get(nameOf(path));
  } catch (error) {
    // The parent is a file now.
    if (isServiceError(error, "badInput")) return undefined;
    if (directory === "/" || !isServiceError(error, "notFound", "refused")) throw error;
    if (!(await entryAt(directory, list))) return undefined;
    throw error;
  }
}

/** Whether another author made the entry after the deletion request was sent; a folder when it was created again with newer files only. */
async function isOther(
  { observations, serviceTime }: ChangeParts,
  { target, entry, files: before }: Snapshot,
  { there, doneAfter, isLast }: { there: FileEntry; doneAfter: number | undefined; isLast: boolean },
): Promise<boolean> {
  if (there.type !== entry?.type) return true;
  if (doneAfter === undefined || isUnlisted(there) || isSameEntry(there, entry)) return false;
  if (there.type !== "directory") return serviceTime.isAfter(there, doneAfter);
  if (!isLast || there.createdAt === entry.createdAt) return false;
  const files = await filesBelow(target.path, observations);
  const old = new Map(before.map((file) => [file.path, file.entry]));
  const isNew = (file: TreeEntry): boolean =>
    !isSameEntry(old.get(file.path), file.entry) && serviceTime.isAfter(file.entry, doneAfter);
  // An empty folder that stays is not gone.
  return files.length > 0 && files.every(isNew);
}

async function filesBelow(path: string, observations: Observations): Promise<TreeEntry[]> {
  const tree = await walkTree(path, {
    list: async (directory) => [...(await observations.get(directory, 0)).entries.values()],
  });
  return tree.filter(({ entry }) => entry.type !== "directory");
}

/** Why a path is still there: `cause`, or a FileProblem "partlyDeleted" where a folder can be seen to lack files that it had. */
export async function whyLeft(
  { observations }: ChangeParts,
  { target: { path }, entry, files }: Snapshot,
  cause: ServiceError,
): Promise<ServiceError | FileProblem> {
  if (entry?.type !== "directory") return cause;
  const there = await filesBelow(path, observations).catch(() => undefined);
  const paths = new Set(there?.map((file) => file.path));
  const gone = there ? files.filter((file) => !paths.has(file.path)).map((file) => file.path) : [];
  return gone.length > 0 ? new FileProblem("partlyDeleted", path, gone.join("\n"), { cause }) : cause;
}
