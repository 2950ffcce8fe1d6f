// Edit Targets: opens the hosted-app.json of a folder, which names its apps, such as development and production.
import * as vscode from "vscode";
import { isThere } from "../../../editor/localDisk";
import { projectFileUri } from "../../../editor/project/projectFileIn";
import { folderOf } from "../place/linkedFolders";
import { chooseFolder, readPlaceArgument } from "../place/transferPlace";
import type { TransferServices } from "../place/transferServices";

/** A missing file is opened unsaved, with the named app in it. */
export async function editTargets(argument: unknown, services: TransferServices): Promise<void> {
  await services.accounts.load();
  const { app, folder: named } = readPlaceArgument(argument);
  const folder =
    named ??
    (app && (await folderOf(app, services))?.folder) ??
    (await chooseFolder(vscode.l10n.t("Select a folder to edit its targets"), false));
  const file = projectFileUri(folder);
  const document = await vscode.workspace.openTextDocument(
    (await isThere(file)) ? file : file.with({ scheme: "untitled" }),
  );
  const editor = await vscode.window.showTextDocument(document, { preview: false });
  if (document.getText() !== "") return;
  const targets = { targets: { development: { appId: app?.appId ?? "" } } };
  await editor.edit((edit) =>
    edit.insert(document.positionAt(0), `${JSON.stringify(targets, undefined, 2)}\n`),
  );
}
