// A chart in numbers: its lowest, average and highest value, and the same for equal parts of its time, for a table.
import type { Column } from "./chartData";

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
