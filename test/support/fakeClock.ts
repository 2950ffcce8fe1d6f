// A clock for tests: time stands still until `advance`, and sleepers wake in order.

import type { Clock } from "../../src/core/async/clock";
import { onAbort } from "../../src/core/async/onAbort";

interface Sleeper {
  readonly dueAt: number;
  readonly wake: () => void;
}

/** Turns of the event loop after which everything that needs no time has run. */
const flushRounds = 12;

export class FakeClock implements Clock {
  private readonly sleepers = new Set<Sleeper>();
  private time: number;
  /** How far the wall clock was set forward. */
  private setForwardMs = 0;
  /** Unfinished work of `during`. */
  private running = 0;

  /** `start`: milliseconds since the epoch. */
  constructor(start: number = Date.UTC(2026, 0, 1)) {
    this.time = start;
  }

  now(): number {
    return this.time + this.setForwardMs;
  }

  monotonicMs(): number {
    return this.time;
  }

  /** Sets the wall clock forward or (negative) back; no timer notices. */
  jump(ms: number): void {
    this.setForwardMs += ms;
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      const stopTimer = this.after(ms, () => {
        unfollow();
        resolve();
      });
      const unfollow = onAbort(signal, () => {
        stopTimer();
        reject(signal?.reason);
      });
    });
  }

  after(ms: number, call: () => void): () => void {
    const sleeper: Sleeper = {
      dueAt: this.time + Math.max(0, ms),
      wake: () => {
        this.sleepers.delete(sleeper);
        call();
      },
    };
    this.sleepers.add(sleeper);
    return () => this.sleepers.delete(sleeper);
  }

  /** Work of the disk or of a thread, which takes no fake time: no sleeper wakes before it is done. */
  async during<T>(work: Promise<T>): Promise<T> {
    this.running++;
    try {
      return await work;
    } finally {
      this.running--;
    }
  }

  get sleeping(): number {
    return this.sleepers.size;
  }

  /** Undefined when none sleeps. */
  get nextInMs(): number | undefined {
    const next = this.earliest();
    return next && next.dueAt - this.time;
  }

  /** Wakes each sleeper at its time and lets its work run first. */
  async advance(ms: number): Promise<void> {
    const until = this.time + ms;
    await this.settle();
    for (let next = this.earliest(); next && next.dueAt <= until; next = this.earliest()) {
      this.time = Math.max(this.time, next.dueAt);
      next.wake();
      await this.settle();
    }
    this.time = until;
    await this.settle();
  }

  /** Timers that were due in that time fire when the machine wakes. */
  async suspend(ms: number): Promise<void> {
    await this.settle();
    this.time += ms;
    await this.advance(0);
  }

  /** Advances from sleeper to sleeper until `work` settles; fails after `limitMs` of fake time. */
  async finish<T>(work: Promise<T>, limitMs: number = 24 * 60 * 60 * 1000): Promise<T> {
    const until = this.time + limitMs;
    let settled = false;
    const note = (): void => {
      settled = true;
    };
    work.then(note, note);
    for (await this.settle(); !settled; await this.settle()) {
      const next = this.earliest();
      if (!next || next.dueAt > until)
        throw new Error("FakeClock.finish: nothing left to wait for, and not settled");
      this.time = Math.max(this.time, next.dueAt);
      next.wake();
    }
    return work;
  }

  /** Runs everything that needs no time. */
  async settle(): Promise<void> {
    for (let round = 0; round < flushRounds; round = this.running > 0 ? 0 : round + 1)
      await new Promise<void>((resolve) => setImmediate(resolve));
  }

  private earliest(): Sleeper | undefined {
    let earliest: Sleeper | undefined;
    for (const sleeper of this.sleepers) if (!earliest || sleeper.dueAt < earliest.dueAt) earliest = sleeper;
    return earliest;
  }
}
