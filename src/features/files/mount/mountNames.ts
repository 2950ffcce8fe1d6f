// The folder of an app in a workspace keeps the name of the app: one that is renamed, here or elsewhere, has it renamed too.
import * as vscode from "vscode";
import type { Accounts } from "../../../accounts/accounts";
import { followAccounts } from "../../../accounts/followAccounts";
import { inertLine } from "../../../core/text/inertText";
import { mountedLocations } from "../../../editor/chooseMount";

/** The name of the folder of an app that was added to a window. */
export function mountTitle(appName: string): string {
  return inertLine(vscode.l10n.t("{0} (app)", appName));
}

/** Renames folders after their apps until it is disposed. A name that the user gave stays. */
export function followAppNames(accounts: Pick<Accounts, "all" | "onDidChange">): vscode.Disposable {
  return followAccounts(accounts, ({ id, apps }) => {
    const names = new Map<string, string>();
    const follow = (): void => {
      for (const { accountId, appId, uri } of mountedLocations()) {
        const now = accountId === id ? apps.find(appId)?.name : undefined;
        if (now === undefined) continue;
        const before = names.get(appId);
        names.set(appId, now);
        if (before !== undefined && before !== now) renameFolder(uri, before, now);
      }
    };
    follow();
    return apps.onDidChange(follow);
  });
}

function renameFolder(uri: vscode.Uri, before: string, now: string): void {
  // A folder that is a window of its own has no name but that of its address.
  if (vscode.workspace.workspaceFile === undefined) return;
  const folder = vscode.workspace.workspaceFolders?.find((each) => each.uri.toString() === uri.toString());
  if (!folder) return;
  const name = newName(folder.name, before, now);
  if (name !== folder.name) vscode.workspace.updateWorkspaceFolders(folder.index, 1, { uri, name });
}

function newName(name: string, before: string, now: string): string {
  if (name === inertLine(before)) return inertLine(now);
  return name === mountTitle(before) ? mountTitle(now) : name;
}
