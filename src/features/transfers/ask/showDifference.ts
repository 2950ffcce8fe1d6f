import * as vscode from "vscode";
import type { TransferRow } from "../../../appFiles/transfer/plan/transferPlan";
import { nameOf } from "../../../core/paths/appPath";
import { actsInEditor } from "../../../core/paths/editorFiles";
import { appUri, ownReadUri } from "../../../editor/appUris";
import { showChanges, showDiff } from "../../../editor/safeUi/dialogs";
import type { TransferPlace } from "../place/transferPlace";

const mostAtOnce = 100;

/** The address for a comparison: at its own, a file that acts in an editor cannot be read before it is accepted. */
export function comparable(app: vscode.Uri, path: string): vscode.Uri {
  return actsInEditor(path) ? ownReadUri(app) : app;
}

function sidesOf({ account, appId, folder }: TransferPlace, { path, local, remote }: TransferRow) {
  const isInApp = remote?.type === "file";
  return {
    app: isInApp ? comparable(appUri({ accountId: account.id, appId, path }), path) : undefined,
    local: local && vscode.Uri.joinPath(folder, local.path),
  };
}

/** The app's file on the left; a file of one side only is opened alone. */
export async function showDifference(place: TransferPlace, row: TransferRow): Promise<void> {
  const { app, local } = sidesOf(place, row);
  const options: vscode.TextDocumentShowOptions = { preview: true, preserveFocus: true };
  if (app && local) {
    const title = vscode.l10n.t("{0} ({1} ↔ {2})", nameOf(row.path), place.appName, place.folderName);
    await showDiff([app, local], title, options);
  } else await vscode.commands.executeCommand("vscode.open", app ?? local, options);
}

export async function showAllDifferences(place: TransferPlace, rows: readonly TransferRow[]): Promise<void> {
  const resources = rows.slice(0, mostAtOnce).map((row) => {
    const { app, local } = sidesOf(place, row);
    return [local ?? app, app, local];
  });
  const title = vscode.l10n.t("{0} ↔ {1}", place.appName, place.folderName);
  await showChanges(title, resources);
}
