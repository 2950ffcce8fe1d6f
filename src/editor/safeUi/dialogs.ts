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

type Side = vscode.Uri | undefined;
/** `label`: the address that names the file. */
export type ComparedFile = readonly [left: Side, right: Side, label?: vscode.Uri];

/** Like the command `vscode.diff`; a file of one side only is opened alone. A list that shows it keeps the focus. */
export async function showDiff(
  [left, right]: readonly [Side, Side],
  title: string,
  options: vscode.TextDocumentShowOptions = { preview: true, preserveFocus: true },
): Promise<void> {
  if (left && right)
    await vscode.commands.executeCommand("vscode.diff", left, right, inertLine(title), options);
  else await vscode.commands.executeCommand("vscode.open", left ?? right, options);
}

/** The most files in a comparison. */
const mostAtOnce = 100;

/** Like the command `vscode.changes`. */
export async function showChanges(title: string, files: readonly ComparedFile[]): Promise<void> {
  const shown = files.slice(0, mostAtOnce);
  const part = files.length > mostAtOnce ? ` (${vscode.l10n.t("{0} of {1}", mostAtOnce, files.length)})` : "";
  const resources = shown.map(([left, right, label = right ?? left]) => [label, left, right]);
  await vscode.commands.executeCommand("vscode.changes", inertLine(`${title}${part}`), resources);
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
