// Puts files: look, compare with what the author had seen, keep what is there, take a slot, look again, send, prove
// (engine of changes, one file at a time). What an author sends last takes the place of what it sent before.

import type { Priority } from "../../api/callOptions";
import { onAbort } from "../../core/async/onAbort";
import { FileProblem } from "../../core/errors/fileProblem";
import { isServiceError } from "../../core/errors/serviceError";
import type { FileEntry } from "../../core/model/model";
import { nameOf, parentOf, uploadNameProblem } from "../../core/paths/appPath";
import { type Base, Conflict, isBaseMet } from "../base";
import { type Before, type ChangeEnd, type ChangeId, type ChangeLog, largestKeptBytes } from "../changeLog";
import { type ChangeParts, firstLookAgeMs, type Look, momentMs, slowLookMs } from "../changeParts";
import type { Content } from "../contents";
import { Overtaken } from "../remove/removal";
import { isSameEntry } from "../serviceTime";
import { NotStored, type Proved, proveStored } from "./proof";
import { changedMeanwhile, stateAfter, unseenEnd } from "./unansweredUpload";

/** What is under way for a change, for those who watch it. */
export type PutPhase = "waiting" | "sending" | "proving";

export interface PutOptions {
  /** What the author had seen of the path; asked for when the change's turn has come. */
  readonly base: Base | (() => Base);
  /** Its place among all changes that were asked for; `AppFiles.nextOrder` when absent. */
  readonly order?: number | undefined;
  /** Who writes. While an older put of the same author to the same path waits, this one takes its place. */
  readonly author: string;
  readonly priority?: Priority | undefined;
  /** Aborting gives up a put that was not sent yet; one that was sent is waited for. */
  readonly signal?: AbortSignal | undefined;
  /** Where the change is written down; the window's own log of single changes when absent. */
  readonly log?: ChangeLog | undefined;
  /** Throws when what is there must not be replaced, whatever its content, or when nothing may be made. */
  readonly require?: ((found: FileEntry | undefined) => void) | undefined;
  /** Told of the content's hash each time it is about to be sent. */
  readonly onWillSend?: ((hash: string) => void) | undefined;
  readonly onPhase?: ((phase: PutPhase) => void) | undefined;
  /** How long the proof may wait for a listing that somebody else asks for, in milliseconds; 0 when absent. */
  readonly proofWithinMs?: number | undefined;
}

/** A file that is proved to be on the service. */
export interface Stored {
  readonly entry: FileEntry;
  /** SHA-256 of what is stored: of a newer put's content when that took this one's place. */
  readonly hash: string;
  /** What was there before. */
  readonly replaced: FileEntry | undefined;
  /** The version alone proves from now on that the content is this one. */
  readonly isCertain: boolean;
  /**
   * Somebody else has put the same content in this place: `before` it was sent; or, unless the service stores what it
   * has answered, `after` its answer.
   */
  readonly others: "before" | "after" | undefined;
}

interface Prepared {
  readonly look: Look;
  readonly current: Content | undefined;
  readonly content: Content;
  readonly log: ChangeLog;
  /** Kept and written down once it resolves; meanwhile the put may wait for its slot. */
  readonly change: Promise<ChangeId>;
}

const mostRounds = 6;

class PutJob {
  /** Monotonic; undefined until its first request goes out. */
  sentAt: number | undefined;
  /** Monotonic; undefined unless its first request was answered. */
  answeredAt: number | undefined;
  readonly callers = new Set<PutOptions>();
  readonly cancel = new AbortController();
  outcome: Promise<Stored> = Promise.reject(new Error("not started"));

  constructor(
    readonly path: string,
    public bytes: Uint8Array,
    public options: PutOptions,
  ) {
    this.outcome.catch(() => undefined);
  }

  tell(phase: PutPhase): void {
    for (const { onPhase } of this.callers) onPhase?.(phase);
  }
}

export class Puts {
  /** Those that were not sent yet, by author and path. */
  private readonly waiting = new Map<string, PutJob>();

  constructor(private readonly parts: ChangeParts) {}

  /** `AppFiles.put`, for a path in normal form. */
  put(path: string, bytes: Uint8Array, options: PutOptions): Promise<Stored> {
    options.signal?.throwIfAborted();
    const key = JSON.stringify([options.author, path]);
    // The caller may go on using its array while this waits.
    const own = bytes.slice();
    let job = this.waiting.get(key);
    // What others asked for in between has its turn before what is asked for now.
    if (job && this.parts.locks.isLast(path, job)) {
      job.bytes = own;
      job.options = options;
    } else {
      job = new PutJob(path, own, options);
      this.waiting.set(key, job);
      job.outcome = this.run(job, key);
    }
    return this.follow(job, options);
  }

