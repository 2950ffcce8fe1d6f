import * as vscode from "vscode";
import type { TransferRow } from "../../../appFiles/transfer/plan/transferPlan";
import { nameOf } from "../../../core/paths/appPath";
import { actsInEditor } from "../../../core/paths/editorFiles";
import { type AppLocation, appUri, ownReadUri } from "../../../editor/appUris";
import { showChanges, showDiff } from "../../../editor/safeUi/dialogs";
import type { TransferPlace } from "../place/transferPlace";

/** The address for a comparison: at its own, a file that acts in an editor cannot be read before it is accepted. */
export function comparableUri(file: AppLocation): vscode.Uri {
  return actsInEditor(file.path) ? ownReadUri(appUri(file)) : appUri(file);
}

/** The app's file on the left. */
function sidesOf({ account, appId, folder }: TransferPlace, { path, local, remote }: TransferRow) {
  const isInApp = remote?.type === "file";
  return [
    isInApp ? comparableUri({ accountId: account.id, appId, path }) : undefined,
    local && vscode.Uri.joinPath(folder, local.path),
  ] as const;
}

export async function showDifference(place: TransferPlace, row: TransferRow): Promise<void> {
  const title = vscode.l10n.t("{0} ({1} ↔ {2})", nameOf(row.path), place.appName, place.folderName);
  await showDiff(sidesOf(place, row), title);
}

export async function showAllDifferences(place: TransferPlace, rows: readonly TransferRow[]): Promise<void> {
  const title = vscode.l10n.t("{0} ↔ {1}", place.appName, place.folderName);
  const files = rows.map((row) => sidesOf(place, row));
  await showChanges(title, files);
}
