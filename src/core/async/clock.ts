// The only place that knows the time: everything that waits or stamps takes a Clock, so that tests own it.
import { onAbort } from "./onAbort";

/** Time and timers, in milliseconds. */
export interface Clock {
  /** Milliseconds since the epoch, as the machine's owner set them: for showing and for keeping, since it may jump. */
  now(): number;
  /**
   * Milliseconds since a moment that is the same for all programs of this machine, until it starts again. Never jumps:
   * for every age and every wait.
   */
  monotonicMs(): number;
  /** Resolves after `ms`; rejects with the signal's reason when it aborts first. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /** Calls `call` after `ms`, unless the function that it returns is called before: a time limit, at a request's price. */
  after(ms: number, call: () => void): () => void;
}

/**
 * Milliseconds since the call, by the clock that shows more: the monotonic one may stand still while the machine sleeps, and
 * the other one may be set. So what took its time in a sleep counts as old, at worst too early.
 */
export function stopwatch(clock: Clock): () => number {
  const [startedAt, startedNow] = [clock.monotonicMs(), clock.now()];
  return () => Math.max(clock.monotonicMs() - startedAt, clock.now() - startedNow);
}

/** A timer for longer would fire at once. */
const longestTimerMs = 2 ** 31 - 1;

/** The machine's own clock. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonicMs: () => Number(process.hrtime.bigint() / 1_000_000n),
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      const stopTimer = systemClock.after(ms, () => {
        unfollow();
        resolve();
      });
      const unfollow = onAbort(signal, () => {
        stopTimer();
        reject(signal?.reason);
      });
    }),
  after: (ms, call) => {
    let timer: ReturnType<typeof setTimeout>;
    const wait = (leftMs: number): void => {
      const onwards = leftMs > longestTimerMs ? () => wait(leftMs - longestTimerMs) : call;
      timer = setTimeout(onwards, Math.min(leftMs, longestTimerMs));
    };
    wait(ms);
    return () => clearTimeout(timer);
  },
};
