// Notices and questions. What stands in them is text: VS Code would make links that run commands of `[label](command:…)`.
import * as vscode from "vscode";
import { inertLine, inertText, plainText } from "../../core/text/inertText";
import { withIcon } from "./statusItem";

type Show = (message: string, ...rest: Rest) => Thenable<string | undefined>;
type Rest = readonly (string | vscode.MessageOptions)[];

/** As `vscode.window.showInformationMessage`. */
export function showInformationMessage(message: string, ...rest: Rest): Promise<string | undefined> {
  return show(vscode.window.showInformationMessage, message, rest);
}

/** As `vscode.window.showWarningMessage`. */
export function showWarningMessage(message: string, ...rest: Rest): Promise<string | undefined> {
  return show(vscode.window.showWarningMessage, message, rest);
}

/** As `vscode.window.showErrorMessage`. */
export function showErrorMessage(message: string, ...rest: Rest): Promise<string | undefined> {
  return show(vscode.window.showErrorMessage, message, rest);
}

/** A short word in the status bar that nobody has to answer, for some milliseconds or until something is over. */
export function showStatusMessage(
  icon: string,
  text: string,
  until: number | Thenable<unknown>,
): vscode.Disposable {
  const shown = withIcon(icon, text);
  return typeof until === "number"
    ? vscode.window.setStatusBarMessage(shown, until)
    : vscode.window.setStatusBarMessage(shown, until);
}

async function show(how: Show, message: string, rest: Rest): Promise<string | undefined> {
  const buttons = rest.filter((each) => typeof each === "string");
  const shown = buttons.map((button) => inertLine(button, 80));
  const options = rest.filter((each) => typeof each === "object").map(inertOptions);
  const answer = await how(inertText(message), ...options, ...shown);
  return answer === undefined ? undefined : buttons[shown.indexOf(answer)];
}

function inertOptions({ detail, ...rest }: vscode.MessageOptions): vscode.MessageOptions {
  return { ...rest, ...(detail !== undefined && { detail: plainText(detail) }) };
}
