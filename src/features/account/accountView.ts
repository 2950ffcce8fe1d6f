// The Account and Teams view; its rows are loaded when it is first visible.
import type { Accounts } from "../../accounts/accounts";
import type { Clock } from "../../core/async/clock";
import { Lazy } from "../../core/async/lazy";
import { lazyTreeView } from "../../editor/tree/lazyTreeView";
import type { AccountNode } from "./accountItems";

export function accountView(accounts: Accounts, clock: Clock) {
  const loaded = new Lazy(async () => {
    const { AccountTree } = await import("./accountTree");
    const tree = new AccountTree(accounts, clock, () => view.visible);
    tree.onDidChangeTreeData(() => changed.fire());
    tree.load();
    return tree;
  });
  const { view, changed } = lazyTreeView<AccountNode>("hostedApps.account", clock, () => loaded.get());
  view.onDidChangeVisibility(async () => (await loaded.get()).load());
  return {
    /** Reads the users and teams of the account that the argument names, or of all, if the view is visible. */
    refresh: async (argument: unknown): Promise<void> => {
      if (view.visible) await (await loaded.get()).refresh(argument);
    },
    dispose: (): void => {
      loaded.ifUsed((tree) => tree.dispose());
      view.dispose();
      changed.dispose();
    },
  };
}
