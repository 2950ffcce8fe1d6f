import { endOf, saysDown, saysInstalling } from "../model/appStatus";
import type { App, Metrics } from "../model/model";
import { AppConditions } from "./appConditions";
import { isAnotherRun } from "./networkRate";

/** "unknown": the service does not say when the app started, or its samples are too old to prove anything. */
export type Landing = "landed" | ReturnType<typeof endOf> | "crashLoop" | "memory" | "unknown";

const stableMs = 30_000;
const shortestPauseMs = 5_000;
const marginMs = 100;
const memoryLimitPercent = 97;

/** Judges from reads after a proved restart whether the app stays up. Times are in ms of one clock. */
export class LandingJudge {
  private readonly conditions: AppConditions;
  private run: { readonly metrics: Metrics; readonly at: number } | undefined;
  private last: App;
  private lastAt: number;

  /** `app`: the read that proved the restart. Its start counts: a crash loop takes two more. */
  constructor(
    app: App,
    private readonly beganAt: number,
  ) {
    this.conditions = new AppConditions({ active: [], lastStartAt: beganAt });
    this.last = app;
    this.lastAt = beganAt;
    this.judge(app, beganAt);
  }

  /** Until the next read, when `requests` are left. */
  pauseMs(requests: number): number {
    const stableAt = (this.run?.at ?? this.lastAt) + stableMs + marginMs;
    return Math.max(shortestPauseMs, Math.ceil((stableAt - this.lastAt) / requests));
  }

  judge(app: App, at: number): Landing | undefined {
    this.last = app;
    this.lastAt = at;
    this.conditions.observe(app, at, memoryLimitPercent);
    const { active } = this.conditions;
    for (const trouble of ["crashLoop", "memory"] as const) if (active.has(trouble)) return trouble;
    if (active.has("down") && saysDown(app) && endOf(app) !== "starting") return endOf(app);
    const { metrics } = app;
    if (saysDown(app)) this.run = undefined;
    else if (metrics?.online) {
      if (!this.run || isAnotherRun(this.run.metrics, metrics)) this.run = { metrics, at };
      else if (at - this.run.at >= stableMs && isProved(this.run.metrics, metrics)) return "landed";
    }
    return undefined;
  }

  end(): Landing {
    const end = saysDown(this.last) ? endOf(this.last) : "unknown";
    if (saysInstalling(this.last) || !["starting", "unknown"].includes(end)) return end;
    if (this.conditions.kept.lastStartAt !== this.beganAt) return "crashLoop";
    // A host that restarts what crashed may say "restarting" between two crashes.
    return end === "starting" ? "down" : end;
  }
}

/** One run for 30 s: by its start, else by an uptime that grew, in a sample that is not the first one again. */
function isProved(first: Metrics, last: Metrics): boolean {
  const grewMs = (before = Number.NaN, after = Number.NaN, unitMs = 1) => (after - before) * unitMs;
  // Services take samples every few seconds: half of the time is enough.
  if (grewMs(first.timestamp, last.timestamp) < stableMs / 2) return false;
  if (first.startedAt !== undefined && last.startedAt !== undefined) return true;
  return grewMs(first.uptimeSeconds, last.uptimeSeconds, 1_000) >= stableMs / 2;
}
