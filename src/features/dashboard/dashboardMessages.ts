// Messages between the dashboard's page and the extension. The receiver validates each.
import * as z from "zod/mini";
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

const action = z.enum(dashboardActions);
const range = z.enum(chartRanges);

/** What a reload keeps: the app and the range of the charts. Never a value of the environment. */
const savedState = z.object({
  accountId: z.string(),
  appId: z.string(),
  name: z.string(),
  range: z.optional(range),
});

export type DashboardState = z.infer<typeof savedState>;

const fromPage = z.discriminatedUnion("type", [
  /** The page was loaded and has no data. */
  z.object({ type: z.literal("ready") }),
  z.object({ type: z.literal("run"), action }),
  /** The user wants to see this variable's value. */
  z.object({ type: z.literal("reveal"), key: z.string() }),
]);

export type FromPage = z.infer<typeof fromPage>;

/** Lowest, average, highest; null when unknown. */
const spread = z.nullable(z.tuple([z.number(), z.number(), z.number()]));

const point = z.object({
  at: z.number(),
  cpu: spread,
  memory: spread,
  received: spread,
  sent: spread,
  limit: z.nullable(z.number()),
  /** The app started since the point before: no line connects the two. */
  isNewRun: z.optional(z.boolean()),
});

export type ChartPoint = z.infer<typeof point>;

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

const text = z.string();
/** `link`: the value is a web address. */
const row = z.object({ label: text, value: text, link: z.optional(z.boolean()) });

const button = z.object({ action, label: text, isEnabled: z.boolean() });

const view = z.object({
  state: savedState,
  status: z.object({ word: text, tone: z.enum(["good", "warning", "bad", "neutral"]) }),
  /** Why the page may be outdated. */
  notice: text,
  /** Reports that the app is down, with the end of its log if that was read. */
  banner: z.nullable(z.object({ text, log: text, logName: text })),
  buttons: z.array(button),
  /** Why there are no charts, if there is a reason. */
  usageNote: text,
  /** The newest metrics, in words. */
  figures: z.object({ cpu: text, memory: text, limit: text, received: text, sent: text }),
  details: z.array(row),
  repository: text,
  deployments: z.array(
    z.object({ commit: text, message: text, author: text, age: text, duration: text, state: text }),
  ),
  releases: z.array(z.object({ label: text, description: text })),
  /** Names only; null while unknown. */
  environment: z.nullable(z.array(text)),
});

export type DashboardView = z.infer<typeof view>;

const toPage = z.discriminatedUnion("type", [
  z.object({ type: z.literal("view"), view }),
  z.object({ type: z.literal("history"), points: z.array(point) }),
  z.object({ type: z.literal("sample"), point }),
  z.object({ type: z.literal("value"), key: text, value: text }),
  z.object({ type: z.literal("valueFailed"), key: text, reason: text }),
]);

export type ToPage = z.infer<typeof toPage>;

/** Undefined unless the value is a message of the page. */
export function readFromPage(message: unknown): FromPage | undefined {
  return fromPage.safeParse(message).data;
}

/** Undefined unless the value is a message of the extension. */
export function readToPage(message: unknown): ToPage | undefined {
  return toPage.safeParse(message).data;
}

/** The state that the page saved; undefined when it is invalid. */
export function readSavedState(saved: unknown): DashboardState | undefined {
  return savedState.safeParse(saved).data;
}
