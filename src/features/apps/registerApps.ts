// The Apps view, the documents of settings, and the commands for an app. What fills them is loaded when somebody looks, or
// signs in.
import * as vscode from "vscode";
import type { Accounts } from "../../accounts/accounts";
import { FirstUse } from "../../core/async/firstUse";
import type { CommandHandler } from "../../editor/commands";
import { createTreeView } from "../../editor/shown/treeView";
import { forgetApp } from "../../editor/state/forgetApp";
import type { LetGo } from "../../editor/state/lettingGo";
import { TreeChanges } from "../../editor/tree/treeChanges";
import type { WindowServices } from "../../editor/windowServices";
import type { AppHandlers } from "./appCommands";
import type { AppsContext } from "./appsContext";
import type { AppsNode } from "./appsNode";
import { registerAppsRefresh } from "./appsRefresh";
import { registerGoneApps } from "./goneApps";
import { revealCreated, rowAbove } from "./revealCreated";
import { registerSettingsFileSystem } from "./settings/settingsFileSystem";

export function registerApps(
  accounts: Accounts,
  { context, clock, logger }: WindowServices,
  { loadWatched, loadFiles, settledFiles, letGo: letGoElsewhere }: AppsContext,
): vscode.Disposable & { readonly handlers: AppHandlers } {
  const changed = new TreeChanges<AppsNode>(clock, () => view.visible);
  const view: vscode.TreeView<AppsNode> = createTreeView<AppsNode>("hostedApps.apps", {
    treeDataProvider: {
      onDidChangeTreeData: changed.event,
      getChildren: (node) => changed.asking(async () => (await tree()).getChildren(node)),
      getParent: async (node) => {
        const apps = await tree();
        return rowAbove(node, (id) => apps.row(id));
      },
      getTreeItem: async (node) => (await tree()).getTreeItem(node),
      resolveTreeItem: async (item, node) => (await tree()).resolveTreeItem(item, node),
    },
    showCollapseAll: true,
    canSelectMany: true,
  });
  const letGo: LetGo = async (app) => {
    const left = (await Promise.all(letGoElsewhere.map((each) => each(app)))).flat();
    await forgetApp([context.globalState, context.workspaceState], app);
    return left;
  };
  const loaded = new FirstUse(async () => {
    const [{ AppsTree }, { appCommands }] = await Promise.all([
      import("./appsTree"),
      import("./appCommands"),
    ]);
    const apps = new AppsTree(accounts, context.workspaceState, clock, { view, loadWatched });
    apps.onDidChangeTreeData((nodes) => changed.fire(nodes));
    return { apps, handlers: appCommands(accounts, apps, clock, { loadFiles, letGo }) };
  });
  const tree = async () => (await loaded.get()).apps;
  const show = async (): Promise<void> => {
    changed.announce();
    if (view.visible) await (await tree()).load();
  };
  const tell = (error: unknown): void => logger.error(`The Apps view: ${error}`);
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
    registerAppsRefresh(accounts, view, clock, logger),
    revealCreated({ accounts, view, rowOf: async (id) => (await tree()).row(id), tell }),
    registerGoneApps(accounts, letGo, tell),
    changed,
  );
  const run =
    (id: keyof AppHandlers): CommandHandler =>
    async (argument, more) =>
      await (await loaded.get()).handlers[id](argument, more);
  return {
    handlers: {
      "apps.refresh": run("apps.refresh"),
      "apps.filter": run("apps.filter"),
      "apps.clearFilter": run("apps.clearFilter"),
      "apps.sort": run("apps.sort"),
      "app.showEnvironmentValue": run("app.showEnvironmentValue"),
      "app.delete": run("app.delete"),
      "app.editSettings": run("app.editSettings"),
      "app.openInBrowser": run("app.openInBrowser"),
      "app.copyId": run("app.copyId"),
      "app.copyLink": run("app.copyLink"),
      "app.copyValue": run("app.copyValue"),
      "app.restart": async (argument, more) => {
        await settledFiles();
        return await run("app.restart")(argument, more);
      },
    },
    dispose: () => {
      registered.dispose();
      loaded.ifUsed(({ apps }) => apps.dispose());
    },
  };
}
