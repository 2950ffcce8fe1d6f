import type { Logger } from "../logger";
import type { Clock } from "./clock";

interface PollerOptions {
  readonly name: string;
  readonly load: (signal: AbortSignal) => Promise<void>;
  readonly intervalMs: () => number;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** The pause doubles with each failure, up to this. */
const longestPauseMs = 5 * 60_000;

/**
 * Runs `load` again and again: only while it is wanted, one at a time, less often after failures, which are only
 * logged.
 */
export class Poller {
  private run: AbortController | undefined;
  private failures = 0;
  private lastLoadedAt = Number.NEGATIVE_INFINITY;

  constructor(private readonly options: PollerOptions) {}

  /**
   * Starts or stops polling. Starting loads at once, unless the last load is younger than the interval, also after
   * failures: a returning user does not wait for the longer pause that failures have led to.
   */
  setWanted(isWanted: boolean): void {
    if (isWanted === (this.run !== undefined)) return;
    if (!isWanted) {
      this.run?.abort();
      this.run = undefined;
      return;
    }
    this.failures = 0;
    const run = new AbortController();
    this.run = run;
    void this.loop(run.signal);
  }

  /** Makes the next load due now, because the polled thing has changed. */
  restart(): void {
    this.lastLoadedAt = Number.NEGATIVE_INFINITY;
    if (!this.run) return;
    this.setWanted(false);
    this.setWanted(true);
  }

  dispose(): void {
    this.setWanted(false);
  }

  private async loop(signal: AbortSignal): Promise<void> {
    const { clock, load, logger, name } = this.options;
    while (!signal.aborted) {
      try {
        await clock.sleep(Math.max(0, this.lastLoadedAt + this.pauseMs() - clock.monotonicMs()), signal);
        this.lastLoadedAt = clock.monotonicMs();
        await load(signal);
        this.failures = 0;
      } catch (error) {
        if (signal.aborted) return;
        this.failures++;
        logger.debug(`${name}: ${error}; next try in ${this.pauseMs()} ms`);
      }
    }
  }

  private pauseMs(): number {
    return Math.min(
      this.options.intervalMs() * 2 ** this.failures,
      Math.max(longestPauseMs, this.options.intervalMs()),
    );
  }
}
