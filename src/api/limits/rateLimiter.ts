// One limit of the service as a queue: requests start as far apart as the limit asks, from all windows of the machine
// together, what a person waits for goes first, and nothing is sent that the service would refuse.
import type { Clock } from "../../core/async/clock";
import { Emitter, type Event } from "../../core/async/emitter";
import { ServiceError } from "../../core/errors/serviceError";
import { abortable } from "../http/abortable";
import { JobQueue, type LimitedJob, startSafely } from "./jobQueue";
import { OwnLedger, type PaceLedger } from "./paceLedger";
import type { Start } from "./paceState";
import type { RateRule } from "./rateRules";
import { type Grant, longestPrepareMs, WindowPace } from "./windowPace";

/** What waits now; `nextStartAt` (milliseconds since the epoch) is absent when nothing does. */
export interface QueueSnapshot {
  readonly count: number;
  readonly nextStartAt?: number;
}

export interface RateLimiterOptions {
  readonly rule: RateRule;
  readonly clock: Clock;
  /** This window's own when absent. */
  readonly ledger?: PaceLedger | undefined;
  /** The id of this window, where the ledger is shared. */
  readonly windowId?: string | undefined;
}

/** How often what other windows do is looked at while something waits. */
const pollMs = 1_000;
/** The same while a person waits: soon enough to use a slot that is given back before others take it. */
const interactivePollMs = 250;
/** How much sooner than the limit is free a check may begin, so that it costs no time: no check counts for longer. */
const longestLeadMs = 300;
/** Other windows are told of a request that is under way for longer: a person need not wait for its answer. */
const slowMs = 3_000;

export class RateLimiter {
  private readonly changed = new Emitter<QueueSnapshot>();
  private readonly clock: Clock;
  private readonly ledger: PaceLedger;
  private stopRetry: (() => void) | undefined;
  private readonly pace: WindowPace;
  private readonly queue = new JobQueue(() => this.noteChange());
  private lastPrepareMs = 0;
  private preparing = 0;
  private isDraining = false;
  private isWoken = false;
  private isAnnouncing = false;
  private wake: () => void = () => undefined;

  /** Fired when a job joins, starts or leaves, and at a pause. */
  readonly onDidChange: Event<QueueSnapshot> = this.changed.event;

  constructor(private readonly options: RateLimiterOptions) {
    const { rule, clock, windowId = "" } = options;
    this.clock = clock;
    this.ledger = options.ledger ?? new OwnLedger(clock);
    this.pace = new WindowPace(rule, `${windowId}.${Math.floor(clock.monotonicMs())}`, windowId);
  }

  /** The time in which a slot is freed again, in milliseconds. */
  get windowMs(): number {
    return this.options.rule.windowMs;
  }

  get waiting(): QueueSnapshot {
    const count = this.queue.length + this.preparing;
    if (count === 0) return { count };
    const now = this.clock.now();
    const inMs = this.preparing > 0 ? 0 : Math.max(0, this.firstStart.at - this.clock.monotonicMs());
    return { count, nextStartAt: now + (Number.isFinite(inMs) ? inMs : this.windowMs) };
  }

  /** True when a request could start at once, as far as this window knows. */
  get isFree(): boolean {
    return this.queue.length + this.preparing === 0 && this.pace.isFree(this.clock.monotonicMs());
  }

  /** A place in the queue, for jobs that may have to be run more than once. */
  takeTicket(): number {
    return this.queue.takeTicket();
  }

  /** Starts the job when the limit allows it and settles as it does. */
  run<T>(job: LimitedJob<T>): Promise<T> {
    const result = this.queue.add(job, this.clock.monotonicMs());
    this.noteChange();
    return result;
  }

  /** Nothing starts for `ms`, though not for longer than `longestPauseMs` says: the service's limit is reached. */
  pause(ms: number): void {
    this.pace.pause(this.clock.monotonicMs(), ms);
    this.noteChange();
    if (!this.isDraining) this.tell();
  }

  private noteChange(): void {
    this.rejectHopeless();
    this.announce();
    this.wakeUp();
    if (!this.isDraining && this.queue.length > 0) void this.drain();
  }

  private async drain(): Promise<void> {
    this.isDraining = true;
    while (this.queue.length > 0) {
      this.isWoken = false;
      await this.grant();
      if (this.queue.length > 0) await this.sleepUntilWoken();
    }
    this.isDraining = false;
    // Everybody left: nobody else need wait for them.
    if (this.pace.isAnnounced) this.tell();
  }

  /** Takes slots for as many as the limit allows now, and starts those. */
  private async grant(): Promise<void> {
    let grants: Grant[] = [];
    await this.ledger.update((state, look) => {
      grants = [];
      return this.pace.change(state, look, { queue: this.queue.inOrder, leadMs: this.leadMs }, grants);
    });
    this.pace.keep(grants);
    for (const grant of grants) {
      // False: it left while the slot was being taken.
      if (this.queue.remove(grant.waiting)) void this.startOne(grant);
      else this.giveBack(grant);
    }
    this.rejectHopeless();
    this.announce();
  }

