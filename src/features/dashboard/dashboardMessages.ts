// What the dashboard's page and the extension say to each other. Each side checks what it hears.
import * as z from "zod/mini";

/** What the buttons of the page do. */
export const dashboardActions = [
  "restart",
  "log",
  "files",
  "browser",
  "settings",
  "watch",
  "unwatch",
] as const;

export type DashboardAction = (typeof dashboardActions)[number];

/** The lengths of time that the charts can show. */
export const chartRanges = ["10min", "1h", "24h"] as const;

export type ChartRange = (typeof chartRanges)[number];

const action = z.enum(dashboardActions);
const range = z.enum(chartRanges);

/** What survives a reload of the window: which app, and how it was looked at. Never a value of its environment. */
const savedState = z.object({
  accountId: z.string(),
  appId: z.string(),
  name: z.string(),
  range: z.optional(range),
});

export type DashboardState = z.infer<typeof savedState>;

const fromPage = z.discriminatedUnion("type", [
  /** The page has loaded: it knows nothing yet. */
  z.object({ type: z.literal("ready") }),
  z.object({ type: z.literal("run"), action }),
  /** Somebody wants to see the value of this variable. */
  z.object({ type: z.literal("reveal"), key: z.string() }),
]);

export type FromPage = z.infer<typeof fromPage>;

/** Lowest, average, highest; null where nothing is known. */
const spread = z.nullable(z.tuple([z.number(), z.number(), z.number()]));

const point = z.object({
  at: z.number(),
  cpu: spread,
  memory: spread,
  received: spread,
  sent: spread,
  limit: z.nullable(z.number()),
  /** The app was started again since the point before: no line leads here. */
  isNewRun: z.optional(z.boolean()),
});

export type ChartPoint = z.infer<typeof point>;

const text = z.string();
/** `link`: the value is a web address. */
const row = z.object({ label: text, value: text, link: z.optional(z.boolean()) });

const button = z.object({ action, label: text, isEnabled: z.boolean() });

const view = z.object({
  state: savedState,
  status: z.object({ word: text, tone: z.enum(["good", "warning", "bad", "neutral"]) }),
  /** Why what is shown may not be how things are. */
  notice: text,
  /** That the app is down, with the end of its log where there is one. */
  banner: z.nullable(z.object({ text, log: text, logName: text })),
  buttons: z.array(button),
  /** Why there are no charts, where there is a reason. */
  usageNote: text,
  /** The newest figures, in words. */
  figures: z.object({ cpu: text, memory: text, limit: text, received: text, sent: text }),
  details: z.array(row),
  repository: text,
  deployments: z.array(
    z.object({ commit: text, message: text, author: text, age: text, duration: text, state: text }),
  ),
  /** Names only; null while they are not known. */
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

/** Undefined for anything that is not one of the page's messages. */
export function readFromPage(message: unknown): FromPage | undefined {
  return fromPage.safeParse(message).data;
}

/** Undefined for anything that is not one of the extension's messages. */
export function readToPage(message: unknown): ToPage | undefined {
  return toPage.safeParse(message).data;
}

/** What the page had saved; undefined when that is of no use. */
export function readSavedState(saved: unknown): DashboardState | undefined {
  return savedState.safeParse(saved).data;
}
