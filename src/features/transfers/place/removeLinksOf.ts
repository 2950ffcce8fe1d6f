// Takes the links between folders and an app that is gone away: what was chosen here at once, what a folder's
// hosted-app.json says when the user wants it.
import * as vscode from "vscode";
import type { Accounts } from "../../../accounts/accounts";
import type { AppKey } from "../../../core/model/appKey";
import { projectFileName, withoutAppId } from "../../../core/project/projectFile";
import { editProjectFile, projectFileIn, projectFileUri } from "../../../editor/project/projectFileIn";
import type { CleanupNotice } from "../../../editor/state/appDeleted";
import type { StateMemory } from "../../../editor/state/stateMemory";
import { removeLinks } from "./linkedFolders";

export async function removeLinksOf(
  app: AppKey,
  { accounts, state }: { readonly accounts: Pick<Accounts, "all">; readonly state: StateMemory },
): Promise<readonly CleanupNotice[]> {
  await removeLinks(app, state);
  // The file names no account.
  if (accounts.all.some(({ apps }) => apps.find(app.appId))) return [];
  const files: vscode.Uri[] = [];
  for (const { uri } of vscode.workspace.workspaceFolders ?? []) {
    // A file that cannot be read now is not known to refer to it.
    const named = await projectFileIn(uri).catch(() => undefined);
    if (named?.appId === app.appId) files.push(projectFileUri(uri));
  }
  if (files.length === 0) return [];
  const said = vscode.l10n.t("{0} still refers to it.", projectFileName);
  // Nothing is written in Restricted Mode.
  if (!vscode.workspace.isTrusted) return [{ said }];
  return [
    {
      said,
      action: {
        button: vscode.l10n.t("Remove Link"),
        run: async () => {
          for (const file of files) await editProjectFile(file, withoutAppId);
        },
      },
    },
  ];
}
