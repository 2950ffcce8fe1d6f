// What the page of a team says.
import * as vscode from "vscode";
import type { Accounts } from "../../accounts/accounts";
import { readTeamKey } from "./teamKey";
import { teamPage } from "./teamText";

/** `query`: of the page's address, which names the team. */
export async function teamPageOf(accounts: Accounts, query: string): Promise<string> {
  await accounts.load();
  const key = readTeamKey(query);
  const account = key && accounts.get(key.accountId);
  if (account && !account.apps.snapshot.apps) await account.apps.refresh();
  const team = account?.apps.teamOf(key);
  if (!account || !team) {
    return vscode.l10n.t("Couldn't find this team. Sign in to its account, or refresh the apps.");
  }
  const names = (account.apps.snapshot.apps ?? [])
    .filter(({ teamId }) => teamId === team.id)
    .map(({ name }) => name);
  return teamPage(team, account.userId, names);
}
