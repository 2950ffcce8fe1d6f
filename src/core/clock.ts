// The only place that knows the time: everything that waits or stamps takes a Clock, so that tests own it.

/** Time and timers. All times are milliseconds since the epoch. */
export interface Clock {
  now(): number;
  /** Resolves after `ms`; rejects with the signal's reason when it aborts first. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /** Calls `call` after `ms`, unless the function that it returns is called before: a time limit, at a request's price. */
  after(ms: number, call: () => void): () => void;
}

/** The machine's own clock. */
export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      const stop = (): void => {
        stopTimer();
        reject(signal?.reason);
      };
      const stopTimer = systemClock.after(ms, () => {
        signal?.removeEventListener("abort", stop);
        resolve();
      });
      signal?.addEventListener("abort", stop, { once: true });
    }),
  after: (ms, call) => {
    const timer = setTimeout(call, ms);
    return () => clearTimeout(timer);
  },
};
