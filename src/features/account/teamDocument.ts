// The page of a team as a read-only document, shown as a preview where VS Code can.
import * as vscode from "vscode";
import type { Accounts } from "../../accounts/accounts";
import { readTeamKey, teamScheme } from "./teamKey";

/** Registers what such a document holds, also for one that is restored after a reload. */
export function registerTeamDocuments(accounts: Accounts): vscode.Disposable {
  return vscode.workspace.registerTextDocumentContentProvider(teamScheme, {
    provideTextDocumentContent: async (uri) => {
      await accounts.load();
      const key = readTeamKey(uri.query);
      const account = key && accounts.get(key.accountId);
      if (account && !account.apps.snapshot.apps) await account.apps.refresh();
      const team = account?.apps.teamOf(key);
      if (!account || !team) {
        return vscode.l10n.t("This team is not known: sign in to its account, or refresh the apps.");
      }
      const names = (account.apps.snapshot.apps ?? [])
        .filter(({ teamId }) => teamId === team.id)
        .map(({ name }) => name);
      const { teamPage } = await import("./teamText");
      return teamPage(team, account.userId, names);
    },
  });
}