  /** Settles as the job does. Whoever leaves before it is sent is told so; when all have left, it is not sent. */
  private follow(job: PutJob, options: PutOptions): Promise<Stored> {
    const { signal } = options;
    job.callers.add(options);
    return new Promise((resolve, reject) => {
      const unfollow = onAbort(signal, () => {
        if (job.sentAt !== undefined) return;
        job.callers.delete(options);
        if (job.callers.size === 0) job.cancel.abort(signal?.reason);
        reject(signal?.reason);
      });
      job.outcome.then(resolve, reject).finally(unfollow);
    });
  }

  private async run(job: PutJob, key: string): Promise<Stored> {
    const { path } = job;
    job.tell("waiting");
    try {
      const release = await this.parts.locks.acquire([path], {
        signal: job.cancel.signal,
        owner: job,
        order: job.options.order,
      });
      try {
        return await this.parts.own.whileChanging([path], () => this.attempt(job, key));
      } finally {
        release();
      }
    } finally {
      if (this.waiting.get(key) === job) this.waiting.delete(key);
    }
  }

  private async attempt(job: PutJob, key: string): Promise<Stored> {
    for (let round = 1; ; round++) {
      try {
        const prepared = await this.prepare(job, round === 1 ? firstLookAgeMs : momentMs);
        return await this.send(job, key, prepared);
      } catch (error) {
        if (!(error instanceof Overtaken)) throw error;
        if (round === mostRounds) throw new FileProblem("unchecked", job.path);
      }
    }
  }

  private async prepare(job: PutJob, lookAgeMs: number): Promise<Prepared> {
    const { parts } = this;
    const { path, bytes, options } = job;
    const look = await parts.look(path, lookAgeMs);
    const { entry } = look;
    if (entry?.type === "directory") throw new FileProblem("isDirectory", path);
    if (entry?.type === "other") throw new FileProblem("special", path);
    options.require?.(entry);
    const content = { bytes, hash: await parts.hash(bytes), isCertain: false };
    const current = await this.current(job, look);
    const base = typeof options.base === "function" ? options.base() : options.base;
    const found = { entry, hash: current?.hash };
    if (current?.hash !== content.hash && !isBaseMet(base, found, parts.serviceTime))
      throw new Conflict(path, found);
    job.cancel.signal.throwIfAborted();
    const log = options.log ?? parts.log();
    const before = beforeOf(entry, current);
    const change = log.will({ side: "app", path, what: "put", before, afterHash: content.hash });
    change.catch(() => undefined);
    return { look, current, content, log, change };
  }

  /** The content that would be replaced; undefined when there is none, or when it is too large to be kept. */
  private async current(job: PutJob, { entry, askedAt }: Look): Promise<Content | undefined> {
    if (!entry || entry.sizeBytes > largestKeptBytes) return undefined;
    const { priority } = job.options;
    try {
      return await this.parts.content(job.path, { entry, askedAt }, { priority, signal: job.cancel.signal });
    } catch (error) {
      if (isServiceError(error, "unauthorized", "forbidden", "wire") || !isServiceError(error)) throw error;
      if (isServiceError(error, "notFound", "badInput")) {
        // It vanished, or became a folder, since it was listed.
        this.parts.observations.markStale(parentOf(job.path));
        throw new Overtaken();
      }
      throw new FileProblem("unchecked", job.path, undefined, { cause: error });
    }
  }

  private async send(job: PutJob, key: string, prepared: Prepared): Promise<Stored> {
    const { log, change } = prepared;
    try {
      await this.upload(job, key, prepared);
    } catch (error) {
      const isUnknown = job.sentAt !== undefined && isServiceError(error) && error.outcomeUnknown;
      if (!isUnknown) {
        await endOf(log, change, "notDone");
        throw error;
      }
      return await this.settle(job, prepared, error);
    }
    job.answeredAt = this.parts.clock.monotonicMs();
    return await this.prove(job, prepared, job.options.proofWithinMs ?? 0);
  }

  private async prove(job: PutJob, prepared: Prepared, withinMs: number): Promise<Stored> {
    const { parts } = this;
    const { path } = job;
    const { content, log, change, look } = prepared;
    const answeredAt = job.answeredAt ?? parts.clock.monotonicMs();
    job.tell("proving");
    try {
      const sent = {
        path,
        content,
        before: look.entry,
        sentAt: job.sentAt ?? answeredAt,
        answeredAt,
        withinMs,
      };
      return await this.stored(job, prepared, await proveStored(parts, sent));
    } catch (error) {
      await endOf(log, change, "unknown", { hash: content.hash });
      if (!(error instanceof NotStored)) throw unseenEnd(path, error);
      // An older upload of the same content may still arrive.
      if (parts.late.isExpected(path, content.hash)) error.outcomeUnknown = true;
      throw error;
    }
  }

