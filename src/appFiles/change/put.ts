// Puts files (docs/engine.md#a-put), one change of a path at a time; newer content replaces a queued one.

import type { Recovery } from "../../api/dialect/uploadDialect";
import { FileProblem } from "../../core/errors/fileProblem";
import { isServiceError, type ServiceError } from "../../core/errors/serviceError";
import { nameOf, uploadNameProblem } from "../../core/paths/appPath";
import { stampOf } from "../backups/age";
import type { FailedUpload } from "../read/fileService";
import type { Listings } from "../read/listings";
import { isUnlisted, listingMaxAgeMs } from "../read/pathLookup";
import { isSameEntry } from "../read/serviceTime";
import { Conflict, isBaseMet } from "./base";
import {
  CannotBackUp,
  contentIn,
  contentToBackUp,
  ended,
  inTurn,
  type Prepared,
  prepared,
  retryWhenStale,
  type Snapshot,
  StaleReadError,
  snapshotOfFile,
} from "./change";
import { type ChangeParts, recheckAfterMs } from "./changeParts";
import type { InFlight } from "./lateRequests";
import { alikeOf, Looks, type Sending, type SendResult } from "./look";
import {
  changedMeanwhile,
  hasSize,
  NotStored,
  type Proved,
  partLeft,
  proveStored,
  type Sent,
  type StateAfter,
  stateAfter,
  stateAfterRefusal,
  unseenEnd,
} from "./prove";
import { PutJob, type PutOptions, type Stored } from "./putJob";

export interface PreparedPut extends Prepared, Sent {
  /** Throws FileProblem "alike". Again right before the request: such a name may be new. */
  requireUnlike(): void;
}

interface AskedPut extends Pick<PutJob, "path" | "bytes" | "options"> {
  readonly signal: AbortSignal | undefined;
}

export class Puts {
  private readonly latest = new Map<string, PutJob>();
  readonly looks: Looks;

  constructor(private readonly parts: ChangeParts) {
    this.looks = new Looks(parts);
  }

  /** For a normalized path. */
  put(path: string, bytes: Uint8Array, options: PutOptions): Promise<Stored> {
    options.signal?.throwIfAborted();
    const key = JSON.stringify([options.author, path]);
    // The caller may reuse its array.
    const own = bytes.slice();
    let job = this.latest.get(key);
    // A change of another author in between keeps its turn.
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
    const lock = { signal: cancel.signal, owner: job, order: options.order };
    job.reportPhase("waiting");
    try {
      return await inTurn(this.parts, [path], lock, () =>
        retryWhenStale(path, (round) => this.attempt(job, round === 1 ? listingMaxAgeMs : recheckAfterMs)),
      );
    } finally {
      if (this.latest.get(key) === job) this.latest.delete(key);
    }
  }

  /** Rejects with StaleReadError, nothing stored, for a changed file or a dialect that has just been shown. */
  private async attempt(job: PutJob, maxAgeMs: number): Promise<Stored> {
    const put = await this.prepare({ ...job, signal: job.cancel.signal }, maxAgeMs);
    try {
      return await this.send(job, put);
    } finally {
      this.parts.service.uploadOutcome?.ended(job.path);
    }
  }

  /** Starts the backup, too. */
  async prepare(
    { path, bytes, options, signal }: AskedPut,
    maxAgeMs = listingMaxAgeMs,
  ): Promise<PreparedPut> {
    const { parts } = this;
    const look = { priority: options.priority, signal };
    const beforeLook = stampOf(parts.clock);
    const observed = await parts.observeByName(path, maxAgeMs, look);
    const { entry, askedAt } = observed;
    if (entry?.type === "directory") throw new FileProblem("isDirectory", path);
    if (entry?.type === "other") throw new FileProblem("special", path);
    options.require?.(entry);
    const content = { bytes, hash: await parts.hash(bytes), isCertain: false };
    const current = entry && (await contentToBackUp(parts, { path, entry }, askedAt, look));
    if (current && "cause" in current)
      throw new FileProblem("unchecked", path, undefined, { cause: current.cause });
    const read = new Map(current && [[path, current]]);
    const contentBefore = contentIn(read, path);
    const base = typeof options.base === "function" ? options.base() : options.base;
    const found = { entry, hash: contentBefore?.hash, ownPutAt: parts.own.putAt(path) };
    if (found.hash !== content.hash && !isBaseMet(base, found, parts.serviceTime))
      throw new Conflict(path, found);
    const snapshot = snapshotOfFile({ path, base }, observed);
    const requireUnlikeOthers = (): void => {
      if (!entry) requireUnlike(path, options, parts.listings);
    };
    requireUnlikeOthers();
    if (entry && !contentBefore) requireLossAgreed(snapshot, options);
    signal?.throwIfAborted();
    const log = options.log ?? parts.log();
    const common = prepared(parts.clock, { snapshot, read, log, beforeLook, afterHash: content.hash });
    const put = { ...common, path, content, before: entry, contentBefore };
    return { ...put, requireUnlike: requireUnlikeOthers };
  }

