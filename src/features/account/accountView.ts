// The Account and Teams view; its rows are loaded when it is first visible.
import type * as vscode from "vscode";
import type { Accounts } from "../../accounts/accounts";
import type { Clock } from "../../core/async/clock";
import { Lazy } from "../../core/async/lazy";
import { createTreeView } from "../../editor/safeUi/treeView";
import { TreeChanges } from "../../editor/tree/treeChanges";
import type { AccountNode } from "./accountItems";

export class AccountView implements vscode.TreeDataProvider<AccountNode>, vscode.Disposable {
  private readonly changed: TreeChanges<AccountNode>;
  private readonly view: vscode.TreeView<AccountNode>;
  private readonly loaded = new Lazy(async () => {
    const { AccountTree } = await import("./accountTree");
    const tree = new AccountTree(this.accounts, this.clock, () => this.view.visible);
    tree.onDidChangeTreeData(() => this.changed.fire());
    tree.load();
    return tree;
  });

  readonly onDidChangeTreeData: vscode.Event<AccountNode[] | undefined>;

  constructor(
    private readonly accounts: Accounts,
    private readonly clock: Clock,
  ) {
    this.changed = new TreeChanges(clock, () => this.view.visible);
    this.onDidChangeTreeData = this.changed.event;
    this.view = createTreeView("hostedApps.account", { treeDataProvider: this });
    this.view.onDidChangeVisibility(async () => {
      this.changed.announce();
      (await this.loaded.get()).load();
    });
  }

  async getChildren(node?: AccountNode): Promise<AccountNode[]> {
    return await this.changed.asking(async () => (await this.loaded.get()).getChildren(node));
  }

  async getTreeItem(node: AccountNode): Promise<vscode.TreeItem> {
    return (await this.loaded.get()).getTreeItem(node);
  }

  async resolveTreeItem(item: vscode.TreeItem, node: AccountNode): Promise<vscode.TreeItem> {
    return (await this.loaded.get()).resolveTreeItem(item, node);
  }

  /** Reads the users and teams of the account that the argument names, or of all, if the view is visible. */
  async refresh(argument: unknown): Promise<void> {
    if (this.view.visible) await (await this.loaded.get()).refresh(argument);
  }

  dispose(): void {
    this.loaded.ifUsed((tree) => tree.dispose());
    this.view.dispose();
    this.changed.dispose();
  }
}
