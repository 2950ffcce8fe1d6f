import * as vscode from "vscode";
import type { Accounts } from "../../../accounts/accounts";
import { followAccounts } from "../../../accounts/followAccounts";
import { inertLine } from "../../../core/text/inertText";
import { mountedLocations } from "../../../editor/appUris";

/** The name of the folder of an app that was added to a window. */
export function mountTitle(appName: string): string {
  return inertLine(vscode.l10n.t("{0} (app)", appName));
}

/** Renames folders after their apps until disposed. A name that the user gave stays. */
export function followAppNames(accounts: Pick<Accounts, "all" | "onDidChange">): vscode.Disposable {
  return followAccounts(accounts, ({ id, apps }) => {
    const names = new Map<string, string>();
    const follow = (): void => {
      for (const { accountId, appId, uri } of mountedLocations()) {
        const now = accountId === id ? apps.find(appId)?.name : undefined;
        if (now === undefined) continue;
        if (renameFolder(uri, names.get(appId), now)) names.set(appId, now);
      }
    };
    follow();
    return vscode.Disposable.from(
      apps.onDidChange(follow),
      vscode.workspace.onDidChangeWorkspaceFolders(follow),
    );
  });
}

/** False while VS Code applies another change of the folders. */
function renameFolder(uri: vscode.Uri, before: string | undefined, now: string): boolean {
  // Without a workspace, VS Code names its only folder by the address: there is no name to change.
  if (vscode.workspace.workspaceFile === undefined) return true;
  const folder = vscode.workspace.workspaceFolders?.find((each) => each.uri.toString() === uri.toString());
  if (!folder) return true;
  const name = newName(folder.name, before, now);
  return name === folder.name || vscode.workspace.updateWorkspaceFolders(folder.index, 1, { uri, name });
}

/** A name by `mountTitle` is an app's: the app may have been renamed while no window was open. */
function newName(name: string, before: string | undefined, now: string): string {
  if (before !== undefined && name === inertLine(before)) return inertLine(now);
  const [start = "", end = ""] = mountTitle("§").split("§");
  return name.startsWith(start) && name.endsWith(end) ? mountTitle(now) : name;
}
