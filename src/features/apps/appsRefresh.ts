// Refreshes the Apps view: one list request for each account, only while the view is visible and the window has focus.
// Sooner after a change of state, to show a start as it happens, where the list takes one request.
import * as vscode from "vscode";
import type { Account, Accounts } from "../../accounts/accounts";
import type { Clock } from "../../core/async/clock";
import { Poller } from "../../core/async/poller";
import type { Logger } from "../../core/logger";
import { field } from "../../core/parse";
import { namedAccounts, readArgument } from "../../editor/commands/commandArguments";
import { attempt } from "../../editor/host/optionalApis";
import { onDidChangeSetting, settings } from "../../editor/settings";

/** The pause after a change of state; each refresh without one doubles it, up to the setting. */
const soonMs = 2_000;

/** Reads the apps of the account or team in the argument, or of all accounts. */
export async function refreshNamed(all: readonly Account[], argument: unknown): Promise<void> {
  const { teamId } = readArgument({ teamId: field.text }, argument);
  const asked = namedAccounts(all, argument).map(({ apps }) =>
    teamId === undefined ? apps.refresh() : apps.refreshTeam(teamId),
  );
  await Promise.all(asked);
}

export function registerAppsRefresh(
  accounts: Accounts,
  view: vscode.TreeView<unknown>,
  clock: Clock,
  logger: Logger,
): vscode.Disposable {
  let states = "";
  let looksWithoutChange = 0;
  const poller = new Poller({
    name: "apps",
    intervalMs: () =>
      accounts.all.some(({ apps }) => apps.isLarge)
        ? settings.appsRefreshMs()
        : Math.min(settings.appsRefreshMs(), soonMs * 2 ** looksWithoutChange),
    clock,
    logger,
    load: async () => {
      const results = await Promise.all(
        accounts.all.map(async ({ apps }) => {
          await apps.refresh();
          return apps.snapshot.error;
        }),
      );
      // A failing account must not slow down the others.
      if (results.length > 0 && results.every((error) => error)) throw results[0];
      const statesNow = statesOf(accounts);
      looksWithoutChange = statesNow === states ? looksWithoutChange + 1 : 0;
      states = statesNow;
    },
  });
  const update = (): void => {
    poller.setWanted(view.visible && vscode.window.state.focused && accounts.all.length > 0);
  };
  update();
  return vscode.Disposable.from(
    view.onDidChangeVisibility(update),
    attempt(() => vscode.window.onDidChangeWindowState(update)),
    onDidChangeSetting("refresh", () => poller.restart()),
    accounts.onDidChange(() => {
      update();
      poller.restart();
    }),
    poller,
  );
}

function statesOf(accounts: Accounts): string {
  const apps = accounts.all.flatMap((account) => account.apps.snapshot.apps ?? []);
  return apps.map(({ id, status, metrics }) => `${id} ${status} ${metrics?.online}`).join("\n");
}
