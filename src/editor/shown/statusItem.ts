// Items of the status bar. Their texts know icons, of which only the first is ours.
import * as vscode from "vscode";
import { inertLine, plainText } from "../../core/text/inertText";
import { guarded } from "./guarded";

const ownIcon = /^\$\([a-z][a-z0-9-]*(~spin)?\)/;

/** A text that begins with one of VS Code's icons. */
export function withIcon(icon: string, text: string): string {
  return `$(${icon}) ${inertLine(text)}`;
}

/** As `vscode.window.createStatusBarItem`; a text with an icon comes from `withIcon`. */
export function createStatusBarItem(
  id: string,
  alignment: vscode.StatusBarAlignment,
  priority?: number,
): vscode.StatusBarItem {
  return guarded(vscode.window.createStatusBarItem(id, alignment, priority), {
    text: (text) => {
      const [icon = ""] = ownIcon.exec(text) ?? [];
      return icon + inertLine(text.slice(icon.length), 120);
    },
    tooltip: (tooltip) => (typeof tooltip === "string" ? plainText(tooltip, 2_000) : tooltip),
  });
}
