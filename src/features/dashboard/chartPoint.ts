import type { HistoryPoint, Spread } from "../../core/metrics/metricsHistory";
import type { ChartPoint } from "./dashboardMessages";

export function chartPoint(point: HistoryPoint): ChartPoint {
  return {
    at: point.at,
    cpu: three(point.cpuPercent),
    memory: three(point.memoryBytes),
    received: three(point.receivedPerSecond),
    sent: three(point.sentPerSecond),
    limit: point.limitBytes ?? null,
    ...(point.isNewRun && { isNewRun: true }),
  };
}

function three(spread: Spread | undefined): [number, number, number] | null {
  return spread ? [spread.low, spread.average, spread.high] : null;
}
