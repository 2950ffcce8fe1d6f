import type { Metrics } from "../model/model";
import { bytesPerSecond, isAnotherRun, type SampleAt } from "./networkRate";

export interface Spread {
  readonly low: number;
  readonly average: number;
  readonly high: number;
  readonly count: number;
}

/** Network figures are bytes per second. */
export const seriesNames = ["cpuPercent", "memoryBytes", "receivedPerSecond", "sentPerSecond"] as const;

type SeriesName = (typeof seriesNames)[number];

/** A sample, or a span that begins at `at`: ms since the epoch, by this machine's clock. */
export type HistoryPoint = {
  readonly at: number;
  readonly limitBytes?: number;
  /** The app restarted in the span, or since the point before. */
  readonly isNewRun?: boolean;
  /** How many of the restarts came unrequested, with the memory near its limit. */
  readonly limitRestarts?: number;
} & {
  readonly [Name in SeriesName]?: Spread;
};

const minuteMs = 60_000;

const rawMs = 10 * minuteMs;
const mostRaw = 600;

/** Samples further apart than this have a gap between them. */
export const longestStepMs = 3 * minuteMs;

const tiers = [
  { spanMs: minuteMs, retentionMs: 2 * 60 * minuteMs },
  { spanMs: 5 * minuteMs, retentionMs: 24 * 60 * minuteMs },
  { spanMs: 60 * minuteMs, retentionMs: 7 * 24 * 60 * minuteMs },
] as const;
const chartTiers = 2;

/** How long minutes are stored over a reload; older ones become coarser spans. */
const minutesRetentionMs = 60 * minuteMs;

/**
 * The metrics of one app over the last day, in bounded memory: samples of the last 10 minutes, then spans of a minute
 * for two hours, then of five minutes, with lowest, average and highest; its memory also by hours, for a week. A figure that the service did not send is a
 * gap, never zero.
 */
export class MetricsHistory {
  private raw: HistoryPoint[] = [];
  private readonly spans: HistoryPoint[][] = tiers.map(() => []);
  private last: SampleAt | undefined;

  /** Adds metrics that were read at `at`, and returns their point; undefined for a sample that was added before. */
  add(metrics: Metrics | undefined, at: number, isLimitRestart = false): HistoryPoint | undefined {
    const newest = this.raw.at(-1);
    if (newest && at < newest.at - minuteMs) this.clear();
    else if (newest && at <= newest.at) return undefined;
    // The service sends zeros for an app that is down.
    if (!metrics || metrics.online === false) return this.addGap(at);
    const before = this.last;
    if (before && metrics.timestamp !== undefined && metrics.timestamp === before.metrics.timestamp)
      return undefined;
    const sample = { metrics, at };
    this.last = sample;
    const received = before && bytesPerSecond(before, sample, "networkRxBytes");
    const sent = before && bytesPerSecond(before, sample, "networkTxBytes");
    return this.push({
      at,
      ...spread("cpuPercent", metrics.cpuPercent),
      ...spread("memoryBytes", metrics.memoryBytes),
      ...spread("receivedPerSecond", received),
      ...spread("sentPerSecond", sent),
      ...(isFigure(metrics.memoryLimitBytes) ? { limitBytes: metrics.memoryLimitBytes } : {}),
      ...(isLimitRestart || (before && isAnotherRun(before.metrics, metrics)) ? { isNewRun: true } : {}),
      ...(isLimitRestart ? { limitRestarts: 1 } : {}),
    });
  }

  /** Points from the oldest to the newest, with an empty point in each long gap. */
  points(): HistoryPoint[] {
    const charted = tiers.slice(0, chartTiers);
    const spans = charted.map(({ spanMs }, index) => ({ points: this.spans[index] ?? [], spanMs }));
    const parts = [...spans.toReversed(), { points: this.raw, spanMs: 0 }];
    const all: HistoryPoint[] = [];
    for (const { points, spanMs } of parts) {
      for (const point of points) {
        const before = all.at(-1);
        if (before && point.at - before.at > longestStepMs + 2 * spanMs) all.push({ at: before.at + 1 });
        all.push(point);
      }
    }
    return all;
  }

  week(): HistoryPoint[] {
    return [...(this.spans[chartTiers] ?? []), ...this.points()];
  }

