// What an app uses, in a few characters.
import { l10n } from "vscode";
import type { App } from "../../core/model/model";
import { formatBytes, formatPercent } from "../../core/text/format";

/** "3 % · 40 MB of 256 MB" of an app that is up; else empty. */
export function usageText(app: App): string {
  const { metrics } = app;
  if (metrics?.online !== true) return "";
  const cpu = metrics.cpuPercent === undefined ? "" : formatPercent(metrics.cpuPercent);
  return [cpu, memoryText(app)].filter(Boolean).join(" · ");
}

export function memoryText({ metrics, memoryMB }: App): string {
  if (metrics?.memoryBytes === undefined) return "";
  const limit = metrics.memoryLimitBytes ?? (memoryMB === undefined ? undefined : memoryMB * 1024 * 1024);
  const used = formatBytes(metrics.memoryBytes);
  return limit === undefined ? used : l10n.t("{0} of {1}", used, formatBytes(limit));
}
