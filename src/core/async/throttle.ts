import type { Clock } from "./clock";

interface ThrottleOptions {
  readonly clock: Clock;
  readonly intervalMs: number;
  readonly run: () => void;
}

/** Runs work that is requested more often than it should run: at once the first time, then at most once an interval. */
export class Throttle {
  private lastRunAt = Number.NEGATIVE_INFINITY;
  private isDue = false;
  private isDisposed = false;

  constructor(private readonly options: ThrottleOptions) {}

  /** Runs now when the last run is an interval ago, else once the interval is over. */
  request(): void {
    if (this.isDue || this.isDisposed) return;
    const { clock, intervalMs } = this.options;
    const waitMs = Math.min(intervalMs, this.lastRunAt + intervalMs - clock.monotonicMs());
    if (waitMs <= 0) {
      this.runNow();
      return;
    }
    this.isDue = true;
    void clock.sleep(waitMs).then(() => {
      if (this.isDue) this.runNow();
    });
  }

  /** Runs now; waiting requests are included. */
  runNow(): void {
    if (this.isDisposed) return;
    this.isDue = false;
    this.lastRunAt = this.options.clock.monotonicMs();
    this.options.run();
  }

  dispose(): void {
    this.isDisposed = true;
    this.isDue = false;
  }
}
