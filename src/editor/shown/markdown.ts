// Markdown for hovers and documents, in which nothing that others wrote is markup.
import * as vscode from "vscode";
import { escapeMarkdown } from "../../core/text/inertText";

/** Markdown whose values are text: ``md`**${app.name}**` ``. */
export function md(strings: TemplateStringsArray, ...texts: readonly string[]): string {
  return strings.map((own, index) => own + escapeMarkdown(texts[index] ?? "")).join("");
}

/** A web address as a link that shows where it leads; text where it is no web address. */
export function webLink(address: string): string {
  if (!URL.canParse(address) || !/^https?:$/.test(new URL(address).protocol)) return md`${address}`;
  const target = new URL(address).href.replaceAll(/[()<>[\]\\]/g, encodeURIComponent);
  return `${md`[${address}]`}(${target})`;
}

/** A row of a table. */
export function tableRow(cells: readonly string[]): string {
  return `|${cells.map((cell) => md` ${cell} |`).join("")}`;
}

/** A hover of Markdown in which all that others wrote went through `md`. */
export function markdownTooltip(source: string): vscode.MarkdownString {
  return new vscode.MarkdownString(source);
}
