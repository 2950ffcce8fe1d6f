// Values of rows, and links to apps, for the clipboard.
import * as vscode from "vscode";
import type { Accounts } from "../../accounts/accounts";
import { field } from "../../core/parse";
import { parseAppUri } from "../../editor/appUris";
import { readArgument } from "../../editor/commands/commandArguments";
import { showStatusMessage } from "../../editor/safeUi/messages";

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
