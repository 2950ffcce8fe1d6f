// Shows the value of an environment variable in a dialog: read again each time, and stored nowhere.
import * as vscode from "vscode";
import type { Account } from "../../accounts/accounts";
import { choose } from "../../editor/safeUi/inputs";
import { showValue } from "../../editor/safeUi/questions";

/** `name`: the variable; without it the user picks one. */
export async function showEnvironmentValue(
  account: Account,
  appId: string,
  name: string | undefined,
): Promise<void> {
  const { environment = [], name: appName } = await account.client.getApp(appId);
  if (environment.length === 0) {
    throw new Error(vscode.l10n.t("The service lists no environment variables for {0}.", appName));
  }
  const key = name ?? (await pickName(environment.map((variable) => variable.key)));
  const variable = environment.find((each) => each.key === key);
  if (!variable)
    throw new Error(vscode.l10n.t("{0} no longer has the environment variable {1}.", appName, key));
  const copy = vscode.l10n.t("Copy Value");
  const answer = await showValue(
    key,
    variable.value === "" ? vscode.l10n.t("(empty)") : variable.value,
    copy,
  );
  if (answer === copy) await vscode.env.clipboard.writeText(variable.value);
}

async function pickName(names: readonly string[]): Promise<string> {
  const picked = await choose(
    names.map((name) => ({ label: name, name })),
    { title: vscode.l10n.t("Select a variable to show its value") },
  );
  return picked.name;
}
