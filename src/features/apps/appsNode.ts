// The rows of the Apps view, and their names.
import type { Account } from "../../accounts/accounts";
import type { PartNode } from "./parts/partNodes";

export type AppsNode =
  | { readonly kind: "account"; readonly account: Account }
  | { readonly kind: "group"; readonly account: Account; readonly teamId: string | undefined }
  | { readonly kind: "app"; readonly account: Account; readonly appId: string }
  /** Apps that could not be listed. */
  | { readonly kind: "missing"; readonly account: Account }
  | PartNode;

/** Names a row of the view; the same over refreshes and reloads. */
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
