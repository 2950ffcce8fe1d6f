// What a week of an app's metrics says of its memory: which limit would fit it.
import type { HistoryPoint } from "./metricsHistory";

const weekMs = 7 * 24 * 3_600_000;

export interface MemoryUse {
  readonly peakBytes: number;
  readonly limitBytes: number;
  /** Restarts that the user did not request, with the memory last seen near the limit. */
  readonly limitRestarts: number;
  readonly days: number;
  /** "little": it restarted at its limit. "much": in a week, it used less than a quarter. */
  readonly advice: "little" | "much" | undefined;
}

/** Undefined without figures. What happened at a smaller limit than now says nothing of this one. */
export function memoryUse(
  points: readonly HistoryPoint[],
  limitBytes: number | undefined,
  now: number,
): MemoryUse | undefined {
  const known = points.filter(({ at, memoryBytes }) => memoryBytes && at > now - weekMs);
  const [oldest] = known;
  if (!oldest || !limitBytes) return undefined;
  const peakBytes = Math.max(...known.map(({ memoryBytes }) => memoryBytes?.high ?? 0));
  const limitRestarts = known
    .filter((point) => (point.limitBytes ?? limitBytes) >= limitBytes)
    .reduce((sum, point) => sum + (point.limitRestarts ?? 0), 0);
  const days = Math.min(7, Math.max(1, Math.ceil((now - oldest.at) / (weekMs / 7))));
  const isMuch = days === 7 && peakBytes * 4 < limitBytes;
  return {
    peakBytes,
    limitBytes,
    limitRestarts,
    days,
    advice: limitRestarts > 0 ? "little" : isMuch ? "much" : undefined,
  };
}
