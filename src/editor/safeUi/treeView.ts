import * as vscode from "vscode";
import { inertLine, inertText, plainText } from "../../core/text/inertText";
import { guarded, optional } from "./guarded";

const line = optional<string | undefined>(inertLine);

/** Like `vscode.window.createTreeView`; texts of rows and messages are text. */
export function createTreeView<T>(id: string, options: vscode.TreeViewOptions<T>): vscode.TreeView<T> {
  const provider = options.treeDataProvider;
  const treeDataProvider: vscode.TreeDataProvider<T> = {
    ...(provider.onDidChangeTreeData && { onDidChangeTreeData: provider.onDidChangeTreeData }),
    getChildren: (node) => provider.getChildren(node),
    getTreeItem: async (node) => inertItem(await provider.getTreeItem(node)),
    ...(provider.getParent && { getParent: (node) => provider.getParent?.(node) }),
    ...(provider.resolveTreeItem && {
      resolveTreeItem: async (item, node, token) =>
        inertItem((await provider.resolveTreeItem?.(item, node, token)) ?? item),
    }),
  };
  return guarded(vscode.window.createTreeView(id, { ...options, treeDataProvider }), {
    message: optional<string | undefined>(inertText),
    title: line,
    description: line,
  });
}

function inertItem(item: vscode.TreeItem): vscode.TreeItem {
  const { label, description, tooltip, accessibilityInformation } = item;
  if (typeof label === "string") item.label = inertLine(label);
  else if (label) item.label = inertLabel(label);
  if (typeof description === "string") item.description = inertLine(description);
  if (typeof tooltip === "string") item.tooltip = plainText(tooltip, 2_000);
  if (accessibilityInformation)
    item.accessibilityInformation = {
      ...accessibilityInformation,
      label: inertLine(accessibilityInformation.label),
    };
  return item;
}

/** Highlights count characters, so they do not fit a changed text. */
function inertLabel(label: vscode.TreeItemLabel): vscode.TreeItemLabel {
  const text = inertLine(label.label);
  return text === label.label ? label : { label: text };
}
