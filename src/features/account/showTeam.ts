// Opens the page of a team: as a preview where VS Code can, else as text.
import * as vscode from "vscode";
import type { Accounts } from "../../accounts/accounts";
import { loadApps } from "../../accounts/loadApps";
import { field } from "../../core/parse";
import { documentName } from "../../core/text/inertText";
import { accountOfArgument, readArgument, withId } from "../../editor/commands/commandArguments";
import { choose } from "../../editor/safeUi/inputs";
import { showMarkdown } from "../../editor/safeUi/markdown";
import { endedBy } from "../../editor/safeUi/messages";
import { teamScheme } from "./teamDocument";
import type { TeamKey } from "./teamText";

/** The command account.showTeam: for a row, for {accountId, teamId}, or for a team that the user picks. */
export async function showTeam(accounts: Accounts, argument: unknown): Promise<void> {
  await accounts.load();
  const { accountId, teamId } = keyOf(argument) ?? (await pickTeam(accounts));
  const name = accounts.get(accountId)?.apps.teamOf({ teamId })?.name ?? teamId;
  const uri = vscode.Uri.from({
    scheme: teamScheme,
    path: `/${documentName(name)}.md`,
    query: JSON.stringify({ accountId, teamId }),
  });
  await showMarkdown(uri);
}

function keyOf(argument: unknown): TeamKey | undefined {
  const accountId = accountOfArgument(argument);
  const { teamId, team } = readArgument({ teamId: field.text, team: withId }, argument);
  const id = teamId ?? team?.id;
  return accountId === undefined || id === undefined ? undefined : { accountId, teamId: id };
}

async function pickTeam(accounts: Accounts): Promise<TeamKey> {
  await loadApps(accounts.all);
  const items = accounts.all.flatMap((account) =>
    [...account.apps.snapshot.teams.values()].map((team) => ({
      label: team.name,
      description: account.label,
      iconPath: new vscode.ThemeIcon("organization"),
      key: { accountId: account.id, teamId: team.id },
    })),
  );
  if (items.length === 0) {
    throw endedBy(vscode.l10n.t("None of your apps belongs to a team."));
  }
  const [only, ...more] = items;
  if (only && more.length === 0) return only.key;
  return (await choose(items, { title: vscode.l10n.t("Select a team to show its permissions") })).key;
}