  private async send(job: PutJob, put: PreparedPut): Promise<Stored> {
    const { content } = put;
    const { options, cancel } = job;
    const requireNewest = (): void => {
      if (job.bytes !== content.bytes) throw new StaleReadError();
    };
    const onSend = (): void => {
      requireNewest();
      job.sentAt = this.parts.clock.monotonicMs();
      job.answeredAt = undefined;
      options.onWillSend?.(content.hash);
    };
    const sending = { priority: options.priority, signal: cancel.signal, require: requireNewest, onSend };
    const result = await this.upload(job, put, sending).catch(async (error: unknown) => {
      await ended(put, "notDone");
      throw error;
    });
    try {
      if (result.failure) return await this.settle(job, put, result, result.failure);
      job.answeredAt = this.parts.clock.monotonicMs();
      return await this.prove(job, put, result.inFlight, options.proofWithinMs ?? 0);
    } finally {
      result.inFlight.over();
    }
  }

  private async upload(
    job: PutJob,
    put: PreparedPut,
    sending: Omit<Sending, "requests">,
  ): Promise<SendResult> {
    const { path, content } = put;
    const onDidSend = (): void => job.reportPhase("sending");
    const onSend = (): void => {
      put.requireUnlike();
      sending.onSend?.();
    };
    const requests = [{ kind: "put", path, hash: content.hash, replaces: put.contentBefore?.hash }] as const;
    return await this.looks.send([put], { ...sending, onSend, requests }, (options) =>
      this.parts.service.upload(path, content.bytes, { ...options, onDidSend }),
    );
  }

  private async settle(
    job: PutJob,
    put: PreparedPut,
    { inFlight }: SendResult,
    failure: ServiceError,
  ): Promise<Stored> {
    const { path } = put;
    const first = await this.stateAfter(put, failure, inFlight);
    if (typeof first === "object") return await this.stored(job, put, first);
    if (first === "other") {
      const part = failure.outcomeUnknown ? undefined : await partLeft(this.parts, put);
      return await this.unknown(put, changedMeanwhile(path, failure), part);
    }
    if (!failure.outcomeUnknown) {
      await ended(put, "notDone");
      const recovery = await this.recovery(put, { isSure: true, failure });
      throw recovery === "retry" ? new StaleReadError() : failure;
    }
    // The caller has waited a whole time limit already.
    if (isServiceError(failure, "timeout")) return await this.unknown(put, failure);
    job.reportPhase("sending");
    const again = await this.upload(job, put, { priority: job.options.priority }).catch((error: unknown) => ({
      failure: error instanceof StaleReadError ? changedMeanwhile(path, failure) : failure,
      inFlight: undefined,
    }));
    try {
      if (!again.failure) return await this.prove(job, put, again.inFlight ?? inFlight, 0);
      // The first request may still arrive, whatever the second one did.
      const isLost = again.failure.outcomeUnknown;
      const error = isLost ? again.failure : failure;
      const last = await this.stateAfter(put, error, isLost ? again.inFlight : undefined);
      if (typeof last === "object") return await this.stored(job, put, last);
      return await this.unknown(put, error);
    } finally {
      again.inFlight?.over();
    }
  }

  /** Rejects with an unknown outcome when no look succeeds. */
  private async stateAfter(
    put: PreparedPut,
    failure: ServiceError,
    inFlight: InFlight | undefined,
  ): Promise<StateAfter> {
    const { parts } = this;
    const { path } = put;
    const isLost = failure.outcomeUnknown;
    if (isLost) inFlight?.lost();
    return await (isLost ? stateAfter : stateAfterRefusal)(parts, put).catch((error: unknown) =>
      this.unknown(put, isLost ? failure : unseenEnd(nameOf(path), error)),
    );
  }

  /** `part`: hash of the partial file that the upload has left. */
  private async unknown(put: PreparedPut, error: unknown, part?: string): Promise<never> {
    await ended(put, "unknown", { hash: part ?? put.content.hash });
    throw error;
  }

  private async prove(job: PutJob, put: PreparedPut, inFlight: InFlight, withinMs: number): Promise<Stored> {
    const { parts } = this;
    const { path, content } = put;
    const answeredAt = job.answeredAt ?? parts.clock.monotonicMs();
    const times = { sentAt: job.sentAt ?? answeredAt, answeredAt, withinMs };
    job.reportPhase("proving");
    const proveIt = async (mostLooks?: number): Promise<Proved> => {
      try {
        return await proveStored(parts, put, times, mostLooks);
      } catch (error) {
        if (!(error instanceof NotStored)) {
          // A file that appears later is not attributed to an older request with the same content.
          inFlight.lost();
          return await this.unknown(put, unseenEnd(nameOf(path), error));
        }
        await this.restartIfDialectChanged(put, mostLooks === undefined);
        if (mostLooks !== undefined) return await proveIt();
        // An older upload of the same content may still arrive.
        if (parts.late.isExpected(path, content.hash)) error.outcomeUnknown = true;
        return await this.unknown(put, error, error.found.isPart ? error.found.hash : undefined);
      }
    };
    const mostLooks = parts.service.uploadOutcome?.doubtOf(path) === "trial" ? 1 : undefined;
    return await this.stored(job, put, await proveIt(mostLooks));
  }

