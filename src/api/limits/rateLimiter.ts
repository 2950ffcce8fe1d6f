// One limit of the service as a queue: requests start as far apart as the limit asks, from all windows of the machine
// together, what a person waits for goes first, and nothing is sent that the service would refuse.
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
  /** Aborting removes the waiting job and rejects it with the signal's reason; once started it is the job's own. */
  readonly signal?: AbortSignal | undefined;
  /** From `RateLimiter.takeTicket`: a job that is run again keeps its place among those of its priority. */
  readonly ticket?: number | undefined;
  /** Runs when the limit is taken, right before the start; when it throws, nothing starts and the limit is given back. */
  readonly prepare?: (() => Promise<void>) | undefined;
  /** `answered` may be called before it settles, once the service has let the request through. */
  readonly start: (answered: () => void) => Promise<T>;
  /** A longer pause that the service asks for ends the waiting job with a ServiceError "rateLimited". */
  readonly longestPauseMs?: number | undefined;
}

/** What waits now; `nextStartAt` (monotonic, in milliseconds) is absent when nothing does. */
interface QueueSnapshot {
  readonly count: number;
  readonly nextStartAt?: number;
}

interface RateLimiterOptions {
  readonly rule: RateRule;
  readonly clock: Clock;
  readonly store: LimitStore;
  /** The id of this window, where the store is shared. */
  readonly windowId?: string | undefined;
}

/** How often what other windows do is looked at while something waits. */
const pollMs = 1_000;
/** The same while a person waits: soon enough to use what is given back before others take it. */
const interactivePollMs = 250;
/** How much sooner than the limit is free a check may begin, so that it costs no time: no check counts for longer. */
const longestLeadMs = 300;

export class RateLimiter {
  private readonly changed = new Emitter<QueueSnapshot>();
  private readonly clock: Clock;
  private readonly uses: WindowUses;
  /** The first to start first. */
  private readonly queue: Turn[] = [];
  private tickets = 0;
  private lastPrepareMs = 0;
  private preparing = 0;
  private isAnnouncing = false;
  private isLooking = false;
  private mustLook = false;
  private stopTimer: (() => void) | undefined;

  /** Fired when a job joins, starts or leaves, and at a pause. */
  readonly onDidChange: Event<QueueSnapshot> = this.changed.event;

  constructor(private readonly options: RateLimiterOptions) {
    const { rule, clock, windowId = "" } = options;
    this.clock = clock;
    this.uses = new WindowUses(rule, `${windowId}.${Math.floor(clock.monotonicMs())}`);
  }

  /** The time in which a request's use of the limit ends after its answer, in milliseconds. */
  get windowMs(): number {
    return this.options.rule.windowMs;
  }

  get waiting(): QueueSnapshot {
    const count = this.queue.length + this.preparing;
    if (count === 0) return { count };
    const now = this.clock.monotonicMs();
    const inMs = this.preparing > 0 ? 0 : Math.max(0, this.firstStart.at - now);
    return { count, nextStartAt: now + (Number.isFinite(inMs) ? inMs : this.windowMs) };
  }

  /** True when a request could start at once, as far as this window knows. */
  get isFree(): boolean {
    return this.queue.length + this.preparing === 0 && this.uses.isFree(this.clock.monotonicMs());
  }

  /** A place in the queue, for jobs that may have to be run more than once. */
  takeTicket(): number {
    return this.tickets++;
  }

  /** Starts the job when the limit allows it and settles as it does. */
  async run<T>(job: LimitedJob<T>): Promise<T> {
    const ticket = job.ticket ?? this.takeTicket();
    for (;;) {
      const grant = await this.turnOf(job, ticket);
      if (await this.isReady(grant, job)) return await this.start(grant, job);
    }
  }

  /** Nothing starts for `ms`, though not for longer than `longestPauseMs` says: the service's limit is reached. */
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

  /** False when it has left before. */
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

  /** Brings what this window does to the store, and looks whether what waits can start: now, and as often as needed. */
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

  /** Takes the limit for as many as it allows now, and lets those start. */
  private async takeTurns(): Promise<void> {
    let grants: Grant[] = [];
    await this.options.store.update((state, now) => {
      grants = [];
      return this.uses.change(state, now, { queue: this.queue, leadMs: this.leadMs }, grants);
    });
    this.uses.keep(grants);
    for (const grant of grants) {
      // False: it left while the limit was being taken.
      if (!this.leave(grant.turn)) this.giveBack(grant);
      else {
        this.preparing++;
        grant.turn.take(grant);
      }
    }
    this.rejectHopeless();
    this.announce();
  }

  /** In milliseconds; Infinity when nothing waits, and no other window has to be told of anything. */
  private get nextLookInMs(): number {
    const { sharedInMs } = this.options.store;
    const [first] = this.queue;
    if (!first) {
      // What the file could not be told is told when it can be used again.
      if (sharedInMs !== undefined && sharedInMs > 0) return sharedInMs;
      return sharedInMs === 0 && this.uses.isUnderWay ? renewMs : Number.POSITIVE_INFINITY;
    }
    const untilStartMs = this.firstStart.takeAt - this.clock.monotonicMs();
    if (sharedInMs === undefined) return Math.max(1, untilStartMs);
    // Also while it cannot be shared: what other windows left in it ends by its own time.
    const isSoon = sharedInMs === 0 && first.priority === "interactive";
    return Math.max(1, Math.min(untilStartMs, isSoon ? interactivePollMs : pollMs));
  }

  /** False, and the limit is given back, when a pause began, the lease ended or the check took too long. */
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
    // Renewed where other windows are told.
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

  /** Rejects requests that may not wait as long as the pause that the service asks for. */
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
    // Apart from the queue's own work: a listener that throws must not stop the queue.
    queueMicrotask(() => {
      this.isAnnouncing = false;
      this.changed.fire(this.waiting);
    });
  }
}

/** A throw becomes a rejection. */
async function startSafely<T>(start: () => Promise<T>): Promise<T> {
  return start();
}

function goesBefore(a: Turn, b: Turn): boolean {
  const difference = priorities.indexOf(a.priority) - priorities.indexOf(b.priority);
  return difference < 0 || (difference === 0 && a.ticket < b.ticket);
}
