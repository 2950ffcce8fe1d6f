// The tooltips of the status bar's items: tables of text, in which nothing of the service's is markup.
import * as vscode from "vscode";
import type { App } from "../../core/model/model";
import { cpuText, memoryText } from "../../editor/appUsage";

export interface AppTooltip {
  readonly name: string;
  readonly rows: readonly (readonly [string, string])[];
  readonly failure: string | undefined;
}

/** One app: its name and a table of what is known. */
export function appTooltip({ name, rows, failure }: AppTooltip): vscode.MarkdownString {
  const tooltip = new vscode.MarkdownString();
  tooltip.appendMarkdown("**").appendText(name).appendMarkdown("**\n\n");
  if (rows.length > 0) table(tooltip, ["", ""], rows);
  if (failure) tooltip.appendMarkdown("\n\n").appendText(failure);
  tooltip.appendMarkdown("\n\n").appendText(vscode.l10n.t("Click for what you can do with it."));
  return tooltip;
}

/** Many apps: a row each. */
export function appsTooltip(
  apps: readonly { readonly name: string; readonly state: string; readonly app: App | undefined }[],
): vscode.MarkdownString {
  const tooltip = new vscode.MarkdownString();
  const heads = [vscode.l10n.t("App"), vscode.l10n.t("State"), vscode.l10n.t("CPU"), vscode.l10n.t("Memory")];
  table(
    tooltip,
    heads,
    apps.map(({ name, state, app }) => [
      name,
      state,
      (app && cpuText(app)) ?? "–",
      (app && memoryText(app)) ?? "–",
    ]),
  );
  tooltip.appendMarkdown("\n\n").appendText(vscode.l10n.t("Click to choose one."));
  return tooltip;
}

function table(
  tooltip: vscode.MarkdownString,
  heads: readonly string[],
  rows: readonly (readonly string[])[],
): void {
  line(tooltip, heads);
  tooltip.appendMarkdown(`|${heads.map(() => ":--").join("|")}|\n`);
  for (const row of rows) line(tooltip, row);
}

function line(tooltip: vscode.MarkdownString, cells: readonly string[]): void {
  for (const cell of cells) {
    // A bar or a new line would end the cell.
    tooltip.appendMarkdown("| ").appendText(cell.replaceAll("|", "/").replaceAll("\n", " "));
    tooltip.appendMarkdown(" ");
  }
  tooltip.appendMarkdown("|\n");
}