  private async recovery(put: PreparedPut, how: Omit<FailedUpload, "bytes">): Promise<Recovery> {
    const unseen = { ...how, bytes: put.content.bytes };
    return (await this.parts.service.uploadOutcome?.failed(put.path, unseen)) ?? "none";
  }

  /**
   * Only an upload that landed nowhere else proves the dialect: the same content may have been there, or may be another
   * client's (`isAfter`).
   */
  private async landedElsewhere(put: PreparedPut, isAfter: boolean): Promise<boolean> {
    const { path, content, before, contentBefore } = put;
    const outcome = this.parts.service.uploadOutcome;
    const doubt = outcome?.doubtOf(path);
    const isOther = contentBefore ? contentBefore.hash !== content.hash : !hasSize(before, content);
    const isNew = isOther && !isAfter;
    if (doubt === "trial") {
      // That writes have stopped is reported to all.
      const unseen = { isSure: !isNew, isListed: true };
      const recovery = await this.recovery(put, unseen).catch(() => "unknown" as const);
      if (recovery === "retry" || recovery === "removed") return isNew || isAfter;
      if (recovery === "unknown") return false;
    }
    if (isNew || !doubt) outcome?.proved(path);
    return false;
  }

  private async restartIfDialectChanged(put: PreparedPut, isSure: boolean): Promise<void> {
    try {
      if ((await this.recovery(put, { isSure })) !== "retry") return;
    } catch (error) {
      await ended(put, "notDone");
      throw error;
    }
    // A partial file may be stored: the backup stays.
    await this.unknown(put, new StaleReadError());
  }

  private async stored(job: PutJob, put: PreparedPut, proved: Proved): Promise<Stored> {
    const { clock, serviceTime, stored } = this.parts;
    const { path, content, before, contentBefore } = put;
    const { entry, askedAt, isReadBack } = proved;
    const { sentAt, answeredAt, options } = job;
    // A version that survived another content shows that times prove nothing.
    const isOther = isReadBack && contentBefore && contentBefore.hash !== content.hash;
    const isOld = isSameEntry(entry, before);
    const isOwnTime = !isUnlisted(entry) && (isOther || !isOld);
    // By earlier knowledge of the clock: this file may be another client's.
    const isAfter = answeredAt !== undefined && serviceTime.isAfter(entry, answeredAt);
    // Without a response, it was stored before now.
    if (isOwnTime && sentAt !== undefined)
      serviceTime.stored(entry, sentAt, answeredAt ?? clock.monotonicMs(), isOld);
    const isCertain = isReadBack && isOwnTime && serviceTime.isCertain(entry, askedAt);
    const seenAt = isReadBack ? askedAt : (sentAt ?? askedAt);
    stored(path, entry, { ...content, isCertain }, { order: options.order ?? 0, knownAt: askedAt, seenAt });
    // It may look for strays for long; another client's change in that time is newer.
    const isElsewhere = await this.landedElsewhere(put, isAfter);
    // Another client's file of this size is at the path.
    if (isElsewhere && !isReadBack) return await this.unknown(put, new StaleReadError());
    await ended(put, "done", { hash: content.hash, entry });
    const isBefore = sentAt !== undefined && serviceTime.isBefore(entry, sentAt);
    const others = isBefore ? "before" : isAfter ? "after" : undefined;
    return { entry, hash: content.hash, replaced: before, isCertain, others };
  }
}

function requireLossAgreed(snapshot: Snapshot, { lossAgreed }: PutOptions): void {
  const { path } = snapshot.target;
  if (lossAgreed === true || isSameEntry(lossAgreed?.found.get(path)?.entry, snapshot.entry)) return;
  throw new CannotBackUp([{ path, why: "tooLarge" }], new Map([[path, snapshot]]));
}

function requireUnlike(path: string, options: PutOptions, listings: Listings): void {
  const alike = alikeOf(path, listings);
  if (alike && !options.mayStandBeside?.(alike)) throw new FileProblem("alike", path, alike);
}

export function requireUploadable(path: string): void {
  if (path === "/") throw new FileProblem("root", path);
  const problem = uploadNameProblem(nameOf(path));
  if (problem) throw new FileProblem("badName", path, problem);
}
