// Notices; what must be answered first is in questions.ts. What stands in them is text: VS Code would make links that run commands of `[label](command:…)`.
import * as vscode from "vscode";
import { inertLine, inertText } from "../../core/text/inertText";

type Show = (message: string, ...buttons: readonly string[]) => Thenable<string | undefined>;

/** As `vscode.window.showInformationMessage`. */
export function showInformationMessage(
  message: string,
  ...buttons: readonly string[]
): Promise<string | undefined> {
  return show(vscode.window.showInformationMessage, message, buttons);
}

/** As `vscode.window.showWarningMessage`. */
export function showWarningMessage(
  message: string,
  ...buttons: readonly string[]
): Promise<string | undefined> {
  return show(vscode.window.showWarningMessage, message, buttons);
}

/** As `vscode.window.showErrorMessage`. */
export function showErrorMessage(
  message: string,
  ...buttons: readonly string[]
): Promise<string | undefined> {
  return show(vscode.window.showErrorMessage, message, buttons);
}

/**
 * A short text in the status bar that needs no answer, for some milliseconds or until something is over. Without an
 * icon: screen readers say the icon's name before the text.
 */
export function showStatusMessage(text: string, until: number | Thenable<unknown>): vscode.Disposable {
  const shown = inertLine(text);
  return typeof until === "number"
    ? vscode.window.setStatusBarMessage(shown, until)
    : vscode.window.setStatusBarMessage(shown, until);
}

async function show(how: Show, message: string, buttons: readonly string[]): Promise<string | undefined> {
  const shown = buttons.map((button) => inertLine(button, 80));
  const answer = await how(inertText(message), ...shown);
  return answer === undefined ? undefined : buttons[shown.indexOf(answer)];
}
