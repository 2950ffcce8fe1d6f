// The Apps view: accounts when there is more than one, then teams and personal apps, then each app with its state.
import * as vscode from "vscode";
import type { Account, Accounts } from "../../api/accounts";
import type { App } from "../../core/model";
import { setContext } from "../../editor/contextKeys";
import { sentenceFor } from "../../editor/errorSentences";
import {
  type AppsNode,
  accountItem,
  appItem,
  appTooltip,
  groupItem,
  metricItem,
  metricNodes,
} from "./appItems";

export class AppsTree implements vscode.TreeDataProvider<AppsNode>, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<AppsNode | undefined>();
  private readonly accountListeners: { dispose(): void }[] = [];
  private readonly accountsListener: { dispose(): void };
  private view: vscode.TreeView<AppsNode> | undefined;
  private isLoaded = false;

  readonly onDidChangeTreeData = this.changed.event;

  constructor(private readonly accounts: Accounts) {
    this.accountsListener = accounts.onDidChange(({ changed }) => {
      this.follow();
      for (const account of changed) void account.apps.refresh();
      this.update();
    });
  }

  /** Creates the view; call once. */
  show(): vscode.TreeView<AppsNode> {
    this.view = vscode.window.createTreeView("hostedApps.apps", {
      treeDataProvider: this,
      showCollapseAll: true,
    });
    // Not before somebody looks: it may start the local service.
    const load = ({ visible }: { readonly visible: boolean }): void => {
      if (!visible || this.isLoaded) return;
      void this.accounts.load().then(() => {
        this.isLoaded = true;
        this.follow();
        this.update();
      });
    };
    load(this.view);
    this.view.onDidChangeVisibility(load);
    return this.view;
  }

  getChildren(node?: AppsNode): AppsNode[] {
    if (!node) return this.rootNodes();
    switch (node.kind) {
      case "account":
        return groupsOf(node.account);
      case "group":
        return appsIn(node.account, node.teamId).map((app) => ({
          kind: "app",
          account: node.account,
          appId: app.id,
        }));
      case "app":
        return metricNodes(node, node.account.apps.find(node.appId));
      case "metric":
        return [];
    }
  }

  getTreeItem(node: AppsNode): vscode.TreeItem {
    switch (node.kind) {
      case "account":
        return accountItem(node.account);
      case "group":
        return groupItem(node.account, node.teamId, appsIn(node.account, node.teamId).length);
      case "app":
        return appItem(node.account, node.appId, node.account.apps.find(node.appId));
      case "metric":
        return metricItem(node);
    }
  }

  resolveTreeItem(item: vscode.TreeItem, node: AppsNode): vscode.TreeItem {
    const app = node.kind === "app" ? node.account.apps.find(node.appId) : undefined;
    if (app) item.tooltip = appTooltip(app);
    return item;
  }

  /** Asks every account for its apps. */
  async refresh(): Promise<void> {
    await Promise.all(this.accounts.all.map((account) => account.apps.refresh()));
  }

  dispose(): void {
    for (const listener of this.accountListeners) listener.dispose();
    this.accountsListener.dispose();
    this.view?.dispose();
    this.changed.dispose();
  }

  private rootNodes(): AppsNode[] {
    const [first, ...more] = this.accounts.all;
    if (!first) return [];
    return more.length === 0
      ? groupsOf(first)
      : this.accounts.all.map((account) => ({ kind: "account", account }));
  }

  private follow(): void {
    const accounts = this.accounts.all;
    for (const subscription of this.accountListeners.splice(0)) subscription.dispose();
    for (const account of accounts) {
      this.accountListeners.push(account.apps.onDidChange(() => this.update()));
      if (!account.apps.snapshot.refreshedAt) void account.apps.refresh();
    }
  }

  private update(): void {
    const snapshots = this.accounts.all.map((account) => ({ account, ...account.apps.snapshot }));
    const failed = snapshots.filter(({ error }) => error);
    const known = snapshots.filter(({ apps }) => apps);
    setContext(
      "state",
      this.stateOf(
        snapshots.length,
        known.flatMap(({ apps }) => apps ?? []).length,
        known.length,
        failed.length,
      ),
    );
    if (this.view) {
      // A message takes the place of the welcome text, so it is only for a list that is still shown.
      const isOutdated = failed.length > 0 && known.some(({ apps }) => apps && apps.length > 0);
      const first = failed[0];
      this.view.message = isOutdated && first?.error ? outdatedMessage(first.error, first.refreshedAt) : "";
      const restarts = known
        .flatMap(({ apps }) => apps ?? [])
        .filter(({ restartRequired }) => restartRequired).length;
      this.view.badge =
        restarts === 0
          ? undefined
          : {
              value: restarts,
              tooltip: vscode.l10n.t("{0} app(s) need a restart to use their settings", restarts),
            };
    }
    this.changed.fire(undefined);
  }

  private stateOf(accounts: number, apps: number, known: number, failed: number) {
    if (!this.isLoaded) return "loading";
    if (accounts === 0) return "signedOut";
    if (apps > 0) return "ready";
    if (failed > 0) return "failed";
    return known === accounts ? "empty" : "loading";
  }
}

function outdatedMessage(error: Error, refreshedAt: number | undefined): string {
  const since = refreshedAt === undefined ? "" : new Date(refreshedAt).toLocaleTimeString();
  return vscode.l10n.t("Shown as of {0}. {1}", since, sentenceFor(error));
}

/** One account's apps need no group when all are personal. */
function groupsOf(account: Account): AppsNode[] {
  const apps = account.apps.snapshot.apps ?? [];
  const teamIds = [...new Set(apps.map(({ teamId }) => teamId))];
  if (teamIds.every((teamId) => teamId === undefined)) {
    return appsIn(account, undefined).map((app) => ({ kind: "app", account, appId: app.id }));
  }
  const teams = teamIds.filter((teamId) => teamId !== undefined).sort((a, b) => a.localeCompare(b));
  const order = teamIds.length > teams.length ? [undefined, ...teams] : teams;
  return order.map((teamId) => ({ kind: "group", account, teamId }));
}

function appsIn(account: Account, teamId: string | undefined): App[] {
  return (account.apps.snapshot.apps ?? [])
    .filter((app) => app.teamId === teamId)
    .sort((a, b) => a.name.localeCompare(b.name));
}
