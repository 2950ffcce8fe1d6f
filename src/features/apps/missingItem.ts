// The row that says that apps are missing in the list, why, and what to do about it.
import * as vscode from "vscode";
import type { Account } from "../../accounts/accounts";
import type { MissingApps } from "../../api/wire/appCollection";
import { formatCount } from "../../core/text/format";

/** What the row says: also what another list of apps says of those it lacks. */
export function missingLabel({ count }: MissingApps): string {
  if (count === undefined) return vscode.l10n.t("More apps may exist");
  return count === 1
    ? vscode.l10n.t("1 app couldn't be listed")
    : vscode.l10n.t("{0} apps couldn't be listed", formatCount(count));
}

export function missingItem(account: Account, id: string): vscode.TreeItem {
  const { missing } = account.apps.snapshot;
  const item = new vscode.TreeItem(missing ? missingLabel(missing) : "");
  item.id = id;
  item.iconPath = new vscode.ThemeIcon("warning", new vscode.ThemeColor("list.warningForeground"));
  item.contextValue = "missing";
  if (!missing) return item;
  item.tooltip = reasonOf(missing);
  item.accessibilityInformation = { label: `${missingLabel(missing)}. ${item.tooltip}` };
  item.command =
    missing.cause === "changing"
      ? { command: "hostedApps.apps.refresh", title: vscode.l10n.t("Refresh") }
      : {
          command: "hostedApps.service.diagnose",
          title: vscode.l10n.t("Diagnose"),
          arguments: [{ accountId: account.id }],
        };
  return item;
}

function reasonOf({ cause }: MissingApps): string {
  switch (cause) {
    case "pages":
      return vscode.l10n.t(
        "The service lists its apps in pages that couldn't be read. Select to diagnose the service.",
      );
    case "changing":
      return vscode.l10n.t("The list changed while it was being read. Select to read it again.");
    case "unreadable":
      return vscode.l10n.t(
        "The service describes them in an unknown format. Select to diagnose the service.",
      );
  }
}
