// The Apps view, the documents of settings, and the commands for an app.
import * as vscode from "vscode";
import type { Accounts } from "../../accounts/accounts";
import type { AppKey } from "../../core/model/appKey";
import type { CommandHandlers } from "../../editor/commands";
import type { WindowServices } from "../../editor/windowServices";
import { appCommands } from "./appCommands";
import { registerAppsRefresh } from "./appsRefresh";
import { AppsTree } from "./appsTree";
import { registerSettingsFileSystem } from "./settings/settingsFileSystem";

export interface AppsContext {
  readonly isWatched: (app: AppKey) => Promise<boolean>;
  /** Resolves when what was deleted of apps is gone: an app that is restarted starts without it. */
  readonly settledFiles: () => Promise<void>;
}

export function registerApps(
  accounts: Accounts,
  { context, clock, logger }: WindowServices,
  { isWatched, settledFiles }: AppsContext,
): vscode.Disposable & { readonly handlers: Pick<CommandHandlers, keyof ReturnType<typeof appCommands>> } {
  const tree = new AppsTree(accounts, context.workspaceState, clock);
  const handlers = appCommands(accounts, tree, clock, isWatched);
  const registered = vscode.Disposable.from(
    registerSettingsFileSystem(accounts, clock),
    registerAppsRefresh(accounts, tree.show(), clock, logger),
    tree,
  );
  return {
    handlers: {
      ...handlers,
      "app.restart": async (argument) => {
        await settledFiles();
        return await handlers["app.restart"](argument);
      },
    },
    dispose: () => registered.dispose(),
  };
}
