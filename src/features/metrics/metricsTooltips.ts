// The tooltips of the status bar's items: tables of text, in which nothing of the service's is markup.
import * as vscode from "vscode";
import type { App } from "../../core/model/model";
import { cpuText, memoryText } from "../../editor/appUsage";
import { markdownTooltip, md, tableRow } from "../../editor/shown/markdown";

interface AppTooltip {
  readonly name: string;
  readonly rows: readonly (readonly [string, string])[];
  readonly failure: string | undefined;
  /** A click then restarts it. */
  readonly needsRestart?: boolean | undefined;
}

/** One app: its name and a table of what is known. */
export function appTooltip({ name, rows, failure, needsRestart }: AppTooltip): vscode.MarkdownString {
  const table = rows.length > 0 ? tableOf(["", ""], rows) : "";
  const click = needsRestart
    ? vscode.l10n.t("Changes take effect when the app restarts. Click to restart it.")
    : vscode.l10n.t("Click to open the dashboard.");
  const parts = [md`**${name}**`, table, failure ? md`${failure}` : "", md`${click}`];
  return markdownTooltip(parts.filter(Boolean).join("\n\n"));
}

/** Many apps: a row each. */
export function appsTooltip(
  apps: readonly { readonly name: string; readonly state: string; readonly app: App | undefined }[],
): vscode.MarkdownString {
  const heads = [vscode.l10n.t("App"), vscode.l10n.t("State"), vscode.l10n.t("CPU"), vscode.l10n.t("Memory")];
  const rows = apps.map(({ name, state, app }) => [
    name,
    state,
    (app && cpuText(app)) ?? "–",
    (app && memoryText(app)) ?? "–",
  ]);
  return markdownTooltip([tableOf(heads, rows), md`${vscode.l10n.t("Click to select one.")}`].join("\n\n"));
}

function tableOf(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  return [tableRow(heads), `|${heads.map(() => ":--").join("|")}|`, ...rows.map(tableRow)].join("\n");
}
