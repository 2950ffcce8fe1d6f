// The difference between a folder's files and an app's, in VS Code's own editors.
import * as vscode from "vscode";
import { nameOf } from "../../core/appPath";
import { appUri } from "../../editor/appUris";
import type { SyncPlace } from "./syncPlace";

/** A file that at least one side has. */
export interface ComparedFile {
  /** Inside the app. */
  readonly path: string;
  /** Relative to the folder, when the folder has it. */
  readonly localPath: string | undefined;
  readonly isInApp: boolean;
}

/** More would open slowly and cost too many requests. */
const mostAtOnce = 100;

function sidesOf(place: SyncPlace, { path, localPath, isInApp }: ComparedFile) {
  const app = isInApp ? appUri({ accountId: place.account.id, appId: place.appId, path }) : undefined;
  const local = localPath === undefined ? undefined : vscode.Uri.joinPath(place.folder, localPath);
  return { app, local };
}

/** The app's file on the left and the folder's on the right; a file that only one side has is opened by itself. */
export async function showDifference(place: SyncPlace, file: ComparedFile): Promise<void> {
  const { app, local } = sidesOf(place, file);
  const options: vscode.TextDocumentShowOptions = { preview: true, preserveFocus: true };
  if (app && local) {
    const title = vscode.l10n.t("{0} ({1} ↔ {2})", nameOf(file.path), place.appName, place.folderName);
    await vscode.commands.executeCommand("vscode.diff", app, local, title, options);
  } else await vscode.commands.executeCommand("vscode.open", app ?? local, options);
}

/** All in one editor, each below the other. */
export async function showAllDifferences(place: SyncPlace, files: readonly ComparedFile[]): Promise<void> {
  const resources = files.slice(0, mostAtOnce).map((file) => {
    const { app, local } = sidesOf(place, file);
    return [local ?? app, app, local];
  });
  const title = vscode.l10n.t("{0} ↔ {1}", place.appName, place.folderName);
  await vscode.commands.executeCommand("vscode.changes", title, resources);
}
