// Takes the links between folders and an app that is gone away: what was chosen here at once, what a folder's
// hosted-app.json says when the user wants it.
import * as vscode from "vscode";
import type { Accounts } from "../../../accounts/accounts";
import type { AppKey } from "../../../core/model/appKey";
import { projectFileName, withoutAppId } from "../../../core/project/projectFile";
import { linkedAppId } from "../../../editor/project/folderLink";
import { projectFileUri } from "../../../editor/project/projectFileIn";
import type { Leftover } from "../../../editor/state/lettingGo";
import type { StateMemory } from "../../../editor/state/stateMemory";
import { FolderLinks } from "../place/linkedFolders";

export async function letGoOfLinks(
  app: AppKey,
  { accounts, state }: { readonly accounts: Pick<Accounts, "all" | "get">; readonly state: StateMemory },
): Promise<readonly Leftover[]> {
  await new FolderLinks(state, accounts).removeApp(app);
  // The file names no account.
  if (accounts.all.some(({ apps }) => apps.find(app.appId))) return [];
  const folders = vscode.workspace.workspaceFolders ?? [];
  // A file that cannot be read now is not known to refer to it.
  const named = await Promise.all(
    folders.map(({ uri }) =>
      linkedAppId(uri).then(
        (appId) => appId === app.appId,
        () => false,
      ),
    ),
  );
  const files = folders.filter((_, index) => named[index]).map(({ uri }) => projectFileUri(uri));
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
          for (const file of files) await removeLink(file);
        },
      },
    },
  ];
}

/** Through the editor, so that what is being typed there stays. */
async function removeLink(file: vscode.Uri): Promise<void> {
  const document = await vscode.workspace.openTextDocument(file);
  const wasDirty = document.isDirty;
  const text = document.getText();
  const edit = new vscode.WorkspaceEdit();
  const whole = new vscode.Range(document.positionAt(0), document.positionAt(text.length));
  edit.replace(file, whole, withoutAppId(text));
  await vscode.workspace.applyEdit(edit);
  if (!wasDirty) await document.save();
}
