// The live numbers of an app as lines: only what the service has said.
import { l10n } from "vscode";
import type { Account } from "../../../accounts/accounts";
import type { App } from "../../../core/model/model";
import { formatBytes, formatDuration } from "../../../core/text/format";
import { cpuText, memoryText } from "../../../editor/appUsage";
import { type LineNode, ofApp } from "./partNodes";

export function metricLines(account: Account, app: App): LineNode[] {
  const { metrics } = app;
  const line = (name: string, label: string, icon: string, value: string | undefined): LineNode[] =>
    value ? [{ ...ofApp(account, app.id, name), kind: "line", label, icon, value }] : [];
  const bytes = (count: number | undefined) => (count === undefined ? undefined : formatBytes(count));
  const { uptimeSeconds } = metrics ?? {};
  return [
    ...line("cpu", l10n.t("CPU"), "pulse", cpuText(app)),
    ...line("memory", l10n.t("Memory"), "chip", memoryText(app)),
    ...line("received", l10n.t("Received"), "arrow-down", bytes(metrics?.networkRxBytes)),
    ...line("sent", l10n.t("Sent"), "arrow-up", bytes(metrics?.networkTxBytes)),
    ...line(
      "uptime",
      l10n.t("Up for"),
      "clock",
      uptimeSeconds === undefined ? undefined : formatDuration(uptimeSeconds),
    ),
  ];
}
