// Values of rows, links to apps, and values of environment variables, for the clipboard.
import * as vscode from "vscode";
import type { Account, Accounts } from "../../accounts/accounts";
import { field } from "../../core/parse";
import { parseAppUri } from "../../editor/appUris";
import { readArgument } from "../../editor/commands/commandArguments";
import { choose } from "../../editor/safeUi/inputs";
import { showStatusMessage } from "../../editor/safeUi/messages";
import { showValue } from "../../editor/safeUi/questions";

const named = field.object({ name: field.text });

/** A file's path in its app, a line's value, or the name of a person, a team or an account. */
export function rowValue(row: unknown, accounts: Pick<Accounts, "get">): string | undefined {
  if (row instanceof vscode.Uri) return parseAppUri(row)?.path;
  const { kind, value, person, team, teamId, account } = readArgument(
    {
      ...{ kind: field.text, value: field.text, person: named, team: named, teamId: field.text },
      account: field.object({ id: field.text, label: field.text }),
    },
    row,
  );
  const group = teamId === undefined ? undefined : accounts.get(account?.id ?? "")?.apps.teamOf({ teamId });
  const owner = kind === "group" ? vscode.l10n.t("Personal") : account?.label;
  return value ?? person?.name ?? (team ?? group)?.name ?? teamId ?? owner;
}

/** A link to the app's dashboard, which features/links opens. `scheme`: the editor's. */
export function appLink(scheme: string, appId: string): string {
  return `${scheme}://hosted-apps.hosted-apps/app/${encodeURIComponent(appId)}`;
}

export async function copy(text: string, said: string): Promise<void> {
  await vscode.env.clipboard.writeText(text);
  showStatusMessage(said, 4_000);
}

/** In a dialog: read again each time, and stored nowhere. `name`: the variable; without it the user picks one. */
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
