// Stops waiting for something when a signal aborts, for work that does not listen to the signal itself.
import { onAbort } from "../../core/async/onAbort";

/** Settles as `work` does, or rejects with the signal's reason when that aborts first. */
export function abortable<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return work;
  return new Promise((resolve, reject) => {
    if (signal.aborted) reject(signal.reason);
    const unfollow = onAbort(signal, () => reject(signal.reason));
    work.then(resolve, reject).finally(unfollow);
  });
}
