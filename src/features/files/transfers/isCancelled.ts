// Tells a transfer that was kept back from one that failed.

/** True when `error` is what an aborted `signal`, or the list of transfers, made of the work; false for a failure. */
export function isCancelled(error: unknown, signal: AbortSignal): boolean {
  if (signal.aborted && error === signal.reason) return true;
  // By name: a lazily loaded bundle has classes of its own.
  return error instanceof Error && ["CancelledError", "AbortError", "Canceled"].includes(error.name);
}
