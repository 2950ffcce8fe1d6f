// Keeps the state of one limit: in a file for all windows, or in memory for this one.
import type { Clock } from "../../core/async/clock";
import { aloneForMs, inTime, SharedFile, type SharedFileOptions } from "../../core/disk/sharedFile";
import type { Logger } from "../../core/logger";
import { emptyState, type LimitState, readState, unknownUse } from "./limitState";
import type { RateRule } from "./rateRules";

interface LimitStoreOptions {
  readonly clock: Clock;
  readonly logger: Logger;
  readonly rule: RateRule;
  readonly shared?: Omit<SharedFileOptions, "clock"> | undefined;
}

/** Pure. May be called again for one update; the last call counts. */
type StateChange = (state: LimitState, now: number) => LimitState;

export class LimitStore {
  private readonly file: SharedFile | undefined;
  private known = emptyState;
  private aloneUntil = Number.NEGATIVE_INFINITY;
  private hasWarned = false;
  private last: Promise<void> = Promise.resolve();

  constructor(private readonly options: LimitStoreOptions) {
    const { clock, shared } = options;
    this.file = shared && new SharedFile({ ...shared, clock });
  }

  /** Delay until other windows can see a change; undefined when the state is not shared. */
  get sharedInMs(): number | undefined {
    return this.file && Math.max(0, this.aloneUntil - this.options.clock.monotonicMs());
  }

  /** Atomic, after earlier changes. Never rejects. */
  update(change: StateChange): Promise<void> {
    this.last = this.last.then(() => this.updateNow(change));
    return this.last;
  }

  private async updateNow(change: StateChange): Promise<void> {
    const { clock, logger } = this.options;
    if (this.file && this.sharedInMs === 0) {
      try {
        this.known = await this.updateFile(this.file, change);
        return;
      } catch (error) {
        this.aloneUntil = clock.monotonicMs() + aloneForMs;
        if (!this.hasWarned) logger.warn(`A limit cannot be shared with other windows: ${error}`);
        this.hasWarned = true;
      }
    }
    this.known = change(this.known, clock.monotonicMs());
  }

  private async updateFile(file: SharedFile, change: StateChange): Promise<LimitState> {
    const { clock } = this.options;
    let next = this.known;
    let isLate = false;
    const update = file.update((text) => {
      // This window already counts alone: the shared file must not count the change as well.
      if (isLate) return undefined;
      next = change(this.stateOf(text), clock.monotonicMs());
      const written = JSON.stringify(next);
      return written === (text ?? JSON.stringify(emptyState)) ? undefined : written;
    });
    try {
      await inTime(clock, update);
      return next;
    } finally {
      isLate = true;
    }
  }

  private stateOf(text: string | undefined): LimitState {
    const now = this.options.clock.monotonicMs();
    const state = text === undefined ? undefined : readState(text, now);
    if (state) return state;
    if (text === undefined && this.known === emptyState) return emptyState;
    // Damaged or deleted: other windows' requests are unknown, so wait as if all had just been answered.
    const unknown = Array.from({ length: this.options.rule.requests }, (_, index) => unknownUse(index, now));
    return { ...this.known, uses: [...this.known.uses, ...unknown] };
  }
}