  private async upload(job: PutJob, key: string, prepared: Prepared): Promise<void> {
    const { parts } = this;
    const { path, options } = job;
    const { content } = prepared;
    await parts.wire.upload(path, content.bytes, {
      priority: options.priority,
      signal: job.cancel.signal,
      beforeSend: async () => {
        if (job.bytes !== content.bytes || !(await this.isStillSo(job, prepared))) throw new Overtaken();
        await prepared.change;
        // A newer content may have come while it was looked at.
        if (job.bytes !== content.bytes) throw new Overtaken();
        job.cancel.signal.throwIfAborted();
        job.sentAt = parts.clock.monotonicMs();
        job.options.onWillSend?.(content.hash);
        if (this.waiting.get(key) === job) this.waiting.delete(key);
      },
      onDidSend: () => job.tell("sending"),
    });
  }

  /** The second look, right before the request: nobody may have come in between. */
  private async isStillSo(job: PutJob, { look, current }: Prepared): Promise<boolean> {
    const { parts } = this;
    const { path, options } = job;
    if (parts.clock.monotonicMs() - look.askedAt <= momentMs) return true;
    for (let round = 1; ; round++) {
      const now = await parts.look(path, momentMs);
      if (!isSameEntry(now.entry, look.entry)) return false;
      if (!now.entry || !current || current.isCertain) return true;
      const observed = { entry: now.entry, askedAt: now.askedAt };
      const again = await parts.content(path, observed, { priority: options.priority });
      if (again.hash !== current.hash) return false;
      if (round === mostRounds || parts.clock.monotonicMs() - now.askedAt <= slowLookMs) return true;
    }
  }

  /** The upload may or may not have arrived: it has, or it has not and is sent once more, or that is said. */
  private async settle(job: PutJob, prepared: Prepared, failure: unknown): Promise<Stored> {
    const { parts } = this;
    const { content, log, change } = prepared;
    const { path } = job;
    parts.late.watchPut(path, content.hash);
    const first = await stateAfter(parts, path, prepared).catch(() => "unseen" as const);
    if (typeof first === "object") return await this.stored(job, prepared, first);
    // Whoever has waited for a service that hangs is told, rather than made to wait once more.
    if (first !== "before" || isServiceError(failure, "timeout")) {
      await endOf(log, change, "unknown", { hash: content.hash });
      throw first === "other" ? changedMeanwhile(path, failure) : failure;
    }
    try {
      job.tell("sending");
      await parts.wire.upload(path, content.bytes, {
        priority: job.options.priority,
        beforeSend: async () => {
          if (!(await this.isStillSo(job, prepared))) throw changedMeanwhile(path, failure);
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

  private async stored(job: PutJob, prepared: Prepared, proved: Proved): Promise<Stored> {
    const { parts } = this;
    const { path } = job;
    const { content, log, change, look } = prepared;
    const { entry, askedAt } = proved;
    const isCertain = proved.isReadBack && parts.serviceTime.isCertain(entry, askedAt);
    parts.confirmed(path, entry, { hash: content.hash, order: job.options.order ?? 0 });
    const seenAt = proved.isReadBack ? askedAt : (job.sentAt ?? askedAt);
    parts.contents.put(path, { ...content, isCertain }, { version: entry, knownAt: askedAt, seenAt });
    parts.late.acknowledged(path, content, job.options.order ?? 0);
    await endOf(log, change, "done", { hash: content.hash, entry });
    const others = this.othersAt(entry, job);
    return { entry, hash: content.hash, replaced: look.entry, isCertain, others };
  }

  private othersAt(entry: FileEntry, { sentAt, answeredAt }: PutJob): Stored["others"] {
    const { serviceTime } = this.parts;
    if (sentAt !== undefined && serviceTime.isCertain(entry, sentAt)) return "before";
    return answeredAt !== undefined && serviceTime.isAfter(entry, answeredAt) ? "after" : undefined;
  }
}

/** Throws a FileProblem for a path that cannot be uploaded to. */
export function requireUploadable(path: string): void {
  if (path === "/") throw new FileProblem("root", path);
  const problem = uploadNameProblem(nameOf(path));
  if (problem) throw new FileProblem("badName", path, problem);
}

function beforeOf(entry: FileEntry | undefined, current: Content | undefined): Before {
  if (!entry) return "absent";
  if (!current) return { notKept: "tooLarge", sizeBytes: entry.sizeBytes };
  return { bytes: current.bytes, hash: current.hash, entry };
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
