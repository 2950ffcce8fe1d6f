// Time limit of a request by the size of its body and the measured speed of the connection, with a margin.

/** Before the first measurement. Bytes per millisecond are kilobytes per second. */
const assumedBytesPerMs = 50;
/** How much slower than measured the connection may become. */
const slackFactor = 4;
const slowestBytesPerMs = 2;
/** Smaller bodies measure the round trip. */
const leastBytes = 64 * 1024;

export class TransferSpeed {
  private bytesPerMs: number | undefined;

  limitMs(timeoutMs: number, bytes: number): number {
    const seen = (this.bytesPerMs ?? assumedBytesPerMs) / slackFactor;
    const bytesPerMs = Math.max(slowestBytesPerMs, Math.min(assumedBytesPerMs, seen));
    return timeoutMs + Math.ceil(bytes / bytesPerMs);
  }

  note(bytes: number, ms: number): void {
    if (bytes < leastBytes) return;
    const seen = bytes / Math.max(1, ms);
    // A slower measurement counts at once, a faster one by degrees.
    this.bytesPerMs =
      this.bytesPerMs === undefined || seen < this.bytesPerMs ? seen : (this.bytesPerMs + seen) / 2;
  }

  /** A body was not through after `ms`: the speed is lower, by an unknown factor. */
  noteTooSlow(bytes: number, ms: number): void {
    this.note(bytes, 2 * ms);
  }
}
