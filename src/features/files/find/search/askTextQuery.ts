// Asks what to search for, with switches for case and regular expressions as VS Code's own search has them.
import * as vscode from "vscode";
import { CancelledError } from "../../../../core/errors/cancelledError";
import { createInputBox } from "../../../../editor/shown/inputs";
import { queryProblem, type TextQuery } from "./textQuery";

/** Rejects with CancelledError when the user leaves. */
export async function askTextQuery(title: string, initial: TextQuery): Promise<TextQuery> {
  const box = createInputBox();
  let { isCaseSensitive, isRegExp } = initial;
  let caseButton: vscode.QuickInputButton;
  const query = (): TextQuery => ({ query: box.value, isCaseSensitive, isRegExp });
  const show = (): void => {
    caseButton = switchButton("case-sensitive", vscode.l10n.t("Match Case"), isCaseSensitive);
    box.buttons = [caseButton, switchButton("regex", vscode.l10n.t("Use Regular Expression"), isRegExp)];
    box.prompt = promptFor(isCaseSensitive, isRegExp);
    box.validationMessage = box.value === "" ? undefined : queryProblemSentence(query());
  };
  box.title = title;
  box.placeholder = vscode.l10n.t("Text to find");
  box.value = initial.query;
  box.valueSelection = [0, initial.query.length];
  show();
  try {
    return await new Promise((resolve, reject) => {
      box.onDidChangeValue(show);
      box.onDidTriggerButton((button) => {
        if (button === caseButton) isCaseSensitive = !isCaseSensitive;
        else isRegExp = !isRegExp;
        show();
      });
      box.onDidAccept(() => {
        if (box.value !== "" && queryProblemSentence(query()) === undefined) resolve(query());
      });
      box.onDidHide(() => reject(new CancelledError()));
      box.show();
    });
  } finally {
    box.dispose();
  }
}

/** Why a query cannot be searched for, in a sentence; undefined when it can. */
export function queryProblemSentence(query: TextQuery): string | undefined {
  const problem = queryProblem(query);
  return problem && vscode.l10n.t("Invalid regular expression: {0}.", problem);
}

/** A button cannot look pressed, so its tooltip says what it is, and the prompt what both are. */
function switchButton(icon: string, label: string, isOn: boolean): vscode.QuickInputButton {
  return {
    iconPath: new vscode.ThemeIcon(icon),
    tooltip: isOn ? vscode.l10n.t("{0}: on", label) : vscode.l10n.t("{0}: off", label),
  };
}

function promptFor(isCaseSensitive: boolean, isRegExp: boolean): string {
  if (isCaseSensitive && isRegExp) return vscode.l10n.t("Regular expression, case-sensitive");
  if (isRegExp) return vscode.l10n.t("Regular expression, not case-sensitive");
  return isCaseSensitive
    ? vscode.l10n.t("Plain text, case-sensitive")
    : vscode.l10n.t("Plain text, not case-sensitive");
}
