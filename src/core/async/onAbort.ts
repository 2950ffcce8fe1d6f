const followers = new WeakMap<AbortSignal, Set<() => void>>();

/**
 * Calls `stop` once when the signal aborts, unless the returned function is called before. Does nothing for a signal
 * that has already aborted. For a signal that many requests share: AbortSignal.any would do the same, but its signals
 * are costly to collect when hundreds are made a second, and many listeners on one signal look like a leak to Node.
 */
export function onAbort(signal: AbortSignal | undefined, stop: () => void): () => void {
  if (!signal) return () => undefined;
  const stops = followers.get(signal) ?? follow(signal);
  // A function of its own, so that a `stop` given twice is called twice.
  const call = (): void => stop();
  stops.add(call);
  return () => {
    stops.delete(call);
    if (stops.size > 0 || followers.get(signal) !== stops) return;
    followers.delete(signal);
    signal.removeEventListener("abort", notifyFollowers);
  };
}

function follow(signal: AbortSignal): Set<() => void> {
  const stops = new Set<() => void>();
  followers.set(signal, stops);
  signal.addEventListener("abort", notifyFollowers, { once: true });
  return stops;
}

function notifyFollowers(event: Event): void {
  const signal = event.currentTarget as AbortSignal;
  const stops = followers.get(signal);
  followers.delete(signal);
  for (const stop of [...(stops ?? [])]) stop();
}

/** Settles as `work` does, or rejects with the signal's reason when that aborts first. */
export function abortable<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return work;
  return new Promise((resolve, reject) => {
    if (signal.aborted) reject(signal.reason);
    const unfollow = onAbort(signal, () => reject(signal.reason));
    work.then(resolve, reject).finally(unfollow);
  });
}
