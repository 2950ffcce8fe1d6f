// Says in the status bar that a mounted app's files may only be read, or not even that, and why.
import * as vscode from "vscode";
import type { AppKey } from "../../../core/model/appKey";
import { mountedLocations } from "../../../editor/appUris";
import { sentenceFor } from "../../../editor/errorSentences";
import { createStatusBarItem, withIcon } from "../../../editor/shown/statusItem";
import type { Mounts } from "../mount/mounts";

/** A status bar item that is there as long as the window has such an app open. */
export function accessNotice(mounts: Mounts): vscode.Disposable {
  const item = createStatusBarItem("hostedApps.filesAccess", vscode.StatusBarAlignment.Left, -1);
  item.name = vscode.l10n.t("Hosted Apps: Read-Only App Files");
  const show = (): void => {
    const locations = mountedLocations();
    const isSeen = (location: AppKey): boolean => mounts.accessNow(location).canSee;
    const location = locations.find((each) => !isSeen(each)) ?? locations.find(mounts.refusalNow, mounts);
    const refusal = location && mounts.refusalNow(location);
    if (!refusal) {
      item.hide();
      return;
    }
    const { accountId, appId } = location;
    const text = isSeen(location)
      ? vscode.l10n.t("App Files Read-Only")
      : vscode.l10n.t("App Files Not Accessible");
    item.text = withIcon("lock", text);
    item.tooltip = vscode.l10n.t("{0} Click to try anyway.", sentenceFor(refusal));
    item.command = {
      ...{ command: "hostedApps.files.tryAnyway", title: vscode.l10n.t("Try Anyway") },
      arguments: [{ accountId, appId }],
    };
    item.show();
  };
  const listeners = [
    mounts.onDidLearnAccess(show),
    mounts.onDidChangeAccess(show),
    mounts.onDidForget(show),
    vscode.workspace.onDidChangeWorkspaceFolders(show),
  ];
  return vscode.Disposable.from(...listeners, item);
}
