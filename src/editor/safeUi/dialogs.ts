// VS Code's file dialogs, comparisons and workspace files. Their titles and names appear in notices and menus that
// render icons and links, so they are made plain text.
import * as vscode from "vscode";
import { inertLine } from "../../core/text/inertText";

/** Like `vscode.window.showOpenDialog`. */
export async function showOpenDialog(
  options: vscode.OpenDialogOptions,
): Promise<readonly vscode.Uri[] | undefined> {
  return await vscode.window.showOpenDialog(inertTitle(options));
}

/** Like `vscode.window.showSaveDialog`. */
export async function showSaveDialog(options: vscode.SaveDialogOptions): Promise<vscode.Uri | undefined> {
  return await vscode.window.showSaveDialog(inertTitle(options));
}

/** Like the command `vscode.diff`. */
export async function showDiff(
  [left, right]: readonly [vscode.Uri, vscode.Uri],
  title: string,
  options: vscode.TextDocumentShowOptions = {},
): Promise<void> {
  await vscode.commands.executeCommand("vscode.diff", left, right, inertLine(title), options);
}

/** Like the command `vscode.changes`; each resource is the address of its label and its two sides. */
export async function showChanges(
  title: string,
  resources: readonly (readonly (vscode.Uri | undefined)[])[],
): Promise<void> {
  await vscode.commands.executeCommand("vscode.changes", inertLine(title), resources);
}

/** Writes a workspace of one folder. */
export async function writeWorkspaceFile(
  file: vscode.Uri,
  folder: { readonly name: string; readonly uri: vscode.Uri },
  settings: Readonly<Record<string, unknown>>,
): Promise<void> {
  const folders = [{ name: inertLine(folder.name), uri: folder.uri.toString() }];
  const text = `${JSON.stringify({ folders, settings }, undefined, 2)}\n`;
  await vscode.workspace.fs.writeFile(file, new TextEncoder().encode(text));
}

function inertTitle<T extends { readonly title?: string }>(options: T): T {
  return options.title === undefined ? options : { ...options, title: inertLine(options.title) };
}
