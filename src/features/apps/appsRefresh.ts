// Keeps the Apps view fresh: one list request an account, only while the view is seen and the window is focused.
import * as vscode from "vscode";
import type { Accounts } from "../../api/accounts";
import type { Clock } from "../../core/clock";
import type { Logger } from "../../core/logger";
import { Poller } from "../../core/poller";
import { settings } from "../../editor/settings";

export function registerAppsRefresh(
  accounts: Accounts,
  view: vscode.TreeView<unknown>,
  clock: Clock,
  logger: Logger,
): vscode.Disposable {
  const poller = new Poller({
    name: "apps",
    intervalMs: settings.appsRefreshMs,
    clock,
    logger,
    load: async () => {
      const results = await Promise.all(
        accounts.all.map(async ({ apps }) => {
          await apps.refresh();
          return apps.snapshot.error;
        }),
      );
      const failure = results.find((error) => error);
      if (failure) throw failure;
    },
  });
  const update = (): void => {
    poller.setWanted(view.visible && vscode.window.state.focused && accounts.all.length > 0);
  };
  return vscode.Disposable.from(
    view.onDidChangeVisibility(update),
    vscode.window.onDidChangeWindowState(update),
    accounts.onDidChange(update),
    poller,
  );
}
