// Go to a file of an app by a few letters of its name: VS Code's own quick open does not see an app's files.
import * as vscode from "vscode";
import { appUri } from "../../../editor/appUris";
import { chooseMount } from "../../../editor/commands/chooseMount";
import type { FindServices } from "../files/findServices";
import { pickFile } from "./filePicker";

/** Asks for a file and opens it; resolves with its address. */
export async function goToFile(services: FindServices, argument: unknown): Promise<vscode.Uri> {
  const { chooseApp, clock, openFiles, recentFiles } = services;
  const place = await chooseMount(argument, vscode.l10n.t("Select an app to find a file in"), chooseApp);
  const picked = await pickFile({
    place,
    title: vscode.l10n.t("Go to File in {0}", place.appName),
    openFiles: () => openFiles(place),
    recentPaths: recentFiles.pathsOf(place),
    canOpenToSide: true,
    clock,
  });
  const uri = appUri({ ...place, path: picked.path });
  const { line, column = 1 } = picked;
  const position =
    line === undefined ? undefined : new vscode.Position(Math.max(0, line - 1), Math.max(0, column - 1));
  await vscode.commands.executeCommand("vscode.open", uri, {
    viewColumn: picked.isToSide ? vscode.ViewColumn.Beside : vscode.ViewColumn.Active,
    ...(position && { selection: new vscode.Range(position, position) }),
  } satisfies vscode.TextDocumentShowOptions);
  return uri;
}
