// Markdown for hovers and documents, in which nothing that others wrote is markup.
import * as vscode from "vscode";
import { escapeMarkdown } from "../../core/text/inertText";

/** Markdown whose values are text: ``md`**${app.name}**` ``. */
export function md(strings: TemplateStringsArray, ...texts: readonly string[]): string {
  return strings.map((own, index) => own + escapeMarkdown(texts[index] ?? "")).join("");
}

/** A row of a table. */
export function tableRow(cells: readonly string[]): string {
  return `|${cells.map((cell) => md` ${cell} |`).join("")}`;
}

/** A hover of Markdown in which all that others wrote went through `md`. */
export function markdownTooltip(source: string): vscode.MarkdownString {
  return new vscode.MarkdownString(source);
}
