// One limit of the service (interface.md "Limits") as a queue: requests start as far apart as the limit asks, what a
// person waits for goes first, and nothing is sent that the service would refuse.
import type { Clock } from "../core/clock";
import { Emitter, type Event } from "../core/emitter";
import { abortable } from "./abortable";
import { type Priority, priorities } from "./callOptions";

/** Either a least time from start to start, or a number of starts in any window, some of them held back. */
export type LaneRule =
  | { readonly minIntervalMs: number }
  | { readonly maxPerWindow: number; readonly windowMs: number; readonly heldForInteractive: number };

/** 3 s from arrival to arrival, and a margin for the way there. */
export const threeSecondRule: LaneRule = { minIntervalMs: 3_040 };

/** 20 in any 60 s, with a margin; the last two are for files that a person opens. */
export const downloadRule: LaneRule = { maxPerWindow: 20, windowMs: 60_600, heldForInteractive: 2 };

export interface LaneJob<T> {
  /** Read each time a start is free, so that it may rise while the job waits. */
  readonly priority: Priority;
  /** Aborting removes the waiting job and rejects it with the signal's reason; once started it is the job's own. */
  readonly signal?: AbortSignal | undefined;
  /** From `takeTurn`: a job that is run again keeps its place among those of its priority. */
  readonly turn?: number | undefined;
  /** Runs when the start is free, right before it; when it throws, nothing starts and no start is used up. */
  readonly prepare?: (() => Promise<void>) | undefined;
  readonly start: () => Promise<T>;
}

/** What waits now; `nextStartAt` (milliseconds since the epoch) is absent when nothing does. */
export interface LaneSnapshot {
  readonly count: number;
  readonly nextStartAt?: number;
}

interface Waiting {
  readonly priority: () => Priority;
  readonly turn: number;
  readonly signal: AbortSignal | undefined;
  readonly prepare: (() => Promise<void>) | undefined;
  readonly start: () => void;
  readonly reject: (reason: unknown) => void;
}

export class Lane {
  private readonly changed = new Emitter<LaneSnapshot>();
  private queue: Waiting[] = [];
  private startTimes: number[] = [];
  private pausedUntil = Number.NEGATIVE_INFINITY;
  private preparing = 0;
  private turns = 0;
  private draining = false;
  private announcing = false;
  private wake = new AbortController();

  /** Fired when a job joins, starts or leaves, and when the lane is paused. */
  readonly onDidChange: Event<LaneSnapshot> = this.changed.event;

  /** `usedBefore`: a request may have started just now, of this window before a reload; the first one waits for that. */
  constructor(
    private readonly rule: LaneRule,
    private readonly clock: Clock,
    usedBefore = false,
  ) {
    if (usedBefore) this.startTimes.push(clock.now());
  }

  /** The time in which a start is freed again. */
  get windowMs(): number {
    return "windowMs" in this.rule ? this.rule.windowMs : this.rule.minIntervalMs;
  }

  get waiting(): LaneSnapshot {
    const count = this.queue.length + this.preparing;
    if (count === 0) return { count };
    const first = this.first();
    const now = this.clock.now();
    return {
      count,
      nextStartAt: first && this.preparing === 0 ? Math.max(now, this.freeAt(first.priority())) : now,
    };
  }

  /** A place in the queue, for jobs that may have to be run more than once. */
  takeTurn(): number {
    return this.turns++;
  }

  /** Starts the job when the limit allows it and settles as it does. */
  run<T>(job: LaneJob<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const { signal } = job;
      if (signal?.aborted) return reject(signal.reason);
      const leave = (): void => {
        if (!this.queue.includes(waiting)) return;
        this.queue = this.queue.filter((other) => other !== waiting);
        reject(signal?.reason);
        this.changeAndWake();
      };
      const waiting: Waiting = {
        priority: () => job.priority,
        turn: job.turn ?? this.takeTurn(),
        signal,
        prepare: job.prepare,
        start: () => {
          signal?.removeEventListener("abort", leave);
          startSafely(job.start).then(resolve, reject);
        },
        reject: (reason) => {
          signal?.removeEventListener("abort", leave);
          reject(reason);
        },
      };
      signal?.addEventListener("abort", leave, { once: true });
      this.queue.push(waiting);
      this.changeAndWake();
      if (!this.draining) void this.drain();
    });
  }

  /** Nothing starts for `ms`: the service said that its limit is reached. */
  pause(ms: number): void {
    this.pausedUntil = Math.max(this.pausedUntil, this.clock.now() + ms);
    this.changeAndWake();
  }

  private async drain(): Promise<void> {
    this.draining = true;
    for (let next = this.first(); next; next = this.first()) {
      const waitMs = this.freeAt(next.priority()) - this.clock.now();
      if (waitMs > 0) await this.sleepUntilWoken(waitMs);
      else await this.startOne(next);
    }
    this.draining = false;
  }

  private async startOne(next: Waiting): Promise<void> {
    this.queue = this.queue.filter((other) => other !== next);
    if (next.prepare) {
      this.preparing++;
      try {
        await abortable(startSafely(next.prepare), next.signal);
        next.signal?.throwIfAborted();
      } catch (error) {
        next.reject(error);
        return;
      } finally {
        this.preparing--;
        this.changeAndWake();
      }
    }
    if (this.freeAt(next.priority()) > this.clock.now()) {
      // Paused while it prepared: it waits on in its place and is prepared anew.
      this.queue.push(next);
      return;
    }
    this.startTimes.push(this.clock.now());
    next.start();
    this.changeAndWake();
  }

  private first(): Waiting | undefined {
    let first: Waiting | undefined;
    for (const waiting of this.queue) if (!first || goesBefore(waiting, first)) first = waiting;
    return first;
  }

  /** The earliest time at which the limit allows a start of this priority. */
  private freeAt(priority: Priority): number {
    const now = this.clock.now();
    // A clock that was set back must not hold the lane for the difference.
    this.startTimes = this.startTimes
      .map((time) => Math.min(time, now))
      .filter((time) => now - time < this.windowMs);
    const limit = "windowMs" in this.rule ? this.limitFor(priority, this.rule) : 1;
    const blocking = this.startTimes[this.startTimes.length - limit];
    return Math.max(this.pausedUntil, blocking === undefined ? now : blocking + this.windowMs);
  }

  private limitFor(priority: Priority, rule: Extract<LaneRule, { windowMs: number }>): number {
    return priority === "interactive" ? rule.maxPerWindow : rule.maxPerWindow - rule.heldForInteractive;
  }

  private async sleepUntilWoken(ms: number): Promise<void> {
    this.wake = new AbortController();
    const { signal } = this.wake;
    await this.clock.sleep(ms, signal).catch((reason: unknown) => {
      if (!signal.aborted) throw reason;
    });
  }

  private changeAndWake(): void {
    this.wake.abort();
    if (this.announcing) return;
    this.announcing = true;
    // Apart from the queue's own work: a listener that throws must not stop the lane.
    queueMicrotask(() => {
      this.announcing = false;
      this.changed.fire(this.waiting);
    });
  }
}

function goesBefore(a: Waiting, b: Waiting): boolean {
  const difference = priorities.indexOf(a.priority()) - priorities.indexOf(b.priority());
  return difference < 0 || (difference === 0 && a.turn < b.turn);
}

/** A throw becomes a rejection, so that it reaches whoever asked instead of stopping the lane. */
async function startSafely<T>(start: () => Promise<T>): Promise<T> {
  return start();
}
