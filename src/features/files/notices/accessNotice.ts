// Says in the status bar that a mounted app's files may only be read, or not even that, and why.
import * as vscode from "vscode";
import { mountedLocations } from "../../../editor/chooseMount";
import { createStatusBarItem, withIcon } from "../../../editor/shown/statusItem";
import { accessSentence } from "../mount/fileErrors";
import type { Mounts } from "../mount/mounts";

/** A status bar item that is there as long as the window has such an app open. */
export function accessNotice(mounts: Mounts): vscode.Disposable {
  const item = createStatusBarItem("hostedApps.filesAccess", vscode.StatusBarAlignment.Left, -1);
  item.name = vscode.l10n.t("Hosted Apps: Read-Only App Files");
  const show = (): void => {
    const accesses = mountedLocations().map((location) => mounts.accessNow(location));
    const access = accesses.find(({ canSee }) => !canSee) ?? accesses.find(({ canEdit }) => !canEdit);
    const sentence = access && accessSentence(access);
    if (!sentence) {
      item.hide();
      return;
    }
    const text = access.canSee
      ? vscode.l10n.t("App Files Read-Only")
      : vscode.l10n.t("App Files Not Accessible");
    item.text = withIcon("lock", text);
    item.tooltip = sentence;
    item.show();
  };
  const listeners = [
    mounts.onDidLearnAccess(show),
    mounts.onDidForget(show),
    vscode.workspace.onDidChangeWorkspaceFolders(show),
  ];
  return vscode.Disposable.from(...listeners, item);
}
