import type { Metrics } from "../model/model";

/** `at`: when the sample arrived, in ms since the epoch by this machine's clock. */
export interface SampleAt {
  readonly metrics: Metrics;
  readonly at: number;
}

type Counter = "networkRxBytes" | "networkTxBytes";

/**
 * Bytes per second between two samples of a counter that only grows until its app restarts. Undefined when a counter
 * is missing or was reset, when no time has passed, or when a counter is so large that a difference is lost in
 * rounding.
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

/** The app restarted between two samples, so its counters began at zero again. */
export function isAnotherRun(before: Metrics, after: Metrics): boolean {
  if (before.startedAt !== undefined && after.startedAt !== undefined)
    return Math.abs(after.startedAt - before.startedAt) > startJitterMs;
  if (before.uptimeSeconds === undefined || after.uptimeSeconds === undefined) return false;
  return after.online === true && after.uptimeSeconds < before.uptimeSeconds;
}

/** Services that derive the start from the uptime vary by a moment each time. */
const startJitterMs = 2_000;

/** Time by the service's clock, which stamped both; by ours where that stands still or went back. */
function secondsBetween(before: SampleAt, after: SampleAt): number {
  const measured = (after.metrics.timestamp ?? Number.NaN) - (before.metrics.timestamp ?? Number.NaN);
  return (measured > 0 ? measured : after.at - before.at) / 1000;
}
