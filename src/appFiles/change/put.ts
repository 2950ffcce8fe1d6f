// Puts files (docs/engine.md#a-put), one change of a path at a time: what an author sends last takes the place of what it
// sent before, and a put that another change overtakes begins again.

import { FileProblem } from "../../core/errors/fileProblem";
import { isRefusal, isServiceError, type ServiceError } from "../../core/errors/serviceError";
import type { FileEntry } from "../../core/model/model";
import { ancestorsOf, joinAppPath, nameOf, parentOf, uploadNameProblem } from "../../core/paths/appPath";
import { foldedPath } from "../../core/paths/localNames";
import { Conflict, isBaseMet } from "../base";
import { type ChangeParts, firstListingMaxAgeMs, momentMs } from "../changeParts";
import type { Observations } from "../read/observations";
import { isUnlisted } from "../read/pathLookup";
import { isSameEntry } from "../serviceTime";
import {
  CannotKeep,
  contentIn,
  contentToKeep,
  ended,
  Overtaken,
  type Prepared,
  prepared,
  type Snapshot,
  snapshotOfFile,
  untilNotOvertaken,
} from "./change";
import { Looks } from "./look";
import {
  changedMeanwhile,
  NotStored,
  type Proved,
  proveStored,
  type Sent,
  type StateAfter,
  stateAfter,
  stateAfterRefusal,
  unseenEnd,
} from "./prove";
import { PutJob, type PutOptions, type Stored } from "./putJob";

/** A put whose base is met, as it was found. */
interface PreparedPut extends Prepared, Sent {}

export class Puts {
  /** The last of each author for a path, until it is over. */
  private readonly latest = new Map<string, PutJob>();
  private readonly looks: Looks;

  constructor(private readonly parts: ChangeParts) {
    this.looks = new Looks(parts);
  }

  /** `AppFiles.put`, for a path in normal form. */
  put(path: string, bytes: Uint8Array, options: PutOptions): Promise<Stored> {
    options.signal?.throwIfAborted();
    const key = JSON.stringify([options.author, path]);
    // The caller may go on using its array while this waits.
    const own = bytes.slice();
    let job = this.latest.get(key);
    // What others asked for in between has its turn before what is asked for now.
    if (job?.isOpen && this.parts.locks.isLast(path, job)) {
      job.bytes = own;
      job.options = options;
    } else {
      job = new PutJob(path, own, options);
      this.latest.set(key, job);
      job.outcome = this.run(job, key);
    }
    return job.follow(options);
  }

  private async run(job: PutJob, key: string): Promise<Stored> {
    const { path, cancel, options } = job;
    const { locks, own } = this.parts;
    job.tell("waiting");
    try {
      const lock = { signal: cancel.signal, owner: job, order: options.order };
      const release = await locks.acquire([path], lock);
      try {
        return await own.whileChanging([path], () =>
          untilNotOvertaken(path, (round) =>
            this.attempt(job, round === 1 ? firstListingMaxAgeMs : momentMs),
          ),
        );
      } finally {
        release();
      }
    } finally {
      if (this.latest.get(key) === job) this.latest.delete(key);
    }
  }

  /**
   * Rejects with Overtaken, and nothing of it is stored, when the remote file is not as it was found, or when it landed
   * elsewhere and it is known now how to send it.
   */
  private async attempt(job: PutJob, listingMaxAgeMs: number): Promise<Stored> {
    const put = await this.prepare(job, listingMaxAgeMs);
    try {
      return await this.send(job, put);
    } finally {
      this.parts.wire.uploadOutcome?.ended(job.path);
    }
  }

  /** Looks, compares with what the author had seen, and begins to keep what is replaced. */
  private async prepare(job: PutJob, listingMaxAgeMs: number): Promise<PreparedPut> {
    const { parts } = this;
    const { path, bytes, options, cancel } = job;
    const look = { priority: options.priority, signal: cancel.signal };
    const observed = await parts.observeByName(path, listingMaxAgeMs, look);
    const { entry, askedAt } = observed;
    if (entry?.type === "directory") throw new FileProblem("isDirectory", path);
    if (entry?.type === "other") throw new FileProblem("special", path);
    options.require?.(entry);
    const content = { bytes, hash: await parts.hash(bytes), isCertain: false };
    const current = entry && (await contentToKeep(parts, { path, entry }, askedAt, look));
    if (current && "cause" in current)
      throw new FileProblem("unchecked", path, undefined, { cause: current.cause });
    const read = new Map(current && [[path, current]]);
    const contentBefore = contentIn(read, path);
    const base = typeof options.base === "function" ? options.base() : options.base;
    const found = { entry, hash: contentBefore?.hash };
    if (found.hash !== content.hash && !isBaseMet(base, found, parts.serviceTime))
      throw new Conflict(path, found);
    const snapshot = snapshotOfFile({ path, base }, observed);
    if (!entry) requireUnlike(job, parts.observations);
    else if (!contentBefore) requireLossAgreed(job, snapshot);
    cancel.signal.throwIfAborted();
    const common = prepared(snapshot, read, options.log ?? parts.log(), content.hash);
    return { ...common, path, content, before: entry, contentBefore };
  }

