// The Apps view, the documents of settings, and the commands for an app. What fills them is loaded when somebody looks, or
// signs in.
import * as vscode from "vscode";
import type { Accounts } from "../../accounts/accounts";
import { FirstUse } from "../../core/async/firstUse";
import type { CommandTable } from "../../editor/commands/commands";
import { showProgress } from "../../editor/shown/progressNotice";
import { createTreeView } from "../../editor/shown/treeView";
import { TreeChanges } from "../../editor/tree/treeChanges";
import type { WindowServices } from "../../editor/windowServices";
import type { AppsContext } from "./appsContext";
import type { AppsFeature } from "./appsFeature";
import type { AppsNode } from "./appsNode";
import { registerSettingsFileSystem } from "./settings/settingsFileSystem";

interface RegisteredApps extends vscode.Disposable {
  readonly commands: () => Promise<CommandTable<"apps">>;
  /** Reads the apps again of the account or team whose row the argument is, or of all accounts. */
  readonly refresh: (argument: unknown) => Promise<void>;
}

export function registerApps(
  accounts: Accounts,
  window: WindowServices,
  context: AppsContext,
): RegisteredApps {
  const { clock, logger } = window;
  const changed = new TreeChanges<AppsNode>(clock, () => view.visible);
  const view: vscode.TreeView<AppsNode> = createTreeView<AppsNode>("hostedApps.apps", {
    treeDataProvider: {
      onDidChangeTreeData: changed.event,
      getChildren: (node) => changed.asking(async () => (await tree()).getChildren(node)),
      getParent: async (node) => (await loaded.get()).rowAbove(node),
      getTreeItem: async (node) => (await tree()).getTreeItem(node),
      resolveTreeItem: async (item, node) => (await tree()).resolveTreeItem(item, node),
    },
    showCollapseAll: true,
    canSelectMany: true,
  });
  const tell = (error: unknown): void => logger.error(`The Apps view: ${error}`);
  const loaded = new FirstUse<AppsFeature>(async () => {
    const { createAppsFeature } = await import("./appsFeature");
    return createAppsFeature(accounts, window, context, { view, changed, tell });
  });
  const tree = async () => (await loaded.get()).tree;
  const show = async (): Promise<void> => {
    changed.announce();
    if (view.visible) await (await tree()).load();
  };
  show().catch(tell);
  const registered = vscode.Disposable.from(
    view,
    view.onDidChangeVisibility(() => show().catch(tell)),
    view.onDidExpandElement(({ element }) => {
      const { apps } = element.account;
      if (element.kind === "group" && element.teamId !== undefined && apps.isLarge)
        apps.refreshTeam(element.teamId).catch(tell);
    }),
    accounts.onDidChange(() => loaded.get().catch(tell)),
    registerSettingsFileSystem(accounts, clock),
    changed,
  );
  return {
    commands: async () => (await loaded.get()).handlers,
    refresh: async (argument) =>
      await showProgress({ location: { viewId: "hostedApps.apps" } }, async () =>
        (await tree()).refresh(argument),
      ),
    dispose: () => {
      registered.dispose();
      loaded.ifUsed((feature) => feature.dispose());
    },
  };
}
