// Notices; modal questions are in questions.ts. Messages are text: VS Code would turn `[label](command:…)` into a link
// that runs a command.
import * as vscode from "vscode";
import { CancelledError } from "../../core/errors/cancelledError";
import { inertLine, inertText } from "../../core/text/inertText";

export type Severity = "information" | "warning" | "error";

/** Buttons in their order, each with its action. */
type Offers = Readonly<Record<string, () => unknown>>;

/** Shows a notice and runs the action that the user chooses; resolves when that is done, which may be never. */
export async function notify(how: Severity, message: string, offers: Offers = {}): Promise<void> {
  const answer = await show(how, message, Object.keys(offers));
  if (answer !== undefined) await offers[answer]?.();
}

/** Says why a command ends, and returns the error that ends it. */
export function endedBy(message: string): CancelledError {
  void notify("information", message);
  return new CancelledError();
}

const showAs =
  (how: Severity) =>
  (message: string, ...buttons: string[]) =>
    show(how, message, buttons);

/** Like VS Code's own, for callers that continue with the answer. */
export const showInformationMessage = showAs("information");
export const showWarningMessage = showAs("warning");

/**
 * A short text in the status bar, for some milliseconds or until something has settled. Without an icon: screen
 * readers say the icon's name before the text.
 */
export function showStatusMessage(text: string, until: number | Thenable<unknown>): vscode.Disposable {
  const shown = inertLine(text);
  return typeof until === "number"
    ? vscode.window.setStatusBarMessage(shown, until)
    : vscode.window.setStatusBarMessage(shown, until);
}

/** VS Code's function for messages of this kind. The caller must pass plain text. */
export function showing(how: Severity) {
  const { showInformationMessage, showWarningMessage, showErrorMessage } = vscode.window;
  return { information: showInformationMessage, warning: showWarningMessage, error: showErrorMessage }[how];
}

async function show(how: Severity, message: string, buttons: readonly string[]): Promise<string | undefined> {
  const shown = buttons.map((button) => inertLine(button, 80));
  const answer: string | undefined = await showing(how)(inertText(message), ...shown);
  return answer === undefined ? undefined : buttons[shown.indexOf(answer)];
}
