// Queue of one rate limit: requests of all windows start by priority and far enough apart to avoid a 429.
import type { Clock } from "../../core/async/clock";
import { Emitter, type Event } from "../../core/async/emitter";
import { abortable, onAbort } from "../../core/async/onAbort";
import { ServiceError } from "../../core/errors/serviceError";
import { type Priority, priorities } from "../http/exchange";
import { renewMs, type Start } from "./limitState";
import type { LimitStore } from "./limitStore";
import type { RateRule } from "./rateRules";
import { type Grant, longestPrepareMs, type Turn, WindowUses } from "./windowUses";

export interface LimitedJob<T> {
  readonly priority: Priority;
  /** Aborting rejects a queued job with the signal's reason; a started job handles it itself. */
  readonly signal?: AbortSignal | undefined;
  /** From `takeTicket`: a retried job keeps its place among those of its priority. */
  readonly ticket?: number | undefined;
  /** Runs right before the start, with a slot taken; a throw starts nothing and gives the slot back. */
  readonly prepare?: (() => Promise<void>) | undefined;
  /** `answered` may be called early, when the response begins. */
  readonly start: (answered: () => void) => Promise<T>;
  /** A longer Retry-After rejects the queued job with a ServiceError "rateLimited". */
  readonly longestPauseMs?: number | undefined;
}

/** `nextStartAt` (monotonic) is absent for an empty queue. */
interface QueueSnapshot {
  readonly count: number;
  readonly nextStartAt?: number;
}

interface RateLimiterOptions {
  readonly rule: RateRule;
  readonly clock: Clock;
  readonly store: LimitStore;
  readonly windowId?: string | undefined;
}

const pollMs = 1_000;
/** While a person waits: soon enough to take a slot that is given back before other windows do. */
const interactivePollMs = 250;
/** How early (ms) a slot may be reserved, so that `prepare` costs no time; longer ones gain no more. */
const longestLeadMs = 300;

export class RateLimiter {
  private readonly changed = new Emitter<QueueSnapshot>();
  private readonly clock: Clock;
  private readonly uses: WindowUses;
  private readonly queue: Turn[] = [];
  private tickets = 0;
  private lastPrepareMs = 0;
  private preparing = 0;
  private isAnnouncing = false;
  private isLooking = false;
  private mustLook = false;
  private stopTimer: (() => void) | undefined;

  /** Fires when a job is queued, starts or leaves, and at a pause. */
  readonly onDidChange: Event<QueueSnapshot> = this.changed.event;

  constructor(private readonly options: RateLimiterOptions) {
    const { rule, clock, windowId = "" } = options;
    this.clock = clock;
    this.uses = new WindowUses(rule, `${windowId}.${Math.floor(clock.monotonicMs())}`);
  }

  /** Time until a slot is free again after the response. */
  get periodMs(): number {
    return this.options.rule.periodMs;
  }

  get waiting(): QueueSnapshot {
    const count = this.queue.length + this.preparing;
    if (count === 0) return { count };
    const now = this.clock.monotonicMs();
    const inMs = this.preparing > 0 ? 0 : Math.max(0, this.firstStart.at - now);
    return { count, nextStartAt: now + (Number.isFinite(inMs) ? inMs : this.periodMs) };
  }

  /** As far as this window knows. */
  get isFree(): boolean {
    return this.queue.length + this.preparing === 0 && this.uses.isFree(this.clock.monotonicMs());
  }

  /** A place in the queue, for jobs that may be retried. */
  takeTicket(): number {
    return this.tickets++;
  }

  async run<T>(job: LimitedJob<T>): Promise<T> {
    const ticket = job.ticket ?? this.takeTicket();
    for (;;) {
      const grant = await this.turnOf(job, ticket);
      if (await this.isReady(grant, job)) return await this.start(grant, job);
    }
  }

  /** Nothing starts for `ms`, at most `longestPauseMs`: the service answered 429. */
  pause(ms: number): void {
    this.uses.pause(this.clock.monotonicMs(), ms);
    this.noteChange();
  }

  private turnOf(job: LimitedJob<unknown>, ticket: number): Promise<Grant> {
    return new Promise((resolve, reject) => {
      const { signal, priority, longestPauseMs = Number.POSITIVE_INFINITY } = job;
      if (signal?.aborted) return reject(signal.reason);
      const stay = onAbort(signal, () => {
        if (!this.leave(turn)) return;
        reject(signal?.reason);
        this.noteChange();
      });
      const turn: Turn = {
        ...{ priority, ticket, since: this.clock.monotonicMs(), longestPauseMs },
        take: (grant) => {
          stay();
          resolve(grant);
        },
        reject: (reason) => {
          stay();
          reject(reason);
        },
      };
      const at = this.queue.findIndex((other) => goesBefore(turn, other));
      this.queue.splice(at < 0 ? this.queue.length : at, 0, turn);
      this.noteChange();
    });
  }

  private leave(turn: Turn): boolean {
    const at = this.queue.indexOf(turn);
    if (at >= 0) this.queue.splice(at, 1);
    return at >= 0;
  }

  private noteChange(): void {
    this.rejectHopeless();
    this.announce();
    void this.look();
  }

