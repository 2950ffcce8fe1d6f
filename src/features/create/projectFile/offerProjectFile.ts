// After an app was created: offers to keep its settings in the folder, as hosted-app.json.
import * as vscode from "vscode";
import type { App, NewAppSettings } from "../../../core/model/model";
import {
  changeProjectFile,
  newProjectFile,
  type ProjectFile,
  projectFileName,
  projectFileOfSettings,
} from "../../../core/project/projectFile";
import { showInformationMessage } from "../../../editor/shown/messages";
import type { StateMemory } from "../../../editor/state/stateMemory";
import { projectFileUri } from "./readProjectFile";

interface Offer {
  readonly folder: vscode.Uri;
  /** What the folder's file says now; undefined without one. */
  readonly existing: ProjectFile | undefined;
  readonly app: App;
  readonly settings: NewAppSettings;
  readonly state: StateMemory;
}

/** Asks; resolves when the user has answered, which may be never. */
export async function offerProjectFile({ folder, existing, app, settings, state }: Offer): Promise<void> {
  const never = vscode.l10n.t("Never for This Folder");
  const stateKey = `deploy.noAppFile:${folder.toString()}` as const;
  if (state.get(stateKey) || existing?.appId === app.id) return;
  const write = existing ? vscode.l10n.t("Add the App's ID") : vscode.l10n.t("Save");
  const answer = await showInformationMessage(
    existing
      ? vscode.l10n.t("Save in {0} that this folder belongs to {1}?", projectFileName, app.name)
      : vscode.l10n.t("Save the settings of {0} in {1}?", app.name, projectFileName),
    write,
    never,
  );
  if (answer === never) await state.update(stateKey, true);
  if (answer !== write) return;
  await writeProjectFile(folder, { ...projectFileOfSettings(settings), appId: app.id });
}

/** Writes a new file, or adds the id to the one that is there by now. Both are shown. */
async function writeProjectFile(
  folder: vscode.Uri,
  file: ProjectFile & { readonly appId: string },
): Promise<void> {
  const uri = projectFileUri(folder);
  const isThere = await vscode.workspace.fs.stat(uri).then(
    () => true,
    () => false,
  );
  if (!isThere) {
    await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(newProjectFile(file)));
    await vscode.window.showTextDocument(uri);
    return;
  }
  const document = await vscode.workspace.openTextDocument(uri);
  // Through the editor, so that what is being typed there stays.
  const wasDirty = document.isDirty;
  const text = document.getText();
  const edit = new vscode.WorkspaceEdit();
  edit.replace(
    uri,
    new vscode.Range(document.positionAt(0), document.positionAt(text.length)),
    changeProjectFile(text, { appId: file.appId }),
  );
  await vscode.workspace.applyEdit(edit);
  if (!wasDirty) await document.save();
  await vscode.window.showTextDocument(document);
}
