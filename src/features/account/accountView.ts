// The place of the Account and Teams view; its rows are loaded when it is first seen.
import * as vscode from "vscode";
import type { Accounts } from "../../accounts/accounts";
import type { Clock } from "../../core/async/clock";
import type { AccountNode } from "./accountItems";
import type { AccountTree } from "./accountTree";

export class AccountView implements vscode.TreeDataProvider<AccountNode>, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<undefined>();
  private readonly view: vscode.TreeView<AccountNode>;
  private loading: Promise<AccountTree> | undefined;

  readonly onDidChangeTreeData = this.changed.event;

  constructor(
    private readonly accounts: Accounts,
    private readonly clock: Clock,
  ) {
    this.view = vscode.window.createTreeView("hostedApps.account", { treeDataProvider: this });
    this.view.onDidChangeVisibility(async () => (await this.tree()).load());
  }

  async getChildren(node?: AccountNode): Promise<AccountNode[]> {
    return (await this.tree()).getChildren(node);
  }

  async getTreeItem(node: AccountNode): Promise<vscode.TreeItem> {
    return (await this.tree()).getTreeItem(node);
  }

  async resolveTreeItem(item: vscode.TreeItem, node: AccountNode): Promise<vscode.TreeItem> {
    return (await this.tree()).resolveTreeItem(item, node);
  }

  /** Reads the users and teams of all accounts. */
  async refresh(): Promise<void> {
    await (await this.tree()).refresh();
  }

  dispose(): void {
    void this.loading?.then((tree) => tree.dispose());
    this.view.dispose();
    this.changed.dispose();
  }

  private async tree(): Promise<AccountTree> {
    this.loading ??= import("./accountChunk").then(({ AccountTree }) => {
      const tree = new AccountTree(this.accounts, this.clock, () => this.view.visible);
      tree.onDidChangeTreeData(() => this.changed.fire(undefined));
      tree.load();
      return tree;
    });
    return await this.loading;
  }
}