  /** Writes this window's state to the store and starts what may start, now and as often as needed. */
  private async look(): Promise<void> {
    this.mustLook = true;
    if (this.isLooking) return;
    this.isLooking = true;
    this.stopTimer?.();
    while (this.mustLook) {
      this.mustLook = false;
      await this.takeTurns();
    }
    this.isLooking = false;
    const inMs = this.nextLookInMs;
    this.stopTimer = Number.isFinite(inMs) ? this.clock.after(inMs, () => void this.look()) : undefined;
  }

  private async takeTurns(): Promise<void> {
    let grants: Grant[] = [];
    await this.options.store.update((state, now) => {
      grants = [];
      return this.uses.change(state, now, { queue: this.queue, leadMs: this.leadMs }, grants);
    });
    this.uses.keep(grants);
    for (const grant of grants) {
      // The job left while the slot was being reserved.
      if (!this.leave(grant.turn)) this.giveBack(grant);
      else {
        this.preparing++;
        grant.turn.take(grant);
      }
    }
    this.rejectHopeless();
    this.announce();
  }

  /** Infinity when the queue is empty and the store is up to date. */
  private get nextLookInMs(): number {
    const { sharedInMs } = this.options.store;
    const [first] = this.queue;
    if (!first) {
      // The failed write is repeated when the file can be used again.
      if (sharedInMs !== undefined && sharedInMs > 0) return sharedInMs;
      return sharedInMs === 0 && this.uses.hasInFlight ? renewMs : Number.POSITIVE_INFINITY;
    }
    const untilStartMs = this.firstStart.takeAt - this.clock.monotonicMs();
    if (sharedInMs === undefined) return Math.max(1, untilStartMs);
    // Also while sharing fails: other windows' entries expire.
    const isSoon = sharedInMs === 0 && first.priority === "interactive";
    return Math.max(1, Math.min(untilStartMs, isSoon ? interactivePollMs : pollMs));
  }

  /** False, and the slot is given back, when a pause began, the lease ended or `prepare` took too long. */
  private async isReady(grant: Grant, { prepare, signal }: LimitedJob<unknown>): Promise<boolean> {
    const startedAt = this.clock.monotonicMs();
    try {
      if (prepare) {
        await abortable(startSafely(prepare), signal);
        signal?.throwIfAborted();
        this.lastPrepareMs = this.clock.monotonicMs() - startedAt;
      }
      const earlyMs = grant.notBefore - this.clock.monotonicMs();
      if (earlyMs > 0) await this.clock.sleep(earlyMs, signal);
    } catch (error) {
      this.giveBack(grant);
      throw error;
    } finally {
      this.preparing--;
      this.announce();
    }
    const now = this.clock.monotonicMs();
    // With a shared store, the lease must not have expired.
    const isHeld = this.options.store.sharedInMs !== 0 || this.uses.holds(grant.use, now);
    const isInTime = now <= grant.use.takenAt + longestPrepareMs;
    if (isHeld && isInTime && this.uses.pausedUntil(now) <= now) return true;
    this.giveBack(grant);
    return false;
  }

  private async start<T>({ use }: Grant, job: LimitedJob<T>): Promise<T> {
    this.uses.send(use, this.clock.monotonicMs());
    const end = (isAnswered: boolean): void => {
      if (this.uses.end(use, this.clock.monotonicMs(), isAnswered)) void this.look();
    };
    try {
      const result = await job.start(() => end(true));
      end(true);
      return result;
    } catch (error) {
      end(false);
      throw error;
    }
  }

  private giveBack({ use }: Grant): void {
    this.uses.giveBack(use);
    void this.look();
  }

  private get leadMs(): number {
    return Math.min(longestLeadMs, this.lastPrepareMs);
  }

  private get firstStart(): Start {
    const [first] = this.queue;
    const never = { at: Number.POSITIVE_INFINITY, takeAt: Number.POSITIVE_INFINITY };
    return first ? this.uses.startOf(first, this.clock.monotonicMs(), this.leadMs) : never;
  }

  /** Rejects jobs whose deadline ends before Retry-After. */
  private rejectHopeless(): void {
    const now = this.clock.monotonicMs();
    const pauseMs = this.uses.pausedUntil(now) - now;
    if (!(pauseMs > 0)) return;
    for (const turn of [...this.queue]) {
      if (pauseMs <= turn.longestPauseMs) continue;
      this.leave(turn);
      const message = `not sent: the service has asked for ${Math.ceil(pauseMs / 1000)} s without such requests`;
      turn.reject(new ServiceError("rateLimited", message, { retryAfterMs: pauseMs }));
    }
  }

  private announce(): void {
    if (this.isAnnouncing) return;
    this.isAnnouncing = true;
    // In a microtask: a listener that throws must not stop the queue.
    queueMicrotask(() => {
      this.isAnnouncing = false;
      this.changed.fire(this.waiting);
    });
  }
}

async function startSafely<T>(start: () => Promise<T>): Promise<T> {
  return start();
}

function goesBefore(a: Turn, b: Turn): boolean {
  const difference = priorities.indexOf(a.priority) - priorities.indexOf(b.priority);
  return difference < 0 || (difference === 0 && a.ticket < b.ticket);
}
