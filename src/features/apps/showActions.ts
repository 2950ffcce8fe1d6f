// What one can do with an app, as a list: a click on the status bar, or its row. What the user's permissions rule out
// is marked and stays, since the service decides.
import * as vscode from "vscode";
import type { Account } from "../../accounts/accounts";
import type { PermissionName } from "../../core/model/model";
import { isRuledOut } from "../../core/model/teamRole";
import { type CommandId, runCommand } from "../../editor/commands";
import type { AppChoice } from "../../editor/pickApp";
import { showQuickPick } from "../../editor/shown/inputs";

interface Action extends vscode.QuickPickItem {
  readonly id: CommandId;
}

/** `account` is absent when it is signed out. */
export async function showActions(
  choice: AppChoice,
  account: Account | undefined,
  isWatched: boolean,
): Promise<void> {
  const app = account?.apps.find(choice.appId);
  const team = account?.apps.teamOf(app);
  const action = (icon: string, label: string, id: CommandId, permission?: PermissionName): Action => {
    const isMarked =
      permission !== undefined && account !== undefined && isRuledOut(team, account.userId, permission);
    return {
      label,
      iconPath: new vscode.ThemeIcon(isMarked ? "lock" : icon),
      id,
      ...(isMarked && {
        description: vscode.l10n.t("not included in your permissions in {0}", team?.name ?? ""),
      }),
    };
  };
  const picked = await showQuickPick(
    [
      action("dashboard", vscode.l10n.t("Open Dashboard"), "app.showDashboard"),
      action("output", vscode.l10n.t("Show Log"), "app.showLog", "canSeeApplicationFiles"),
      action("debug-restart", vscode.l10n.t("Restart"), "app.restart", "canChangeStatusApplication"),
      action("root-folder-opened", vscode.l10n.t("Open App Files"), "files.mount", "canSeeApplicationFiles"),
      ...(app?.exposedViaWeb ? [action("globe", vscode.l10n.t("Open in Browser"), "app.openInBrowser")] : []),
      ...(vscode.workspace.isTrusted
        ? [
            action("cloud-upload", vscode.l10n.t("Push"), "deploy.push", "canEditApplicationFiles"),
            action("cloud-download", vscode.l10n.t("Pull"), "deploy.pull", "canSeeApplicationFiles"),
            action("archive", vscode.l10n.t("Back Up App"), "app.backup", "canSeeApplicationFiles"),
          ]
        : []),
      action("search", vscode.l10n.t("Search in App Files"), "files.search", "canSeeApplicationFiles"),
      action("go-to-file", vscode.l10n.t("Go to File in App"), "files.goTo", "canSeeApplicationFiles"),
      isWatched
        ? action("eye-closed", vscode.l10n.t("Stop Watching"), "app.unwatch")
        : action("eye", vscode.l10n.t("Watch in the Status Bar"), "app.watch"),
      action(
        "settings-gear",
        vscode.l10n.t("Edit Settings"),
        "app.editSettings",
        "canUpdateApplicationSettings",
      ),
      action("copy", vscode.l10n.t("Copy App ID"), "app.copyId"),
      action("trash", vscode.l10n.t("Delete App"), "app.delete", "canDeleteApplication"),
    ],
    { title: choice.name },
  );
  if (picked) await runCommand(picked.id, choice);
}
