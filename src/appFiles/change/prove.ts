// Proves that the service has stored what was sent: by a listing, and by reading it back where a listing cannot tell.

import { FileProblem } from "../../core/errors/fileProblem";
import { isServiceError } from "../../core/errors/serviceError";
import type { FileEntry } from "../../core/model/model";
import { nameOf, parentOf } from "../../core/paths/appPath";
import { type ChangeParts, lagWaitsMs, momentMs, type Observation } from "../changeParts";
import type { Content } from "../read/contents";
import type { Listing } from "../read/observations";
import { unlistedFile } from "../read/pathLookup";
import { isSameVersion } from "../serviceTime";

/** An upload that was answered. */
export interface SentFile {
  readonly path: string;
  readonly content: Content;
  /** The remote file right before the upload. */
  readonly before: FileEntry | undefined;
  /** Monotonic: when its first request went out, and when it was answered. */
  readonly sentAt: number;
  readonly answeredAt: number;
  /** How long the proof may wait for a listing that somebody else asks for, in milliseconds. */
  readonly withinMs: number;
}

/** The listed file, and whether its content was read back. */
export interface Proved {
  readonly entry: FileEntry;
  readonly askedAt: number;
  readonly isReadBack: boolean;
}

/** The service took an upload and has something else in its place, or nothing. */
export class NotStored extends FileProblem {
  /** An older upload of the same content had no answer and may still arrive. */
  outcomeUnknown = false;

  constructor(
    path: string,
    /** The remote file now, with its hash when it could be read. `isPart`: it is the beginning of what was sent. */
    readonly found: {
      readonly entry: FileEntry | undefined;
      readonly hash: string | undefined;
      readonly isPart: boolean;
    },
    sentBytes: number,
  ) {
    super("notStored", path, `${sentBytes} ${found.entry?.sizeBytes ?? ""}`.trim());
  }
}

/**
 * Resolves when the file is proved to be there. Rejects with NotStored after that many `looks`, or as looking does when
 * nothing can be seen.
 */
export async function proveStored(
  parts: ChangeParts,
  sent: SentFile,
  looks: number = lagWaitsMs.length,
): Promise<Proved> {
  const { clock } = parts;
  const giveUpAt = clock.monotonicMs() + parts.wire.timeoutMs;
  let last: Observation | undefined;
  let failure: unknown;
  for (let round = 0; ; round++) {
    const waitMs = lagWaitsMs[Math.min(round, lagWaitsMs.length - 1)] ?? 0;
    if (waitMs > 0) await clock.sleep(waitMs);
    try {
      last = await (round === 0 ? listedAfter(parts, sent) : listedNow(parts, sent.path));
      failure = undefined;
      const proved = await judge(parts, sent, last, round === 0);
      if (proved) return proved;
    } catch (error) {
      if (isServiceError(error, "unauthorized", "forbidden")) throw error;
      failure = error;
    }
    // A listing that shows something else may lag; one that cannot be read is no answer at all.
    const isOver = failure ? clock.monotonicMs() >= giveUpAt : round + 1 >= looks;
    if (isOver) break;
  }
  if (failure || !last) throw failure;
  return await provedByReading(parts, sent, last);
}

async function listedAfter(
  parts: ChangeParts,
  { path, answeredAt, withinMs }: SentFile,
): Promise<Observation> {
  return await entryIn(parts, path, parts.observations.after(parentOf(path), answeredAt, withinMs));
}

async function listedNow(parts: ChangeParts, path: string): Promise<Observation> {
  return await entryIn(parts, path, parts.observations.get(parentOf(path), 0));
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

async function judge(
  parts: ChangeParts,
  sent: SentFile,
  { entry, askedAt }: Observation,
  isFirst: boolean,
): Promise<Proved | undefined> {
  if (entry?.type !== "file" || entry.sizeBytes !== sent.content.bytes.byteLength) return undefined;
  const isNew = sent.before?.type !== "file" || !isSameVersion(entry, sent.before);
  // A file of this size that came later, or before it was sent, may be somebody else's: then only its content tells.
  const { serviceTime } = parts;
  const isOtherTime =
    serviceTime.isAfter(entry, sent.answeredAt) || serviceTime.isCertain(entry, sent.sentAt);
  const isPrompt = askedAt - sent.answeredAt <= sent.withinMs + momentMs;
  if (isNew && isFirst && isPrompt && !isOtherTime) return { entry, askedAt, isReadBack: false };
  return (await readBack(parts, sent.path, { entry, askedAt }))?.hash === sent.content.hash
    ? { entry, askedAt, isReadBack: true }
    : undefined;
}

/** The content of the listed file, read again whatever is remembered of it; undefined when no file is listed. */
export async function readBack(
  parts: ChangeParts,
  path: string,
  { entry, askedAt }: Observation,
): Promise<Content | undefined> {
  if (entry?.type !== "file") return undefined;
  parts.contents.delete(path);
  return await parts.content(path, { entry, askedAt }, { priority: "interactive" });
}

/** A listing may lag behind the file itself, or be cut off: what a read brings decides. Rejects with NotStored. */
async function provedByReading(parts: ChangeParts, sent: SentFile, last: Observation): Promise<Proved> {
  const { path, content, before } = sent;
  const { bytes, hash } = content;
  const asSent = { entry: unlistedFile(path, bytes.byteLength), askedAt: parts.clock.monotonicMs() };
  // Listings may lag for longer than they were waited for: only a read, or the lack of the file, says what is stored.
  const there = await readBack(parts, path, asSent).catch((error: unknown) => {
    if (isServiceError(error) && !isServiceError(error, "notFound", "badInput")) throw error;
    return undefined;
  });
  if (there?.hash === hash) return { ...asSent, isReadBack: true };
  const { entry } = last;
  const isOther = !entry || !before || !isSameVersion(entry, before);
  const isPart = isOther && there?.bytes.every((byte, index) => byte === bytes[index]) === true;
  throw new NotStored(path, { entry, hash: there?.hash, isPart }, bytes.byteLength);
}