  private async startOne(grant: Grant): Promise<void> {
    const { waiting, slot, notBefore } = grant;
    this.preparing++;
    try {
      await this.prepare(waiting.job);
      const earlyMs = notBefore - this.clock.monotonicMs();
      if (earlyMs > 0) await this.clock.sleep(earlyMs, waiting.job.signal);
    } catch (error) {
      this.giveBack(grant);
      waiting.reject(error);
      return;
    } finally {
      this.preparing--;
      this.announce();
    }
    const now = this.clock.monotonicMs();
    if (this.pace.pausedUntil(now) > now || now > slot.takenAt + longestPrepareMs) {
      // It waits on in its place and is prepared again.
      this.giveBack(grant);
      this.queue.putBack(waiting);
      this.noteChange();
      return;
    }
    this.pace.send(slot, now);
    const stopTimer = this.ledger.isShared ? this.clock.after(slowMs, () => this.tell()) : undefined;
    waiting.start((isAnswered) => {
      if (!this.pace.end(slot, this.clock.monotonicMs(), isAnswered)) return;
      stopTimer?.();
      this.tell();
    });
  }

  private async prepare({ prepare, signal }: LimitedJob<unknown>): Promise<void> {
    if (!prepare) return;
    const startedAt = this.clock.monotonicMs();
    await abortable(startSafely(prepare), signal);
    signal?.throwIfAborted();
    this.lastPrepareMs = this.clock.monotonicMs() - startedAt;
  }

  private giveBack({ slot }: Grant): void {
    this.pace.giveBack(slot);
    this.tell();
  }

  /** Brings what this window does to the ledger; when somebody waits, with a look whether they can start. */
  private tell(): void {
    if (this.isDraining) this.wakeUp();
    else
      void this.ledger
        .update((state, look) => this.pace.change(state, look, { queue: this.queue.inOrder }, []))
        .then(() => this.tellLater());
  }

  /** Other windows wait for what could not be written down. */
  private tellLater(): void {
    const { retryInMs } = this.ledger;
    if (retryInMs === undefined || this.stopRetry) return;
    this.stopRetry = this.clock.after(retryInMs, () => {
      this.stopRetry = undefined;
      this.tell();
    });
  }

  private get leadMs(): number {
    return Math.min(longestLeadMs, this.lastPrepareMs);
  }

  private get firstStart(): Start {
    const [first] = this.queue.inOrder;
    const never = { at: Number.POSITIVE_INFINITY, takeAt: Number.POSITIVE_INFINITY };
    return first ? this.pace.startOf(first, this.clock.monotonicMs(), this.leadMs) : never;
  }

  /** Rejects requests that may not wait as long as the pause that the service asks for. */
  private rejectHopeless(): void {
    const now = this.clock.monotonicMs();
    const pauseMs = this.pace.pausedUntil(now) - now;
    if (!(pauseMs > 0)) return;
    for (const waiting of [...this.queue.inOrder]) {
      if (pauseMs <= (waiting.job.longestPauseMs ?? Number.POSITIVE_INFINITY)) continue;
      this.queue.remove(waiting);
      const message = `not sent: the service has asked for ${Math.ceil(pauseMs / 1000)} s without such requests`;
      waiting.reject(new ServiceError("rateLimited", message, { retryAfterMs: pauseMs }));
    }
  }

  private async sleepUntilWoken(): Promise<void> {
    if (this.isWoken) return;
    const { ledger } = this.options;
    const isPerson = this.queue.inOrder[0]?.job.priority === "interactive";
    // Also while it cannot be shared: nobody tells of requests that others left in it, which end by their own time.
    const longestMs = !ledger
      ? Number.POSITIVE_INFINITY
      : ledger.isShared && isPerson
        ? interactivePollMs
        : pollMs;
    const inMs = this.firstStart.takeAt - this.clock.monotonicMs();
    const sleepMs = Math.max(1, Math.min(inMs, longestMs));
    await new Promise<void>((resolve) => {
      const stopTimer = Number.isFinite(sleepMs) ? this.clock.after(sleepMs, resolve) : undefined;
      this.wake = () => {
        stopTimer?.();
        resolve();
      };
    });
    this.wake = () => undefined;
  }

  private wakeUp(): void {
    this.isWoken = true;
    this.wake();
  }

  private announce(): void {
    if (this.isAnnouncing) return;
    this.isAnnouncing = true;
    // Apart from the queue's own work: a listener that throws must not stop the queue.
    queueMicrotask(() => {
      this.isAnnouncing = false;
      this.changed.fire(this.waiting);
    });
  }
}
