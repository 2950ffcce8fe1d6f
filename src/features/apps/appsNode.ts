// The rows of the Apps view, and their ids.
import type { Account } from "../../accounts/accounts";
import type { PartNode } from "./parts/partNodes";

export type AppsNode =
  | { readonly kind: "account"; readonly account: Account }
  | { readonly kind: "group"; readonly account: Account; readonly teamId: string | undefined }
  | { readonly kind: "app"; readonly account: Account; readonly appId: string }
  /** Apps that could not be listed. */
  | { readonly kind: "missing"; readonly account: Account }
  | PartNode;

/** A row's id in the view; the same after refreshes and reloads. */
export function nodeId(node: AppsNode): string {
  switch (node.kind) {
    case "account":
      return `account/${node.account.id}`;
    case "group":
      return `group/${node.account.id}/${node.teamId ?? ""}`;
    case "app":
      return `app/${node.account.id}/${node.appId}`;
    case "missing":
      return `missing/${node.account.id}`;
    case "line":
    case "section":
    case "file":
      return node.id;
  }
}

/** One object for each row of an account: VS Code identifies rows by their objects. */
export class RowNodes {
  private readonly apps = new Map<string, AppsNode>();
  private readonly others = new Map<string, AppsNode>();

  constructor(private readonly account: Account) {}

  app(appId: string): AppsNode {
    const known = this.apps.get(appId);
    if (known) return known;
    const node: AppsNode = { kind: "app", account: this.account, appId };
    this.apps.set(appId, node);
    return node;
  }

  /** The object of the row with this id: an earlier one, or else `node` from now on. */
  known(node: AppsNode): AppsNode {
    const known = this.others.get(nodeId(node)) ?? node;
    this.others.set(nodeId(node), known);
    return known;
  }
}
