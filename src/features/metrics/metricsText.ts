// Texts of a watched app's status bar item and its tooltip. Only what the service reported is shown, and nothing of it
// is markup.
import type * as vscode from "vscode";
import { l10n } from "vscode";
import type { WatchedState } from "../../accounts/appWatch";
import { memoryLimitBytes } from "../../core/metrics/memoryShare";
import type { MemoryUse } from "../../core/metrics/memoryUse";
import type { HistoryPoint } from "../../core/metrics/metricsHistory";
import type { AppKey } from "../../core/model/appKey";
import { isRestartAwaited } from "../../core/model/appStatus";
import type { App } from "../../core/model/model";
import { formatBytes, formatDuration, formatRate } from "../../core/text/format";
import { appState } from "../../editor/appState";
import { cpuText, editSettings, memoryLine, memoryText, spokenUsage } from "../../editor/appUsage";
import { commandLink, markdownTooltip, md, tableRow } from "../../editor/safeUi/markdown";

interface MetricsText {
  readonly icon: string;
  readonly text: string;
  /** For screen readers: without symbols. */
  readonly spoken: string;
  /** Changes take effect when the app restarts. */
  readonly needsRestart?: boolean;
  readonly level: "normal" | "warning" | "error";
  /** Rows of the tooltip's table: label and value. */
  readonly rows: readonly (readonly [string, string])[];
}

/** Points in the tooltip's trend. */
const trendPoints = 24;

export function metricsText(
  name: string,
  { app, conditions, isGone }: Pick<WatchedState, "app" | "conditions" | "isGone">,
  history: readonly HistoryPoint[] = [],
  target?: string,
): MetricsText {
  // The deploy target distinguishes the apps of one folder.
  const withTarget = (known: string): string => (target === undefined ? known : `${known} (${target})`);
  const known = withTarget(app?.name ?? name);
  if (isGone || !app) {
    return {
      icon: isGone ? "question" : "server",
      text: isGone ? l10n.t("{0}: not found", known) : known,
      spoken: isGone ? l10n.t("{0}: no longer exists on the service", name) : known,
      level: "normal",
      rows: [],
    };
  }
  const rows = rowsOf(app, history);
  if (target !== undefined) rows.unshift([l10n.t("Target"), target]);
  const { word, tone } = appState(app, conditions);
  const said = l10n.t("{0}: {1}", known, word);
  if (tone === "bad") return { icon: "warning", text: said, spoken: said, level: "error", rows };
  if (isRestartAwaited(app)) {
    const needed = l10n.t("{0}: {1}", known, l10n.t("restart needed"));
    return { icon: "debug-restart", text: needed, spoken: needed, level: "normal", needsRestart: true, rows };
  }
  const cpu = cpuText(app);
  const memory = memoryText(app);
  if (cpu === undefined && memory === undefined) {
    return { icon: "server", text: said, spoken: said, level: "normal", rows };
  }
  const isNearLimit = conditions.has("memory");
  const spoken = [
    app.metrics?.online === true ? l10n.t("{0}: online", known) : known,
    spokenUsage(app),
    isNearLimit ? l10n.t("close to its limit") : undefined,
  ];
  return {
    icon: isNearLimit ? "warning" : "server",
    text: [known, cpu, memory].filter(Boolean).join("  "),
    spoken: spoken.filter(Boolean).join(", "),
    level: isNearLimit ? "warning" : "normal",
    rows,
  };
}

