// How much longer a request may take for what it carries.

/** The slowest connection that still works: 50 kB/s. */
const slowestBytesPerMs = 50;

/** A time limit in milliseconds that leaves room for a body of `bytes`. */
export function withTransferTime(timeoutMs: number, bytes: number): number {
  return timeoutMs + Math.ceil(bytes / slowestBytesPerMs);
}
