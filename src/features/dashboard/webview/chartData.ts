// Points as columns for the charts: all of the same length, times in seconds, null where a value is unknown.
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

export type Column = (number | null)[];

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
  return {
    cpu: [],
    cpuLow: [],
    cpuHigh: [],
    memory: [],
    memoryLow: [],
    memoryHigh: [],
    received: [],
    sent: [],
    limit: [],
  };
}