function rowsOf(app: App, history: readonly HistoryPoint[]): [string, string][] {
  const { metrics } = app;
  const recent = history.slice(-trendPoints);
  const trend = (figures: readonly (number | undefined)[], most?: number) =>
    figures.filter((figure) => figure !== undefined).length > 1 ? sparkline(figures, most) : undefined;
  const together = (...parts: (string | undefined)[]) => parts.filter(Boolean).join("  ");
  const network = (total: number | undefined, rate: number | undefined) =>
    together(
      total === undefined ? undefined : formatBytes(total),
      rate === undefined || !isRunning ? undefined : `(${formatRate(rate)})`,
    );
  const last = history.at(-1);
  const cpuTrend = trend(recent.map(({ cpuPercent }) => cpuPercent?.average));
  const memoryTrend = trend(
    recent.map(({ memoryBytes }) => memoryBytes?.average),
    memoryLimitBytes(app),
  );
  const isRunning = metrics?.online !== false;
  const rows: [string, string | undefined][] = [
    [l10n.t("State"), app.status],
    // Metrics of a stopped app say nothing.
    [l10n.t("CPU"), isRunning ? together(cpuText(app), cpuTrend) : undefined],
    [l10n.t("Memory"), isRunning ? together(memoryText(app), memoryTrend) : undefined],
    [l10n.t("Received"), network(metrics?.networkRxBytes, last?.receivedPerSecond?.average)],
    [l10n.t("Sent"), network(metrics?.networkTxBytes, last?.sentPerSecond?.average)],
    [
      l10n.t("Up for"),
      metrics?.uptimeSeconds === undefined || !isRunning ? undefined : formatDuration(metrics.uptimeSeconds),
    ],
  ];
  return rows.flatMap(([label, value]) => (value ? [[label, value] satisfies [string, string]] : []));
}

interface AppTooltip {
  readonly name: string;
  readonly rows: readonly (readonly [string, string])[];
  readonly failure: string | undefined;
  /** A click on the item restarts the app then. */
  readonly needsRestart?: boolean | undefined;
  readonly memory?: MemoryUse | undefined;
  /** For links. */
  readonly app?: AppKey;
  /** Of its folder. */
  readonly hasTargets?: boolean;
}

const switchTarget = "hostedApps.deploy.switchTarget";

/** The tooltip of one app: its name and a table of its rows. */
export function appTooltip(known: AppTooltip): vscode.MarkdownString {
  const { name, rows, failure, needsRestart, app, hasTargets, memory } = known;
  const table = rows.length > 0 ? tableOf(["", ""], rows) : "";
  const click = needsRestart
    ? l10n.t("Changes take effect when the app restarts. Click to restart it.")
    : l10n.t("Click to open the dashboard.");
  const link = app && hasTargets ? commandLink(l10n.t("Switch Target"), switchTarget, app) : "";
  const used = memory ? memoryLine(memory, app) : "";
  const parts = [md`**${name}**`, table, failure ? md`${failure}` : "", used, link, md`${click}`];
  const text = parts.filter(Boolean).join("\n\n");
  return markdownTooltip(text, link || used ? [switchTarget, editSettings] : []);
}

/** The tooltip of several apps: a row for each. */
export function appsTooltip(
  apps: readonly { readonly name: string; readonly state: string; readonly app: App | undefined }[],
): vscode.MarkdownString {
  const heads = [l10n.t("App"), l10n.t("State"), l10n.t("CPU"), l10n.t("Memory")];
  const rows = apps.map(({ name, state, app }) => [
    name,
    state,
    (app && cpuText(app)) ?? "–",
    (app && memoryText(app)) ?? "–",
  ]);
  return markdownTooltip([tableOf(heads, rows), md`${l10n.t("Click to select one.")}`].join("\n\n"));
}

function tableOf(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  return [tableRow(heads), `|${heads.map(() => ":--").join("|")}|`, ...rows.map(tableRow)].join("\n");
}

const bars = "▁▂▃▄▅▆▇█";

/** One bar for each figure between 0 and `most`, or the highest figure; a space for a missing one. */
export function sparkline(figures: readonly (number | undefined)[], most?: number): string {
  const known = figures.filter((figure) => figure !== undefined);
  const top = most ?? Math.max(...known);
  return figures.map((figure) => (figure === undefined ? " " : barOf(figure, top))).join("");
}

function barOf(figure: number, top: number): string {
  const share = top > 0 ? Math.min(1, Math.max(0, figure / top)) : 0;
  return bars.charAt(Math.round(share * (bars.length - 1)));
}
