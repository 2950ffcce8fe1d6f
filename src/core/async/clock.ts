// The only source of time: everything that waits or stamps takes a Clock, so that tests control it.
import { onAbort } from "./onAbort";

export interface Clock {
  /**
   * Milliseconds since the epoch by the machine's clock, which its owner may set: for showing and storing, since it
   * may jump.
   */
  now(): number;
  /**
   * Milliseconds since a moment that all programs of this machine share until it restarts. Never jumps: for every age
   * and every wait.
   */
  monotonicMs(): number;
  /** Resolves after `ms`; rejects with the signal's reason when it aborts first. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /**
   * Calls `call` after `ms`, unless the returned function is called before: cheap enough for a time limit of every
   * request.
   */
  after(ms: number, call: () => void): () => void;
}

/** Settles as `work` does, which goes on when it takes longer than `ms`: then with undefined. */
export async function within<T>(
  clock: Pick<Clock, "after">,
  ms: number,
  work: Promise<T>,
): Promise<T | undefined> {
  let stopTimer = (): void => undefined;
  const timeIsUp = new Promise<undefined>((resolve) => {
    stopTimer = clock.after(ms, () => resolve(undefined));
  });
  return await Promise.race([work, timeIsUp]).finally(() => stopTimer());
}

/**
 * Milliseconds since the call, by the clock that has moved more, forwards or back: the monotonic one may stand still
 * while the machine sleeps, and the other may be set. So time spent asleep counts, and an age is at worst too high.
 */
export function stopwatch(clock: Clock): () => number {
  const [startedAt, startedNow] = [clock.monotonicMs(), clock.now()];
  return () => Math.max(clock.monotonicMs() - startedAt, Math.abs(clock.now() - startedNow));
}

/** setTimeout fires at once for a longer delay. */
const longestTimerMs = 2 ** 31 - 1;

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