  /** The input of `restore`: only spans, minutes first. */
  kept(): HistoryPoint[][] {
    const [minutes = [], coarse = [], hours = []] = this.spans.map((spans) => [...spans]);
    for (const point of this.raw) addToSpan(minutes, point, tiers[0].spanMs);
    const since = (minutes.at(-1)?.at ?? 0) - minutesRetentionMs;
    for (const point of takeOlder(minutes, since, minutes.length)) addToSpan(coarse, point, tiers[1].spanMs);
    return [minutes, coarse, hours];
  }

  /** Takes a history that another window stored, without points after `now`. */
  restore(kept: readonly (readonly HistoryPoint[])[], now: number): void {
    for (const index of tiers.keys()) this.spans[index] = (kept[index] ?? []).filter(({ at }) => at <= now);
    this.age(now);
  }

  get size(): number {
    return this.spans.reduce((sum, points) => sum + points.length, this.raw.length);
  }

  /** The machine's clock was set back: old points cannot be put in order with new ones. */
  private clear(): void {
    this.raw = [];
    for (const spans of this.spans) spans.length = 0;
    this.last = undefined;
  }

  private addGap(at: number): HistoryPoint | undefined {
    const newest = this.raw.at(-1);
    this.last = undefined;
    return !newest || isGap(newest) ? undefined : this.push({ at });
  }

  private push(point: HistoryPoint): HistoryPoint {
    this.raw.push(point);
    this.age(point.at);
    return point;
  }

  private age(now: number): void {
    let leaving = takeOlder(this.raw, now - rawMs, mostRaw);
    for (const [index, { spanMs, retentionMs }] of tiers.entries()) {
      const spans = this.spans[index] ?? [];
      if (index >= chartTiers) leaving = leaving.filter(({ memoryBytes }) => memoryBytes).map(memoryOf);
      for (const left of leaving) addToSpan(spans, left, spanMs);
      leaving = takeOlder(spans, now - retentionMs, retentionMs / spanMs);
    }
  }
}

function memoryOf({ at, limitBytes, isNewRun, limitRestarts, memoryBytes }: HistoryPoint): HistoryPoint {
  const known = { limitBytes, isNewRun, limitRestarts, memoryBytes };
  return { at, ...Object.fromEntries(Object.entries(known).filter(([, value]) => value !== undefined)) };
}

/** A point without figures. */
export function isGap(point: HistoryPoint): boolean {
  return seriesNames.every((name) => point[name] === undefined);
}

function spread(name: SeriesName, value: number | undefined): { readonly [Name in SeriesName]?: Spread } {
  return isFigure(value) ? { [name]: { low: value, average: value, high: value, count: 1 } } : {};
}

function isFigure(value: number | undefined): value is number {
  return value !== undefined && Number.isFinite(value);
}

function takeOlder(points: HistoryPoint[], since: number, most: number): HistoryPoint[] {
  const firstKept = points.findIndex(({ at }) => at >= since);
  const old = firstKept === -1 ? points.length : firstKept;
  const leaving = Math.max(old, points.length - most);
  return leaving > 0 ? points.splice(0, leaving) : [];
}

function addToSpan(spans: HistoryPoint[], point: HistoryPoint, spanMs: number): void {
  const at = Math.floor(point.at / spanMs) * spanMs;
  const last = spans.at(-1);
  if (last && last.at >= at) spans[spans.length - 1] = { ...joined(last, point), at: last.at };
  else spans.push({ ...point, at });
}

function joined(a: HistoryPoint, b: HistoryPoint): HistoryPoint {
  const series = seriesNames.map((name) => [name, joinedSpread(a[name], b[name])] as const);
  const limitRestarts = (a.limitRestarts ?? 0) + (b.limitRestarts ?? 0);
  const known = Object.fromEntries(series.filter(([, value]) => value !== undefined));
  return { ...a, ...b, ...known, ...(limitRestarts > 0 && { limitRestarts }) };
}

function joinedSpread(a: Spread | undefined, b: Spread | undefined): Spread | undefined {
  if (!a || !b) return a ?? b;
  const count = a.count + b.count;
  return {
    low: Math.min(a.low, b.low),
    average: (a.average * a.count + b.average * b.count) / count,
    high: Math.max(a.high, b.high),
    count,
  };
}
