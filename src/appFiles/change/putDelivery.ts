// The second half of a put: send what is prepared, prove that it is stored, and settle what had no answer.

import { isRefusal, isServiceError, type ServiceError } from "../../core/errors/serviceError";
import type { FileEntry } from "../../core/model/model";
import type { ChangeEnd, ChangeId, ChangeLog } from "../backups/changeLog";
import type { ChangeParts } from "../changeParts";
import { isUnlisted } from "../read/pathLookup";
import { isSameEntry } from "../serviceTime";
import { Overtaken } from "./change";
import { NotStored, type Proved, proveStored, type SentFile } from "./prove";
import type { PutJob, Stored } from "./putJob";
import type { PreparedPut, PutPreparation } from "./putPreparation";
import { changedMeanwhile, stateAfter, stateAfterRefusal, unseenEnd } from "./unansweredUpload";

export class PutDelivery {
  constructor(
    private readonly parts: ChangeParts,
    private readonly preparation: PutPreparation,
  ) {}

  /**
   * Resolves when it is proved. Rejects with Overtaken, and nothing of it is stored, when the remote file is not as it was
   * found, or when it landed elsewhere and it is known now how to send it.
   */
  async send(job: PutJob, prepared: PreparedPut): Promise<Stored> {
    try {
      return await this.deliver(job, prepared);
    } finally {
      this.parts.wire.uploadOutcome?.ended(job.path);
    }
  }

  private async deliver(job: PutJob, prepared: PreparedPut): Promise<Stored> {
    const { log, change } = prepared;
    try {
      await this.upload(job, prepared);
    } catch (error) {
      const isSent = job.sentAt !== undefined;
      if (isSent && isServiceError(error) && error.outcomeUnknown)
        return await this.settle(job, prepared, error);
      const stored = isSent && isRefusal(error) && (await this.lookAfterRefusal(job, prepared, error));
      if (stored) return stored;
      await endOf(log, change, "notDone");
      const isWorthAgain = isServiceError(error) && (await this.hasLearnt(job, prepared, { failure: error }));
      throw isWorthAgain ? new Overtaken() : error;
    }
    job.answeredAt = this.parts.clock.monotonicMs();
    return await this.prove(job, prepared, job.options.proofWithinMs ?? 0);
  }

  /** Undefined when the remote file is unchanged. Rejects, as for an end that is not known, when it is not. */
  private async lookAfterRefusal(
    job: PutJob,
    prepared: PreparedPut,
    refusal: ServiceError,
  ): Promise<Stored | undefined> {
    const { log, change, content } = prepared;
    const { path } = job;
    let failure: unknown;
    try {
      const found = await stateAfterRefusal(this.parts, path, prepared);
      if (found === "before") return undefined;
      if (found !== "other") return await this.stored(job, prepared, found);
      failure = changedMeanwhile(path, refusal);
    } catch (error) {
      failure = unseenEnd(path, error);
    }
    await endOf(log, change, "unknown", { hash: content.hash });
    throw failure;
  }

  /** Whether it landed elsewhere or was refused because the service spells paths otherwise, which is known now. */
  private async hasLearnt(
    job: PutJob,
    { content }: PreparedPut,
    { failure, isSure = true }: { readonly failure?: ServiceError; readonly isSure?: boolean },
  ): Promise<boolean> {
    const { uploadOutcome } = this.parts.wire;
    if (job.sentAt === undefined || !uploadOutcome) return false;
    return await uploadOutcome.failed(job.path, { bytes: content.bytes, failure, isSure });
  }

  private async prove(job: PutJob, prepared: PreparedPut, withinMs: number): Promise<Stored> {
    const { parts } = this;
    const { path } = job;
    const { content, log, change, observed } = prepared;
    const answeredAt = job.answeredAt ?? parts.clock.monotonicMs();
    job.tell("proving");
    try {
      const sent = {
        path,
        content,
        before: observed.entry,
        sentAt: job.sentAt ?? answeredAt,
        answeredAt,
        withinMs,
      };
      return await this.stored(job, prepared, await this.proved(job, prepared, sent));
    } catch (error) {
      if (error instanceof Overtaken || isServiceError(error, "misplaced")) throw error;
      if (error instanceof NotStored) await this.beginAgainIfLearnt(job, prepared, true);
      await endOf(log, change, "unknown", { hash: content.hash });
      if (!(error instanceof NotStored)) throw unseenEnd(path, error);
      // An older upload of the same content may still arrive.
      if (parts.late.isExpected(path, content.hash)) error.outcomeUnknown = true;
      throw error;
    }
  }

  /** The one that shows how paths are spelled is looked for elsewhere before a listing is waited for. */
  private async proved(job: PutJob, prepared: PreparedPut, sent: SentFile): Promise<Proved> {
    const { parts } = this;
    if (!parts.wire.uploadOutcome?.isTrial(job.path)) return await proveStored(parts, sent);
    try {
      return await proveStored(parts, sent, 1);
    } catch (error) {
      if (!(error instanceof NotStored)) throw error;
      await this.beginAgainIfLearnt(job, prepared, false);
      return await proveStored(parts, sent);
    }
  }

