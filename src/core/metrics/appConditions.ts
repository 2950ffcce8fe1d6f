import { saysFailed } from "../model/appStatus";
import type { App, Metrics } from "../model/model";
import { memoryShare } from "./memoryShare";
import { isAnotherRun } from "./networkRate";

export const appConditions = ["down", "crashLoop", "memory"] as const;

export type AppCondition = (typeof appConditions)[number];

export interface StoredConditions {
  readonly active: readonly AppCondition[];
  /** The last start that the user did not request. */
  readonly lastStartAt?: number | undefined;
}

/** A shorter time offline may be a restart that a teammate requested. */
const downAfterMs = 8_000;
/** After a restart from this window, an app may be offline and start again for this long. */
const restartMs = 90_000;
/** The memory condition needs this many reads above the limit in a row, over at least this time. */
const memoryReads = 3;
const memoryMs = 15_000;
/** A crash loop: this many starts within `crashLoopMs` that the user did not request. */
const crashLoopStarts = 3;
const crashLoopMs = 10 * 60_000;
const limitShare = 0.9;

/**
 * Detects what a user wants to know of an app: it is down, it restarts again and again, its memory stays near the
 * limit. A condition must last before it begins, and begins once until it has ended. Times are ms since the epoch.
 */
export class AppConditions {
  private readonly current = new Set<AppCondition>();
  private wasOnline = false;
  private offlineSince: number | undefined;
  private aboveSince: number | undefined;
  private readsAbove = 0;
  private starts: number[] = [];
  private restartAskedAt = Number.NEGATIVE_INFINITY;
  private lastRun: Metrics | undefined;
  private wasAtLimit = false;
  /** The last read showed a start that the user did not request, after a run at the memory limit. */
  isLimitRestart = false;

  /** Conditions of `kept` do not begin again, and end as usual. */
  constructor(kept?: StoredConditions) {
    for (const condition of kept?.active ?? []) this.current.add(condition);
    if (kept?.lastStartAt !== undefined) this.starts.push(kept.lastStartAt);
    this.wasOnline = this.current.has("down");
  }

  get kept(): StoredConditions {
    return { active: [...this.current], lastStartAt: this.starts.at(-1) };
  }

  get active(): ReadonlySet<AppCondition> {
    return this.current;
  }

  /** The user requested a restart at `at`, so the next start is expected. */
  restartAsked(at: number): void {
    this.restartAskedAt = at;
  }

  /** Takes in an app that was read at `at`; returns the conditions that began with it. */
  observe(app: App, at: number, memoryWarningPercent: number): AppCondition[] {
    const before = new Set(this.current);
    this.isLimitRestart = false;
    this.observeStarts(app, at);
    this.observeOnline(app, at);
    this.observeMemory(app, at, memoryWarningPercent);
    return [...this.current].filter((condition) => !before.has(condition));
  }

  private observeStarts({ metrics }: App, at: number): void {
    if (metrics) {
      const isAnother = this.lastRun !== undefined && isAnotherRun(this.lastRun, metrics);
      if (isAnother && at - this.restartAskedAt > restartMs) {
        this.starts.push(at);
        this.isLimitRestart = this.wasAtLimit;
      }
      if (metrics.startedAt !== undefined || metrics.uptimeSeconds !== undefined) this.lastRun = metrics;
    }
    this.starts = this.starts.filter((start) => at - start < crashLoopMs);
    // A crash loop has ended when the app stayed up for `crashLoopMs`, not when it starts a little less often.
    const isLooping = this.starts.length >= (this.current.has("crashLoop") ? 1 : crashLoopStarts);
    this.set("crashLoop", isLooping);
  }

  private observeOnline(app: App, at: number): void {
    const isOnline = app.metrics?.online;
    if (isOnline === true) {
      this.wasOnline = true;
      this.offlineSince = undefined;
      this.set("down", false);
      return;
    }
    if (isOnline === undefined && !saysFailed(app)) return;
    this.offlineSince ??= at;
    const isExpected = at - this.restartAskedAt <= restartMs;
    if (this.wasOnline && !isExpected && at - this.offlineSince >= downAfterMs) this.set("down", true);
  }

  private observeMemory(app: App, at: number, warningPercent: number): void {
    const share = memoryShare(app);
    if (share === undefined) return;
    // The service sends zeros for an app that is down.
    if (app.metrics?.online !== false) this.wasAtLimit = share >= limitShare;
    if (share * 100 < warningPercent) {
      this.readsAbove = 0;
      this.aboveSince = undefined;
      this.set("memory", false);
      return;
    }
    this.readsAbove++;
    this.aboveSince ??= at;
    if (this.readsAbove >= memoryReads && at - this.aboveSince >= memoryMs) this.set("memory", true);
  }

  /** The user knows of it, so it does not begin. A known crash loop lasts as if the app had just started. */
  know(condition: AppCondition, at: number): void {
    if (condition === "crashLoop") this.starts.push(at);
    this.set(condition, true);
  }

  private set(condition: AppCondition, isActive: boolean): void {
    if (isActive) this.current.add(condition);
    else this.current.delete(condition);
  }
}
