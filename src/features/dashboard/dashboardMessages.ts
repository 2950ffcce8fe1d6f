// Messages between the dashboard's page and the extension, which reads the page's in readPage.ts.
import type { HistoryPoint, Spread } from "../../core/metrics/metricsHistory";

export const dashboardActions = [
  "fix",
  "restart",
  "log",
  "files",
  "browser",
  "settings",
  "watch",
  "unwatch",
] as const;

export type DashboardAction = (typeof dashboardActions)[number];

export const chartRanges = ["10min", "1h", "24h"] as const;

export type ChartRange = (typeof chartRanges)[number];

/** What a reload keeps: the app and the range of the charts. Never a value of the environment. */
export interface DashboardState {
  readonly accountId: string;
  readonly appId: string;
  readonly name: string;
  readonly range?: ChartRange | undefined;
}

export type FromPage =
  /** The page was loaded and has no data. */
  | { readonly type: "ready" }
  | { readonly type: "run"; readonly action: DashboardAction }
  /** The user wants to see this variable's value. */
  | { readonly type: "reveal"; readonly key: string };

/** Lowest, average, highest; null when unknown. */
type Three = readonly [number, number, number] | null;

export interface ChartPoint {
  readonly at: number;
  readonly cpu: Three;
  readonly memory: Three;
  readonly received: Three;
  readonly sent: Three;
  readonly limit: number | null;
  /** The app started since the point before: no line connects the two. */
  readonly isNewRun?: boolean;
}

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

function three(spread: Spread | undefined): Three {
  return spread ? [spread.low, spread.average, spread.high] : null;
}

export interface DashboardView {
  readonly state: DashboardState;
  readonly status: { readonly word: string; readonly tone: "good" | "warning" | "bad" | "neutral" };
  /** Why the page may be outdated. */
  readonly notice: string;
  /** Reports that the app is down, with the end of its log if that was read. */
  readonly banner: { readonly text: string; readonly log: string; readonly logName: string } | null;
  readonly buttons: readonly Button[];
  /** Why there are no charts, if there is a reason. */
  readonly usageNote: string;
  /** The newest metrics, in words. */
  readonly figures: Readonly<Record<"cpu" | "memory" | "limit" | "received" | "sent", string>>;
  /** `link`: the value is a web address. */
  readonly details: readonly { readonly label: string; readonly value: string; readonly link?: boolean }[];
  readonly repository: string;
  readonly deployments: readonly Readonly<
    Record<"commit" | "message" | "author" | "age" | "duration" | "state", string>
  >[];
  readonly releases: readonly Readonly<Record<"label" | "description", string>>[];
  /** Names only; null while unknown. */
  readonly environment: readonly string[] | null;
}

interface Button {
  readonly action: DashboardAction;
  readonly label: string;
  readonly isEnabled: boolean;
}

/** The page takes these as they are: only the extension can send it messages. */
export type ToPage =
  | { readonly type: "view"; readonly view: DashboardView }
  | { readonly type: "history"; readonly points: readonly ChartPoint[] }
  | { readonly type: "sample"; readonly point: ChartPoint }
  | { readonly type: "value"; readonly key: string; readonly value: string }
  | { readonly type: "valueFailed"; readonly key: string; readonly reason: string };
