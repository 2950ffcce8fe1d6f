// Reveals a created app in the Apps view: at once if the view is visible, else when it next is.
import type * as vscode from "vscode";
import type { Accounts } from "../../accounts/accounts";
import type { AppKey } from "../../core/model/appKey";
import { type AppsNode, nodeId } from "./appsNode";

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

export function revealCreated({
  accounts,
  view,
  rowOf,
  logFailure,
}: RevealCreatedOptions): vscode.Disposable {
  let waiting: AppKey | undefined;
  let listeners: { dispose(): void }[] = [];
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
  const follow = (): void => {
    for (const listener of listeners) listener.dispose();
    listeners = accounts.all.map(({ id, apps }) =>
      apps.onDidCreate((appId) => {
        waiting = { accountId: id, appId };
        show();
      }),
    );
  };
  follow();
  const subscriptions = [accounts.onDidChange(follow), view.onDidChangeVisibility(show)];
  return {
    dispose: () => {
      for (const each of [...listeners, ...subscriptions]) each.dispose();
    },
  };
}
