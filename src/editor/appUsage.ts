import { l10n } from "vscode";
import { memoryLimitBytes } from "../core/metrics/memoryShare";
import type { MemoryUse } from "../core/metrics/memoryUse";
import type { AppKey } from "../core/model/appKey";
import type { App } from "../core/model/model";
import { formatBytes, formatPercent, formatShare } from "../core/text/format";
import { commandLink, md } from "./safeUi/markdown";

/** "3% · 40 / 256 MB" of an app that is up; else empty. */
export function usageText(app: App): string {
  if (app.metrics?.online !== true) return "";
  return [cpuText(app), memoryText(app)].filter(Boolean).join(" · ");
}

/** The service sends zeros for an app that is down. */
function metricsOf({ metrics }: App): App["metrics"] {
  return metrics?.online === false ? undefined : metrics;
}

/** "3%"; undefined when the service did not send it, or the app is down. */
export function cpuText(app: App): string | undefined {
  const used = metricsOf(app)?.cpuPercent;
  return used === undefined ? undefined : formatPercent(used);
}

/** "40 / 256 MB", or without the limit when there is none; undefined as `cpuText`. */
export function memoryText(app: App): string | undefined {
  const used = metricsOf(app)?.memoryBytes;
  if (used === undefined) return undefined;
  const limit = memoryLimitBytes(app);
  return limit === undefined ? formatBytes(used) : formatShare(used, limit);
}

/** Read by screen readers: "CPU 3%, memory 40 MB of 256 MB". Empty for an app that is down. */
export function spokenUsage(app: App): string {
  if (app.metrics?.online !== true) return "";
  const cpu = cpuText(app);
  const used = app.metrics.memoryBytes;
  const limit = memoryLimitBytes(app);
  const memory =
    used === undefined
      ? undefined
      : limit === undefined
        ? formatBytes(used)
        : l10n.t("{0} of {1}", formatBytes(used), formatBytes(limit));
  return [
    cpu === undefined ? undefined : l10n.t("CPU {0}", cpu),
    memory === undefined ? undefined : l10n.t("memory {0}", memory),
  ]
    .filter(Boolean)
    .join(", ");
}

/** "peak 90 / 512 MB in 7 days while VS Code was watching, restarted 4 times at its limit". */
export function memoryUseText({ peakBytes, limitBytes, limitRestarts, days }: MemoryUse): string {
  const share = formatShare(peakBytes, limitBytes);
  const peak =
    days === 1
      ? l10n.t("peak {0} in a day while VS Code was watching", share)
      : l10n.t("peak {0} in {1} days while VS Code was watching", share, days);
  return [peak, limitRestarts > 0 && limitRestartsText(limitRestarts)].filter(Boolean).join(", ");
}

export function limitRestartsText(times: number): string {
  return times === 1
    ? l10n.t("restarted once at its limit")
    : l10n.t("restarted {0} times at its limit", times);
}

export const editSettings = "hostedApps.app.editSettings";

/** Of a hover; with advice, a link edits the memory. The hover must be allowed `editSettings`. */
export function memoryLine(memory: MemoryUse, app: AppKey | undefined): string {
  const line = md`${l10n.t("Memory: {0}", memoryUseText(memory))}`;
  if (!memory.advice || !app) return line;
  return `${line} ${commandLink(l10n.t("Edit Memory"), editSettings, { ...app, field: "memoryMB" })}`;
}
