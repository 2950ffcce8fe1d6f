// Notices; what must be answered first is in questions.ts. What stands in them is text: VS Code would make links that run commands of `[label](command:…)`.
import * as vscode from "vscode";
import { inertLine, inertText } from "../../core/text/inertText";

export type Severity = "information" | "warning" | "error";

/** The buttons of a notice in their order, each with what it does. */
type Offers = Readonly<Record<string, () => unknown>>;

/** Shows a notice, and does what the user chooses; resolves when that is done, which may be never. */
export async function tell(how: Severity, message: string, offers: Offers = {}): Promise<void> {
  const answer = await show(how, message, Object.keys(offers));
  if (answer !== undefined) await offers[answer]?.();
}

const showAs =
  (how: Severity) =>
  (message: string, ...buttons: string[]) =>
    show(how, message, buttons);

/** As VS Code's own: for those who go on with the answer. */
export const showInformationMessage = showAs("information");
export const showWarningMessage = showAs("warning");
export const showErrorMessage = showAs("error");

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

/** What shows a message of this kind. What it shows must be text. */
export function showing(how: Severity) {
  const { showInformationMessage, showWarningMessage, showErrorMessage } = vscode.window;
  return { information: showInformationMessage, warning: showWarningMessage, error: showErrorMessage }[how];
}

async function show(how: Severity, message: string, buttons: readonly string[]): Promise<string | undefined> {
  const shown = buttons.map((button) => inertLine(button, 80));
  const answer: string | undefined = await showing(how)(inertText(message), ...shown);
  return answer === undefined ? undefined : buttons[shown.indexOf(answer)];
}
