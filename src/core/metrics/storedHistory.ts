// Encodes metrics histories in few numbers, so that they outlast a reload of the window.
import { field, readAs } from "../parse";
import { type HistoryPoint, isGap, type Spread, seriesNames } from "./metricsHistory";

/** Minute since the epoch, 1 for a new run, limit in bytes, then low, average, high of each series; -1 is unknown. */
type Row = readonly number[];

export type StoredHistory = readonly (readonly Row[])[];

const storedHistories = field.entries(field.list(field.list(field.list(field.number))));

const minuteMs = 60_000;
const unknown = -1;

/** The points of each level of detail, without gaps. */
export function storeHistory(kept: readonly (readonly HistoryPoint[])[]): StoredHistory {
  return kept.map((points) => points.filter((point) => !isGap(point)).map(rowOf));
}

/** Leaves out rows that cannot be read. */
export function readHistory(stored: StoredHistory): HistoryPoint[][] {
  return stored.map((rows) => rows.filter((row) => row.length === rowLength).map(pointOf));
}

/** Histories by "account/app"; none when the value has another shape. */
export function readStoredHistories(value: unknown): Readonly<Record<string, StoredHistory>> {
  return readAs(storedHistories, value) ?? {};
}

const rowLength = 3 + 3 * seriesNames.length;

function rowOf(point: HistoryPoint): Row {
  const figures = seriesNames.flatMap((name) => {
    const spread = point[name];
    const digits = name === "cpuPercent" ? 10 : 1;
    const short = (figure: number) => Math.round(figure * digits) / digits;
    return spread ? [spread.low, spread.average, spread.high].map(short) : [unknown, unknown, unknown];
  });
  return [Math.round(point.at / minuteMs), point.isNewRun ? 1 : 0, point.limitBytes ?? unknown, ...figures];
}

function pointOf([minute = 0, run, limit = unknown, ...figures]: Row): HistoryPoint {
  const spreads = seriesNames.flatMap((name, index): [string, Spread][] => {
    const [low = unknown, average = unknown, high = unknown] = figures.slice(3 * index);
    return average === unknown ? [] : [[name, { low, average, high, count: 1 }]];
  });
  return {
    at: minute * minuteMs,
    ...(limit !== unknown && { limitBytes: limit }),
    ...(run === 1 && { isNewRun: true }),
    ...Object.fromEntries(spreads),
  };
}
