// What the status bar says of the watched app. Pure; what the service did not say is not shown.
import { l10n } from "vscode";
import { formatBytes, formatDuration, formatPercent } from "../../core/format";
import { escapeIcons } from "../../core/icons";
import type { App } from "../../core/model";

export interface MetricsText {
  readonly text: string;
  /** For screen readers: whole words. */
  readonly spoken: string;
  readonly level: "normal" | "warning" | "error";
  /** Rows of the tooltip's table: label and value. */
  readonly rows: readonly (readonly [string, string])[];
}

export function metricsText(app: App, memoryWarningPercent: number): MetricsText {
  const { metrics, name } = app;
  const limitBytes =
    metrics?.memoryLimitBytes ?? (app.memoryMB === undefined ? undefined : app.memoryMB * 1024 * 1024);
  const memoryBytes = metrics?.memoryBytes;
  const memory = memoryBytes === undefined ? undefined : formatBytes(memoryBytes);
  const memoryOfLimit =
    memory !== undefined && limitBytes !== undefined
      ? l10n.t("{0} of {1}", memory, formatBytes(limitBytes))
      : memory;
  const cpu = metrics?.cpuPercent === undefined ? undefined : formatPercent(metrics.cpuPercent);
  const rows: [string, string | undefined][] = [
    [l10n.t("State"), app.status],
    [l10n.t("CPU"), cpu],
    [l10n.t("Memory"), memoryOfLimit],
    [
      l10n.t("Received"),
      metrics?.networkRxBytes === undefined ? undefined : formatBytes(metrics.networkRxBytes),
    ],
    [l10n.t("Sent"), metrics?.networkTxBytes === undefined ? undefined : formatBytes(metrics.networkTxBytes)],
    [
      l10n.t("Up for"),
      metrics?.uptimeSeconds === undefined ? undefined : formatDuration(metrics.uptimeSeconds),
    ],
  ];
  const shown = rows.flatMap(([label, value]) => (value ? [[label, value] as const] : []));
  if (metrics?.online === false) {
    return {
      text: `$(warning) ${escapeIcons(name)} ${l10n.t("offline")}`,
      spoken: l10n.t("{0}: offline", name),
      level: "error",
      rows: shown,
    };
  }
  if (cpu === undefined && memoryOfLimit === undefined) {
    return {
      text: `$(server) ${escapeIcons(`${name} ${app.status}`)}`,
      spoken: `${name}: ${app.status}`,
      level: "normal",
      rows: shown,
    };
  }
  const isNearLimit =
    memoryBytes !== undefined &&
    limitBytes !== undefined &&
    memoryBytes / limitBytes >= memoryWarningPercent / 100;
  const spoken = [
    metrics?.online === true ? l10n.t("{0}: online", name) : name,
    cpu === undefined ? undefined : l10n.t("CPU {0}", cpu),
    memoryOfLimit === undefined ? undefined : l10n.t("memory {0}", memoryOfLimit),
  ];
  return {
    text: [`$(${isNearLimit ? "warning" : "server"}) ${escapeIcons(name)}`, cpu, memoryOfLimit]
      .filter(Boolean)
      .join("  "),
    spoken: spoken.filter(Boolean).join(", "),
    level: isNearLimit ? "warning" : "normal",
    rows: shown,
  };
}
