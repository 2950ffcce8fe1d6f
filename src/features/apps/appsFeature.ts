// Shows apps and acts on them: loaded when the view is visible, an account signs in, or a command runs.
import * as vscode from "vscode";
import type { Accounts } from "../../accounts/accounts";
import { followAccounts } from "../../accounts/followAccounts";
import type { AppKey } from "../../core/model/appKey";
import type { CommandTable } from "../../editor/commands/commands";
import { explainCrash } from "../../editor/project/crashText";
import { forgetApp, type OnAppDeleted } from "../../editor/state/appDeleted";
import type { TreeChanges } from "../../editor/tree/treeChanges";
import type { WindowServices } from "../../editor/windowServices";
import { appCommands } from "./appCommands";
import type { AppsContext } from "./appsContext";
import { type AppsNode, nodeId } from "./appsNode";
import { registerAppsRefresh } from "./appsRefresh";
import { AppsTree } from "./appsTree";
import { registerGoneApps } from "./goneApps";

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
  { loadWatched, loadReleases, onAppDeleted: onAppDeletedElsewhere, ...others }: AppsContext,
  { view, changed, logFailure }: AppsPlace,
): AppsFeature {
  const onAppDeleted: OnAppDeleted = async (app) => {
    const left = (await Promise.all(onAppDeletedElsewhere.map((each) => each(app)))).flat();
    await forgetApp([context.globalState, context.workspaceState], app);
    return left;
  };
  const tree = new AppsTree(accounts, context.workspaceState, clock, { view, loadWatched, loadReleases });
  tree.onDidChangeTreeData((nodes) => changed.fire(nodes));
  const registered = vscode.Disposable.from(
    registerAppsRefresh(accounts, view, clock, logger),
    revealCreated({ accounts, view, rowOf: (id) => tree.row(id), logFailure }),
    registerGoneApps(accounts, onAppDeleted, logFailure),
    tree,
  );
  return {
    tree,
    handlers: appCommands(accounts, tree, {
      ...others,
      loadReleases,
      clock,
      logger,
      state: context.globalState,
      explain: (lines, crash) => explainCrash(lines, crash, { accounts, state: context.workspaceState }),
      onAppDeleted,
    }),
    rowAbove: (node) => rowAbove(node, (id) => tree.row(id)),
    dispose: () => registered.dispose(),
  };
}

/** The row with this id, if it is shown now. */
type RowOf = (id: string) => AppsNode | undefined;

/** The parent of an app or a group, which is all that revealing an app needs. */
export function rowAbove(node: AppsNode, rowOf: RowOf): AppsNode | undefined {
  if (node.kind !== "app" && node.kind !== "group") return undefined;
  const { account } = node;
  const teamId = node.kind === "app" ? account.apps.find(node.appId)?.teamId : undefined;
  const group = node.kind === "app" ? rowOf(nodeId({ kind: "group", account, teamId })) : undefined;
  return group ?? rowOf(nodeId({ kind: "account", account }));
}

type View = Pick<vscode.TreeView<AppsNode>, "visible" | "reveal" | "onDidChangeVisibility">;

interface RevealCreatedOptions {
  readonly accounts: Pick<Accounts, "all" | "onDidChange">;
  readonly view: View;
  readonly rowOf: RowOf;
  readonly logFailure: (error: unknown) => void;
}

/** Reveals a created app at once if the view is visible, else when it next is. */
export function revealCreated({
  accounts,
  view,
  rowOf,
  logFailure,
}: RevealCreatedOptions): vscode.Disposable {
  let waiting: AppKey | undefined;
  const reveal = async (): Promise<void> => {
    if (!waiting || !view.visible) return;
    const { accountId, appId } = waiting;
    waiting = undefined;
    // Undefined when a filter hides it.
    const row = rowOf(`app/${accountId}/${appId}`);
    // VS Code leaves the focus where it was: with a selection elsewhere, two rows would look selected.
    if (row) await view.reveal(row, { select: false, focus: false });
  };
  const show = (): void => {
    reveal().catch(logFailure);
  };
  return vscode.Disposable.from(
    followAccounts(accounts, ({ id, apps }) =>
      apps.onDidCreate((appId) => {
        waiting = { accountId: id, appId };
        show();
      }),
    ),
    view.onDidChangeVisibility(show),
  );
}