  private async send(job: PutJob, put: PreparedPut): Promise<Stored> {
    try {
      await this.upload(job, put);
    } catch (error) {
      const isSent = job.sentAt !== undefined && isServiceError(error);
      if (isSent && error.outcomeUnknown) return await this.settle(job, put, error);
      const found = isSent && isRefusal(error) ? await this.lookAfterRefusal(put, error) : "before";
      if (found !== "before") return await this.stored(job, put, found);
      await ended(put, "notDone");
      throw isSent && (await this.hasLearnt(put, true, error)) ? new Overtaken() : error;
    }
    job.answeredAt = this.parts.clock.monotonicMs();
    return await this.prove(job, put, job.options.proofWithinMs ?? 0);
  }

  private async upload(job: PutJob, put: PreparedPut): Promise<void> {
    const { path, content } = put;
    const { priority } = job.options;
    const requireNewest = (): void => {
      if (job.bytes !== content.bytes) throw new Overtaken();
    };
    await this.parts.wire.upload(path, content.bytes, {
      priority,
      signal: job.cancel.signal,
      beforeSend: async () => {
        requireNewest();
        await this.looks.requireSame([put], { priority });
        await put.changes;
        // A newer content may have come while it was looked at.
        requireNewest();
        job.cancel.signal.throwIfAborted();
        job.sentAt = this.parts.clock.monotonicMs();
        job.options.onWillSend?.(content.hash);
      },
      onDidSend: () => job.tell("sending"),
    });
  }

  /** Rejects, as for an end that is not known, when the remote file is neither what it was nor what was sent. */
  private async lookAfterRefusal(put: PreparedPut, refusal: ServiceError): Promise<Proved | "before"> {
    const found = await stateAfterRefusal(this.parts, put).catch(
      async (error: unknown) => await this.unknown(put, unseenEnd(put.path, error)),
    );
    return found === "other" ? await this.unknown(put, changedMeanwhile(put.path, refusal)) : found;
  }

  private async unknown(put: PreparedPut, error: unknown): Promise<never> {
    await ended(put, "unknown", { hash: put.content.hash });
    throw error;
  }

  /** The upload may or may not have arrived: it has, or it has not and is sent once more, or that is said. */
  private async settle(job: PutJob, put: PreparedPut, failure: ServiceError): Promise<Stored> {
    const { parts } = this;
    const { path, content } = put;
    const { priority } = job.options;
    const look = async (): Promise<StateAfter | "unseen"> => {
      parts.late.watchPut(path, content.hash);
      return await stateAfter(parts, put).catch(() => "unseen" as const);
    };
    const first = await look();
    if (typeof first === "object") return await this.stored(job, put, first);
    if (first === "other") return await this.unknown(put, changedMeanwhile(path, failure));
    // A caller that has waited for a service that hangs is told, rather than made to wait once more.
    if (first === "unseen" || isServiceError(failure, "timeout")) return await this.unknown(put, failure);
    job.tell("sending");
    const beforeSend = async (): Promise<void> => {
      try {
        await this.looks.requireSame([put], { priority });
      } catch (error) {
        throw error instanceof Overtaken ? changedMeanwhile(path, failure) : error;
      }
    };
    try {
      await parts.wire.upload(path, content.bytes, { priority, beforeSend });
    } catch (error) {
      const isLate = isServiceError(error) && error.outcomeUnknown;
      const last = isLate ? await look() : await stateAfter(parts, put).catch(() => "unseen" as const);
      if (typeof last === "object") return await this.stored(job, put, last);
      // Whatever became of the second, the first may still arrive.
      return await this.unknown(put, isLate ? error : failure);
    }
    return await this.prove(job, put, 0);
  }

