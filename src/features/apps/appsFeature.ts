// Shows apps and acts on them: loaded when the view is visible, an account signs in, or a command runs.
import * as vscode from "vscode";
import type { Accounts } from "../../accounts/accounts";
import type { CommandTable } from "../../editor/commands/commands";
import type { OnAppDeleted } from "../../editor/state/appDeleted";
import { forgetApp } from "../../editor/state/forgetApp";
import type { TreeChanges } from "../../editor/tree/treeChanges";
import type { WindowServices } from "../../editor/windowServices";
import { appCommands } from "./appCommands";
import type { AppsContext } from "./appsContext";
import type { AppsNode } from "./appsNode";
import { registerAppsRefresh } from "./appsRefresh";
import { AppsTree } from "./appsTree";
import { registerGoneApps } from "./goneApps";
import { revealCreated, rowAbove } from "./revealCreated";

export interface AppsFeature extends vscode.Disposable {
  readonly tree: AppsTree;
  readonly handlers: CommandTable<"apps">;
  readonly rowAbove: (node: AppsNode) => AppsNode | undefined;
}

interface AppsPlace {
  readonly view: vscode.TreeView<AppsNode>;
  readonly changed: TreeChanges<AppsNode>;
  readonly logFailure: (error: unknown) => void;
}

export function createAppsFeature(
  accounts: Accounts,
  { context, clock, logger }: WindowServices,
  { loadWatched, loadFiles, settledFiles, onAppDeleted: onAppDeletedElsewhere }: AppsContext,
  { view, changed, logFailure }: AppsPlace,
): AppsFeature {
  const onAppDeleted: OnAppDeleted = async (app) => {
    const left = (await Promise.all(onAppDeletedElsewhere.map((each) => each(app)))).flat();
    await forgetApp([context.globalState, context.workspaceState], app);
    return left;
  };
  const tree = new AppsTree(accounts, context.workspaceState, clock, { view, loadWatched });
  tree.onDidChangeTreeData((nodes) => changed.fire(nodes));
  const registered = vscode.Disposable.from(
    registerAppsRefresh(accounts, view, clock, logger),
    revealCreated({ accounts, view, rowOf: (id) => tree.row(id), logFailure }),
    registerGoneApps(accounts, onAppDeleted, logFailure),
    tree,
  );
  return {
    tree,
    handlers: appCommands(accounts, tree, clock, { loadFiles, settledFiles, onAppDeleted }),
    rowAbove: (node) => rowAbove(node, (id) => tree.row(id)),
    dispose: () => registered.dispose(),
  };
}
