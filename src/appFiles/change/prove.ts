// Proves what a sent request has done, by listings and, where those prove nothing, by reading the file.

import { FileProblem } from "../../core/errors/fileProblem";
import { isRefusal, isServiceError, ServiceError } from "../../core/errors/serviceError";
import type { FileEntry } from "../../core/model/model";
import { nameOf, parentOf } from "../../core/paths/appPath";
import { type TreeEntry, walkTree } from "../../core/paths/walkTree";
import type { Content } from "../read/contents";
import { type Listing, type Listings, listedOnce } from "../read/listings";
import { isUnlisted, unlistedFile } from "../read/pathLookup";
import type { Observation } from "../read/readParts";
import { isSameEntry, isSameVersion, type ServiceTime } from "../read/serviceTime";
import type { Snapshot } from "./change";
import { type ChangeParts, lagWaitsMs, recheckAfterMs } from "./changeParts";
import type { SendResult } from "./look";

export interface Sent {
  readonly path: string;
  readonly content: Content;
  readonly before: FileEntry | undefined;
  readonly contentBefore: Content | undefined;
}

/** Monotonic: start of the upload's first request, and its response. */
interface Answered {
  readonly sentAt: number;
  readonly answeredAt: number;
  /** How long the proof may wait for another caller's listing. */
  readonly withinMs: number;
}

const looksForUnpacked = 3;
const mostReadBack = 16;

export interface Proved {
  readonly entry: FileEntry;
  readonly askedAt: number;
  readonly isReadBack: boolean;
}

export type StateAfter = Proved | "before" | "other";

/** The service accepted the upload and has other content, or no file. */
export class NotStored extends FileProblem {
  /** An older upload of the same content may still arrive. */
  outcomeUnknown = false;

