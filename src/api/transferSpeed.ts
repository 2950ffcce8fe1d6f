// How long a request may take for what it carries: by the speed of the line as it was seen, with room for worse.

/** Until something was seen; bytes in a millisecond are kilobytes in a second. */
const assumedBytesPerMs = 50;
/** How much slower than it was seen the line may become. */
const slackFactor = 4;
/** Nobody waits for anything slower. */
const slowestBytesPerMs = 2;
/** Less says more about the way there and back than about the line. */
const leastBytes = 64 * 1024;

/** One direction of the line to one service. */
export class TransferSpeed {
  private bytesPerMs: number | undefined;

  /** A time limit in milliseconds: `timeoutMs`, and room for a body of `bytes`. */
  limitMs(timeoutMs: number, bytes: number): number {
    const seen = (this.bytesPerMs ?? assumedBytesPerMs) / slackFactor;
    const bytesPerMs = Math.max(slowestBytesPerMs, Math.min(assumedBytesPerMs, seen));
    return timeoutMs + Math.ceil(bytes / bytesPerMs);
  }

  /** A body of `bytes` took `ms`. */
  note(bytes: number, ms: number): void {
    if (bytes < leastBytes) return;
    const seen = bytes / Math.max(1, ms);
    // Bad news count at once, good news by and by.
    this.bytesPerMs =
      this.bytesPerMs === undefined || seen < this.bytesPerMs ? seen : (this.bytesPerMs + seen) / 2;
  }

  /** A body of `bytes` was not through after `ms`: the line is slower than that, nobody knows by how much. */
  noteTooSlow(bytes: number, ms: number): void {
    this.note(bytes, 2 * ms);
  }
}