  private async prove(job: PutJob, put: PreparedPut, withinMs: number): Promise<Stored> {
    const { parts } = this;
    const { path, content } = put;
    const answeredAt = job.answeredAt ?? parts.clock.monotonicMs();
    const times = { sentAt: job.sentAt ?? answeredAt, answeredAt, withinMs };
    job.tell("proving");
    const proveIt = async (mostLooks?: number): Promise<Proved> => {
      try {
        return await proveStored(parts, put, times, mostLooks);
      } catch (error) {
        if (!(error instanceof NotStored)) return await this.unknown(put, unseenEnd(path, error));
        await this.beginAgainIfLearnt(put, mostLooks === undefined);
        // What it shows first may lag.
        if (mostLooks !== undefined) return await proveIt();
        // An older upload of the same content may still arrive.
        if (parts.late.isExpected(path, content.hash)) error.outcomeUnknown = true;
        return await this.unknown(put, error);
      }
    };
    // The one that shows how paths are spelled is looked for elsewhere before a listing is waited for.
    return await this.stored(
      job,
      put,
      await proveIt(parts.wire.uploadOutcome?.isTrial(path) ? 1 : undefined),
    );
  }

  /** Whether it landed elsewhere or was refused because the service spells paths otherwise, which is known now. */
  private async hasLearnt(put: PreparedPut, isSure: boolean, failure?: ServiceError): Promise<boolean> {
    const { path, content } = put;
    return (
      (await this.parts.wire.uploadOutcome?.failed(path, { bytes: content.bytes, failure, isSure })) ?? false
    );
  }

  private async beginAgainIfLearnt(put: PreparedPut, isSure: boolean): Promise<void> {
    try {
      if (!(await this.hasLearnt(put, isSure))) return;
    } catch (error) {
      await ended(put, "notDone");
      throw error;
    }
    // A part of it may stand there all the same: what it took the place of stays kept.
    await this.unknown(put, new Overtaken());
  }

  private async stored(job: PutJob, put: PreparedPut, proved: Proved): Promise<Stored> {
    const { serviceTime, wire, stored } = this.parts;
    const { path, content, before } = put;
    const { entry, askedAt, isReadBack } = proved;
    const { sentAt, answeredAt, options } = job;
    wire.uploadOutcome?.proved(path);
    // A version that stayed the same over this upload proves nothing.
    const isOwnTime = !isUnlisted(entry) && !isSameEntry(entry, before);
    if (isOwnTime && sentAt !== undefined && answeredAt !== undefined)
      serviceTime.stored(entry, sentAt, answeredAt);
    const isCertain = isReadBack && isOwnTime && serviceTime.isCertain(entry, askedAt);
    const seenAt = isReadBack ? askedAt : (sentAt ?? askedAt);
    stored(path, entry, { ...content, isCertain }, { order: options.order ?? 0, knownAt: askedAt, seenAt });
    await ended(put, "done", { hash: content.hash, entry });
    return { entry, hash: content.hash, replaced: before, isCertain, others: this.othersAt(entry, job) };
  }

  private othersAt(entry: FileEntry, { sentAt, answeredAt }: PutJob): Stored["others"] {
    const { serviceTime } = this.parts;
    if (sentAt !== undefined && serviceTime.isCertain(entry, sentAt)) return "before";
    return answeredAt !== undefined && serviceTime.isAfter(entry, answeredAt) ? "after" : undefined;
  }
}

/** Throws CannotKeep unless a person has agreed to lose the remote file, as it was found. */
function requireLossAgreed({ path, options: { lossAgreed } }: PutJob, snapshot: Snapshot): void {
  if (lossAgreed === true || isSameEntry(lossAgreed?.found.get(path)?.entry, snapshot.entry)) return;
  throw new CannotKeep([{ path, why: "tooLarge" }], new Map([[path, snapshot]]));
}

/** Some disks take names that differ only in letter case or accents for one file. Throws FileProblem "alike". */
function requireUnlike({ path, options }: PutJob, observations: Observations): void {
  for (const each of [...ancestorsOf(path), path]) {
    const entries = observations.peek(parentOf(each))?.entries;
    if (!entries) return;
    if (entries.has(nameOf(each))) continue;
    const folded = foldedPath(nameOf(each));
    const name = [...entries.keys()].find((other) => foldedPath(other) === folded);
    const alike = name && joinAppPath(parentOf(each), name);
    if (alike && !options.mayStandBeside?.(alike)) throw new FileProblem("alike", path, alike);
    return;
  }
}

/** Throws a FileProblem for a path that cannot be uploaded to. */
export function requireUploadable(path: string): void {
  if (path === "/") throw new FileProblem("root", path);
  const problem = uploadNameProblem(nameOf(path));
  if (problem) throw new FileProblem("badName", path, problem);
}