  constructor(
    path: string,
    /** `isBefore`: the old file; `isPart`: the beginning of the upload. */
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

/** Repeats until `look` has a result, or (undefined) as often as a listing may lag. `round` counts from 0. */
async function untilSettled<T>(
  { clock, service }: Pick<ChangeParts, "clock" | "service">,
  look: (round: number, isLast: boolean) => Promise<T | undefined>,
  mostLooks: number = lagWaitsMs.length,
): Promise<T | undefined> {
  const giveUpAt = clock.monotonicMs() + service.timeoutMs;
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

/** Rejects with NotStored after `mostLooks`, or as looking does when every look fails. */
export async function proveStored(
  parts: ChangeParts,
  sent: Sent,
  times: Answered,
  mostLooks?: number,
): Promise<Proved> {
  const { listings } = parts;
  const folder = parentOf(sent.path);
  let last: Observation = { entry: undefined, askedAt: 0 };
  const look = async (round: number): Promise<Proved | undefined> => {
    const isFirst = round === 0;
    const listing = isFirst
      ? listings.after(folder, times.answeredAt, times.withinMs)
      : listings.get(folder, 0);
    last = await entryIn(parts, sent.path, listing);
    const byVersion = isFirst ? provedByVersion(parts, sent, last, times) : undefined;
    // It may have landed elsewhere, and the file of its size be another client's.
    if (byVersion && !parts.service.uploadOutcome?.doubtOf(sent.path)) return byVersion;
    const state = await stateIn(parts, sent, last).catch((error: unknown) => {
      if (!byVersion || isServiceError(error, "notFound")) throw error;
      return byVersion;
    });
    return typeof state === "object" ? state : undefined;
  };
  return (await untilSettled(parts, look, mostLooks)) ?? (await provedByReading(parts, sent, last));
}

async function entryIn(parts: ChangeParts, path: string, asked: Promise<Listing>): Promise<Observation> {
  try {
    const { entries, askedAt } = await asked;
    return { entry: entries.get(nameOf(path)), askedAt };
  } catch (error) {
    // The upload creates the folder; its parents show whether it exists.
    if (!isServiceError(error, "notFound", "badInput")) throw error;
    return await parts.observe(path, 0);
  }
}

export function hasSize(entry: FileEntry | undefined, { bytes }: Content): entry is FileEntry {
  return entry?.type === "file" && entry.sizeBytes === bytes.byteLength;
}

/** `times`: none for a file of an archive, which may get the time that the archive has for it. */
function provedByVersion(
  { serviceTime }: ChangeParts,
  { content, before }: Sent,
  { entry, askedAt }: Observation,
  times?: Answered,
): Proved | undefined {
  if (!hasSize(entry, content)) return undefined;
  const isNew = before?.type !== "file" || !isSameVersion(entry, before);
  const isOurTime = !times || isTimeOf(times, entry, askedAt, serviceTime);
  return isNew && isOurTime && serviceTime.areFileTimesClose
    ? { entry, askedAt, isReadBack: false }
    : undefined;
}

/** Another client's file may be from before the upload, or long after it. One that only looks so is read, too. */
function isTimeOf(
  { sentAt, answeredAt, withinMs }: Answered,
  entry: FileEntry,
  askedAt: number,
  serviceTime: ServiceTime,
): boolean {
  if (serviceTime.wasSetSince(sentAt) || askedAt - answeredAt > withinMs + recheckAfterMs) return false;
  return !serviceTime.isAfter(entry, answeredAt, 0) && !serviceTime.isBefore(entry, sentAt);
}

/**
 * The archive's files that are proved, by path. Unless the archive is known to be unpacked (`isUnpacked`)
 * only their contents prove them: a new version may be another client's.
 */
export async function proveUnpacked(
  parts: ChangeParts,
  all: readonly Sent[],
  isUnpacked: boolean,
): Promise<ReadonlyMap<string, Proved>> {
  const found = new Map<string, Proved>();
  let isVersionProof = isUnpacked;
  const look = async (): Promise<true | undefined> => {
    const list = listedOnce((directory) => parts.listings.get(directory, 0));
    for (const sent of all) {
      if (found.has(sent.path)) continue;
      // Left to a single put.
      const state = await entryIn(parts, sent.path, list(parentOf(sent.path)))
        .then(async (now) => {
          const byVersion = isVersionProof ? provedByVersion(parts, sent, now) : undefined;
          return byVersion ?? (await stateIn(parts, sent, now));
        })
        .catch(() => undefined);
      if (typeof state === "object") found.set(sent.path, state);
    }
    return found.size === all.length || undefined;
  };
  const isWhole = await untilSettled(parts, look, looksForUnpacked);
  // The few that are there may be another client's: the archive is gone, and may not have been unpacked.
  if (!isWhole && found.size <= mostReadBack) {
    for (const [path, { isReadBack }] of found) if (!isReadBack) found.delete(path);
    isVersionProof = false;
    await look();
  }
  return found;
}

/** For an upload without a response: looks until the old file is replaced. */
export async function stateAfter(parts: ChangeParts, sent: Sent): Promise<StateAfter> {
  const state = await untilSettled(parts, async () => {
    const now = await stateNow(parts, sent);
    return now === "before" ? undefined : now;
  });
  return state ?? "before";
}

/** For a refused upload. The old version may come from a lagging listing, so its content is read. */
export async function stateAfterRefusal(parts: ChangeParts, sent: Sent): Promise<StateAfter> {
  const { path, before, contentBefore } = sent;
  const state = await stateNow(parts, sent);
  if (state !== "before" || !before) return state;
  // Without its content the old file can't be distinguished from the upload.
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
    // The listing may lag behind the read.
    if (there && contentBefore && there.hash !== contentBefore.hash) return "other";
  }
  return isSameEntry(now.entry, before) ? "before" : "other";
}

async function readBack(
  parts: ChangeParts,
  path: string,
  { entry, askedAt }: Observation,
): Promise<Content | undefined> {
  if (entry?.type !== "file") return undefined;
  parts.contents.delete(path);
  return await parts.content(path, { entry, askedAt }, { priority: "interactive" });
}

/** Listings may lag or be incomplete: a read decides. Rejects with NotStored. */
async function provedByReading(parts: ChangeParts, sent: Sent, { entry }: Observation): Promise<Proved> {
  const { path, content, before, contentBefore } = sent;
  const { bytes, hash } = content;
  const asSent = { entry: unlistedFile(path, bytes.byteLength), askedAt: parts.clock.monotonicMs() };
  // Listings may lag longer than the wait: only a read, or a 404, proves what is stored.
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

/** Hash of the remote file when it is the beginning of a refused upload. */
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

/** The remote file is neither the old nor the new content. */
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

/** The service responded, and no look succeeded since. `what` begins the sentence. */
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

/** "replaced": another client has put a file there. */
type RemovalEnd = "gone" | "replaced" | "left";

/**
 * Looks until every path is gone, or as often as a listing may lag. Requests a path itself where a listing
 * may predate the file or contradicts a refusal. Rejects when every look fails for a time limit.
 */
export async function proveRemoved(
  parts: ChangeParts,
  snapshots: readonly Snapshot[],
  { sentAt, failure }: Pick<SendResult, "sentAt" | "failure">,
): Promise<ReadonlyMap<string, RemovalEnd>> {
  const doneAfter = failure ? undefined : sentAt;
  const ends = new Map<string, RemovalEnd>();
  await untilSettled(parts, async (_round, isLast) => {
    const list = listedOnce((directory) => parts.listings.get(directory, 0));
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
  for (const [path, end] of failure ? [] : ends) {
    if (end !== "left") continue;
    if (await hasPath(parts, path)) break;
    ends.set(path, "gone");
  }
  return ends;
}

/** False only for a 404 of the path itself. */
async function hasPath({ service }: ChangeParts, path: string): Promise<boolean> {
  try {
    await service.observe(path, {});
    return true;
  } catch (error) {
    return !isServiceError(error, "notFound");
  }
}

/** An unlistable folder is gone only when its parent, up to the root, says so. */
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

/** Written by another client after the deletion was sent; a folder, when all its files are newer. */
async function isOther(
  { listings, serviceTime }: ChangeParts,
  { target, entry, files: before }: Snapshot,
  { there, doneAfter, isLast }: { there: FileEntry; doneAfter: number | undefined; isLast: boolean },
): Promise<boolean> {
  if (there.type !== entry?.type) return true;
  if (doneAfter === undefined || isUnlisted(there) || isSameEntry(there, entry)) return false;
  if (there.type !== "directory") return serviceTime.isAfter(there, doneAfter);
  if (!isLast || there.createdAt === entry.createdAt) return false;
  const files = await filesBelow(target.path, listings);
  const old = new Map(before.map((file) => [file.path, file.entry]));
  const isNew = (file: TreeEntry): boolean =>
    !isSameEntry(old.get(file.path), file.entry) && serviceTime.isAfter(file.entry, doneAfter);
  // An empty folder is still the old one.
  return files.length > 0 && files.every(isNew);
}

async function filesBelow(path: string, listings: Listings): Promise<TreeEntry[]> {
  const tree = await walkTree(path, {
    list: async (directory) => [...(await listings.get(directory, 0)).entries.values()],
  });
  return tree.filter(({ entry }) => entry.type !== "directory");
}

/** Files that are gone although a deletion left their folder. */
export async function goneFrom(
  { listings }: ChangeParts,
  { target: { path }, entry, files }: Snapshot,
): Promise<string[]> {
  if (entry?.type !== "directory") return [];
  const there = new Set((await filesBelow(path, listings).catch(() => files)).map((file) => file.path));
  return files.map((file) => file.path).filter((file) => !there.has(file));
}
