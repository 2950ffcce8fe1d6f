// The offer once the folder of a new project is open.
import * as vscode from "vscode";
import { field, readAs } from "../../../core/parse";
import { runCommand } from "../../../editor/commands/commands";
import { notify } from "../../../editor/safeUi/messages";
import type { StateMemory } from "../../../editor/state/stateMemory";

const opened = field.object({ folder: field.text, name: field.text });

/** Remembers that this folder is about to be opened. */
export async function rememberTemplate(state: StateMemory, folder: vscode.Uri, name: string): Promise<void> {
  await state.update("templates.opened", { folder: folder.toString(), name });
}

/** Offers what comes next when the folder is open in this window; other windows leave it. */
export async function resumeTemplate(state: StateMemory): Promise<void> {
  const stored = readAs(opened, state.get("templates.opened"));
  const folder = vscode.workspace.workspaceFolders?.find(({ uri }) => uri.toString() === stored?.folder);
  if (!stored || !folder) return;
  await state.update("templates.opened", undefined);
  await offerNext(folder.uri, stored.name);
}

/** The project is there and its folder is open: run it here, or put it online. */
export async function offerNext(folder: vscode.Uri, name: string): Promise<void> {
  const text = vscode.l10n.t('"{0}" is ready in {1}.', name, folder.path.split("/").at(-1) ?? "");
  await notify("information", text, {
    [vscode.l10n.t("Run This Folder Here")]: () => runCommand("localService.runFolder", folder),
    [vscode.l10n.t("Create App")]: () => runCommand("deploy.createApp", folder),
  });
}