  private async beginAgainIfLearnt(job: PutJob, prepared: PreparedPut, isSure: boolean): Promise<void> {
    const { log, change, content } = prepared;
    try {
      if (!(await this.hasLearnt(job, prepared, { isSure }))) return;
    } catch (error) {
      await endOf(log, change, "notDone");
      throw error;
    }
    // A part of it may stand there all the same: what it took the place of stays kept.
    await endOf(log, change, "unknown", { hash: content.hash });
    throw new Overtaken();
  }

  private async upload(job: PutJob, prepared: PreparedPut): Promise<void> {
    const { parts } = this;
    const { path, options } = job;
    const { content } = prepared;
    await parts.wire.upload(path, content.bytes, {
      priority: options.priority,
      signal: job.cancel.signal,
      beforeSend: async () => {
        if (job.bytes !== content.bytes || !(await this.preparation.isStillSo(job, prepared)))
          throw new Overtaken();
        await prepared.change;
        // A newer content may have come while it was looked at.
        if (job.bytes !== content.bytes) throw new Overtaken();
        job.cancel.signal.throwIfAborted();
        job.sentAt = parts.clock.monotonicMs();
        job.options.onWillSend?.(content.hash);
      },
      onDidSend: () => job.tell("sending"),
    });
  }

  /** The upload may or may not have arrived: it has, or it has not and is sent once more, or that is said. */
  private async settle(job: PutJob, prepared: PreparedPut, failure: unknown): Promise<Stored> {
    const { parts } = this;
    const { content, log, change } = prepared;
    const { path } = job;
    parts.late.watchPut(path, content.hash);
    const first = await stateAfter(parts, path, prepared).catch(() => "unseen" as const);
    if (typeof first === "object") return await this.stored(job, prepared, first);
    // A caller that has waited for a service that hangs is told, rather than made to wait once more.
    if (first !== "before" || isServiceError(failure, "timeout")) {
      await endOf(log, change, "unknown", { hash: content.hash });
      throw first === "other" ? changedMeanwhile(path, failure) : failure;
    }
    try {
      job.tell("sending");
      await parts.wire.upload(path, content.bytes, {
        priority: job.options.priority,
        beforeSend: async () => {
          if (!(await this.preparation.isStillSo(job, prepared))) throw changedMeanwhile(path, failure);
        },
      });
    } catch (error) {
      if (isServiceError(error) && error.outcomeUnknown) parts.late.watchPut(path, content.hash);
      const last = await stateAfter(parts, path, prepared).catch(() => "unseen" as const);
      if (typeof last === "object") return await this.stored(job, prepared, last);
      await endOf(log, change, "unknown", { hash: content.hash });
      // Whatever became of the second, the first may still arrive.
      throw isServiceError(error) && error.outcomeUnknown ? error : failure;
    }
    return await this.prove(job, prepared, 0);
  }

  private async stored(job: PutJob, prepared: PreparedPut, proved: Proved): Promise<Stored> {
    const { parts } = this;
    const { path } = job;
    const { content, log, change, observed } = prepared;
    const { entry, askedAt } = proved;
    parts.wire.uploadOutcome?.proved(path);
    const { sentAt, answeredAt } = job;
    // A version that stayed the same over this upload proves nothing.
    const isOwnTime = !isUnlisted(entry) && !isSameEntry(entry, observed.entry);
    if (isOwnTime && sentAt !== undefined && answeredAt !== undefined)
      parts.serviceTime.stored(entry, sentAt, answeredAt);
    const isCertain = proved.isReadBack && isOwnTime && parts.serviceTime.isCertain(entry, askedAt);
    parts.confirmed(path, entry, { hash: content.hash, order: job.options.order ?? 0 });
    const seenAt = proved.isReadBack ? askedAt : (job.sentAt ?? askedAt);
    parts.contents.put(path, { ...content, isCertain }, { version: entry, knownAt: askedAt, seenAt });
    parts.late.acknowledged(path, content, job.options.order ?? 0);
    await endOf(log, change, "done", { hash: content.hash, entry });
    const others = this.othersAt(entry, job);
    return { entry, hash: content.hash, replaced: observed.entry, isCertain, others };
  }

  private othersAt(entry: FileEntry, { sentAt, answeredAt }: PutJob): Stored["others"] {
    const { serviceTime } = this.parts;
    if (sentAt !== undefined && serviceTime.isCertain(entry, sentAt)) return "before";
    return answeredAt !== undefined && serviceTime.isAfter(entry, answeredAt) ? "after" : undefined;
  }
}

/** Nothing was written down when the change could not be kept. */
async function endOf(
  log: ChangeLog,
  change: Promise<ChangeId>,
  ...[end, after]: [end: ChangeEnd, after?: Parameters<ChangeLog["did"]>[2]]
): Promise<void> {
  const id = await change.catch(() => undefined);
  if (id !== undefined) await log.did(id, end, after);
}
