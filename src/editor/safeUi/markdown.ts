// Markdown for hovers and documents, in which nothing that others wrote is markup.
import * as vscode from "vscode";
import { escapeMarkdown } from "../../core/text/inertText";

type OwnCommand = `hostedApps.${string}`;

/** Markdown whose values are text: ``md`**${app.name}**` ``. */
export function md(strings: TemplateStringsArray, ...texts: readonly string[]): string {
  return strings.map((own, index) => own + escapeMarkdown(texts[index] ?? "")).join("");
}

/** A web address as a link that shows its target; as text when it is no web address. */
export function webLink(address: string): string {
  if (!URL.canParse(address) || !/^https?:$/.test(new URL(address).protocol)) return md`${address}`;
  const target = new URL(address).href.replaceAll(/[()<>[\]\\]/g, percentEncoded);
  return `${md`[${address}]`}(${target})`;
}

/** A link to one of our commands; a hover runs it only where it was allowed the command. */
export function commandLink(label: string, command: OwnCommand, argument: object): string {
  const query = encodeURIComponent(JSON.stringify([argument])).replaceAll(/[()!'*~]/g, percentEncoded);
  return `[${md`${label}`}](command:${command}?${query})`;
}

function percentEncoded(character: string): string {
  return `%${character.charCodeAt(0).toString(16)}`;
}

/** A row of a Markdown table, with each cell escaped. */
export function tableRow(cells: readonly string[]): string {
  return `|${cells.map((cell) => md` ${cell} |`).join("")}`;
}

/**
 * A hover of Markdown in which all that others wrote went through `md`. Its links may run `commands`, none of which
 * may do harm without asking.
 */
export function markdownTooltip(source: string, commands: readonly OwnCommand[] = []): vscode.MarkdownString {
  const hover = new vscode.MarkdownString(source);
  if (commands.length > 0) hover.isTrusted = { enabledCommands: commands };
  return hover;
}

/** A Markdown document: as a preview where VS Code can. */
export async function showMarkdown(uri: vscode.Uri): Promise<void> {
  try {
    await vscode.commands.executeCommand("markdown.showPreview", uri);
  } catch {
    // The Markdown extension may be disabled: the document is readable as text, too.
    await vscode.window.showTextDocument(uri, { preview: true });
  }
}
