// What the charts show. Points as columns, all of the same length, times in seconds, null where a value is unknown;
// then their figures as numbers, and the labels of the time axis.
import { longestStepMs } from "../../../core/metrics/metricsHistory";
import type { ChartPoint } from "../dashboardMessages";

/** Of a span of time: its average, lowest and highest value. */
export const columnNames = [
  "cpu",
  "cpuLow",
  "cpuHigh",
  "memory",
  "memoryLow",
  "memoryHigh",
  "received",
  "sent",
  "limit",
] as const;

export type ColumnName = (typeof columnNames)[number];

type Column = (number | null)[];

/** With more points, the page requests the history again, which has longer spans for older points. */
const mostPoints = 4_000;
const dayMs = 24 * 60 * 60_000;

export class ChartData {
  /** In seconds since the epoch. */
  at: number[] = [];
  private columns: Record<ColumnName, Column> = emptyColumns();

  column(name: ColumnName): Column {
    return this.columns[name];
  }

  replace(points: readonly ChartPoint[]): void {
    this.at = [];
    this.columns = emptyColumns();
    for (const point of points) this.push(point);
  }

  /** Adds the newest point, after a gap if the one before is old; forgets points older than a day. */
  append(point: ChartPoint): void {
    const last = (this.at.at(-1) ?? Number.NaN) * 1000;
    if (point.at <= last) return;
    if (point.at - last > longestStepMs) this.push({ ...nothing, at: last + 1 });
    this.push(point);
    const first = this.at.findIndex((at) => at * 1000 >= point.at - dayMs);
    if (first > 0) this.dropFirst(first);
  }

  /** Spans between two times (seconds) that have no values for long. */
  gapsBetween(from: number, to: number): { readonly from: number; readonly to: number }[] {
    const gaps: { from: number; to: number }[] = [];
    let lastKnown: number | undefined;
    for (const [index, at] of this.at.entries()) {
      if (columnNames.every((name) => this.columns[name][index] === null)) continue;
      if (lastKnown !== undefined && at - lastKnown > longestStepMs / 1000 && at > from && lastKnown < to)
        gaps.push({ from: lastKnown, to: at });
      lastKnown = at;
    }
    return gaps;
  }

  /** Whether the extension's history, with its longer spans, has become the better one. */
  get isTooLong(): boolean {
    return this.at.length > mostPoints;
  }

  private push(point: ChartPoint): void {
    const { columns } = this;
    const last = this.at.at(-1);
    if (point.isNewRun && last !== undefined && columns.cpu.length > 0)
      this.push({ ...nothing, at: (last * 1000 + point.at) / 2 });
    this.at.push(point.at / 1000);
    columns.cpu.push(point.cpu?.[1] ?? null);
    columns.cpuLow.push(point.cpu?.[0] ?? null);
    columns.cpuHigh.push(point.cpu?.[2] ?? null);
    columns.memory.push(point.memory?.[1] ?? null);
    columns.memoryLow.push(point.memory?.[0] ?? null);
    columns.memoryHigh.push(point.memory?.[2] ?? null);
    columns.received.push(point.received?.[1] ?? null);
    columns.sent.push(point.sent?.[1] ?? null);
    columns.limit.push(point.limit);
  }

  private dropFirst(count: number): void {
    this.at.splice(0, count);
    for (const name of columnNames) this.columns[name].splice(0, count);
  }
}

const nothing: Omit<ChartPoint, "at"> = { cpu: null, memory: null, received: null, sent: null, limit: null };

function emptyColumns(): Record<ColumnName, Column> {
  return Object.fromEntries(columnNames.map((name): [string, Column] => [name, []])) as Record<
    ColumnName,
    Column
  >;
}

export interface Figures {
  readonly low: number;
  readonly average: number;
  readonly high: number;
}

/** For single samples the three columns are the same. */
export interface FigureColumns {
  readonly low: Column;
  readonly average: Column;
  readonly high: Column;
}

interface Part {
  /** In seconds since the epoch. */
  readonly from: number;
  readonly figures: Figures | undefined;
}

/** Undefined when no value is known then. `at` is sorted; all times are in seconds. */
export function figuresBetween(
  at: readonly number[],
  { low, average, high }: FigureColumns,
  from: number,
  to: number,
): Figures | undefined {
  let count = 0;
  let sum = 0;
  let lowest = Number.POSITIVE_INFINITY;
  let highest = Number.NEGATIVE_INFINITY;
  for (let index = firstAtOrAfter(at, from); index < at.length && (at[index] ?? to) < to; index++) {
    const value = average[index];
    if (value === null || value === undefined) continue;
    count++;
    sum += value;
    lowest = Math.min(lowest, low[index] ?? value);
    highest = Math.max(highest, high[index] ?? value);
  }
  return count === 0 ? undefined : { low: lowest, average: sum / count, high: highest };
}

/** Parts of equal length, newest first. */
export function partsBetween(
  at: readonly number[],
  columns: FigureColumns,
  { from, to, count }: { readonly from: number; readonly to: number; readonly count: number },
): Part[] {
  const length = (to - from) / count;
  return Array.from({ length: count }, (_, index) => {
    const partFrom = to - (index + 1) * length;
    return { from: partFrom, figures: figuresBetween(at, columns, partFrom, partFrom + length) };
  });
}

function firstAtOrAfter(at: readonly number[], time: number): number {
  let [low, high] = [0, at.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((at[middle] ?? time) < time) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Up to this length, labels need no AM or PM; gridlines may be between minutes. */
const shortSeconds = 15 * 60;

/** Times of day for `splits` (seconds since the epoch); all with seconds if one is not a full minute. */
export function timeLabels(splits: readonly number[], windowSeconds: number, language?: string): string[] {
  const isShort = windowSeconds <= shortSeconds;
  const hasSeconds = isShort && splits.some((at) => at % 60 !== 0);
  const format = new Intl.DateTimeFormat(language, {
    hour: "numeric",
    minute: "2-digit",
    ...(hasSeconds && { second: "2-digit" }),
  });
  return splits.map((at) =>
    format
      .formatToParts(at * 1000)
      .filter(({ type }) => !isShort || type !== "dayPeriod")
      .map(({ value }) => value)
      .join("")
      .trim(),
  );
}

/** The widest possible label for this length of time. */
export function widestLabel(windowSeconds: number): string {
  const at = new Date(2026, 11, 20, 22, 48, windowSeconds <= shortSeconds ? 48 : 0);
  return timeLabels([at.getTime() / 1000], windowSeconds)[0] ?? "";
}
