// How many bytes a second went through, from two readings of a counter that only grows until its app starts again.
import type { Metrics } from "../model/model";

/** A sample, and when it reached us. */
export interface SampleAt {
  readonly metrics: Metrics;
  readonly at: number;
}

type Counter = "networkRxBytes" | "networkTxBytes";

/**
 * Bytes a second between two samples. Undefined where nothing can be said: a counter is missing, it was reset in
 * between, no time has passed, or it is so large that a difference is lost in rounding.
 */
export function bytesPerSecond(before: SampleAt, after: SampleAt, counter: Counter): number | undefined {
  const from = before.metrics[counter];
  const to = after.metrics[counter];
  const seconds = secondsBetween(before, after);
  if (from === undefined || to === undefined || seconds <= 0) return undefined;
  if (to < from || isAnotherRun(before.metrics, after.metrics)) return undefined;
  if (to === from && to > Number.MAX_SAFE_INTEGER) return undefined;
  return (to - from) / seconds;
}

/** Whether the app was started again between two samples: its counters then began at zero again. */
export function isAnotherRun(before: Metrics, after: Metrics): boolean {
  if (before.startedAt !== undefined && after.startedAt !== undefined)
    return Math.abs(after.startedAt - before.startedAt) > startJitterMs;
  if (before.uptimeSeconds === undefined || after.uptimeSeconds === undefined) return false;
  return after.online === true && after.uptimeSeconds < before.uptimeSeconds;
}

/** Services that derive the start from the uptime are off by a moment each time. */
const startJitterMs = 2_000;

/** By the service's clock, which stamped both; by ours where it stands still or went back. */
function secondsBetween(before: SampleAt, after: SampleAt): number {
  const measured = (after.metrics.timestamp ?? Number.NaN) - (before.metrics.timestamp ?? Number.NaN);
  return (measured > 0 ? measured : after.at - before.at) / 1000;
}
