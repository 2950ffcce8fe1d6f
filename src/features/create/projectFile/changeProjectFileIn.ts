// Writes values into a folder's hosted-app.json: a new file, or the one that is there with everything else as it is.
import * as vscode from "vscode";
import { changeProjectFile, newProjectFile, type ProjectFile } from "../../../core/project/projectFile";
import { projectFileText, projectFileUri } from "../../../editor/project/projectFileIn";

/** What is being typed in an editor stays, and stays unsaved. */
export async function changeProjectFileIn(folder: vscode.Uri, changes: ProjectFile): Promise<void> {
  const uri = projectFileUri(folder);
  if ((await projectFileText(folder)) === undefined) {
    await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(newProjectFile(changes)));
    return;
  }
  const document = await vscode.workspace.openTextDocument(uri);
  const wasDirty = document.isDirty;
  const text = document.getText();
  const edit = new vscode.WorkspaceEdit();
  edit.replace(
    uri,
    new vscode.Range(document.positionAt(0), document.positionAt(text.length)),
    changeProjectFile(text, changes),
  );
  await vscode.workspace.applyEdit(edit);
  if (!wasDirty) await document.save();
}
