import type * as vscode from "vscode";
import type { Clock } from "../../core/async/clock";
import { createTreeView } from "../safeUi/treeView";
import { TreeChanges } from "./treeChanges";

type Rows<Node> = Required<
  Pick<vscode.TreeDataProvider<Node>, "getChildren" | "getTreeItem" | "resolveTreeItem">
>;

/** A view whose `rows` are loaded when they are first needed. `rows` is called for each row: it must keep what it loaded. */
export function lazyTreeView<Node>(
  id: string,
  clock: Clock,
  rows: () => Promise<Rows<Node>>,
  {
    getParent,
    ...options
  }: Omit<vscode.TreeViewOptions<Node>, "treeDataProvider"> &
    Pick<vscode.TreeDataProvider<Node>, "getParent"> = {},
): { readonly view: vscode.TreeView<Node>; readonly changed: TreeChanges<Node> } {
  const changed = new TreeChanges<Node>(clock, () => view.visible);
  const view: vscode.TreeView<Node> = createTreeView<Node>(id, {
    ...options,
    treeDataProvider: {
      onDidChangeTreeData: changed.event,
      getChildren: (node) => changed.asking(async () => (await rows()).getChildren(node)),
      getTreeItem: async (node) => (await rows()).getTreeItem(node),
      resolveTreeItem: async (...call) => (await rows()).resolveTreeItem(...call),
      ...(getParent && { getParent }),
    },
  });
  view.onDidChangeVisibility(() => changed.announce());
  return { view, changed };
}
