// Whether there are watched apps: all of the feature that is loaded while VS Code starts.
import * as vscode from "vscode";
import { projectFileName } from "../../core/project/projectFileName";
import { appScheme } from "../../editor/appUris";
import { settings } from "../../editor/settings";
import type { StateMemory } from "../../editor/state/stateMemory";

export const stateKey = "watchedApps";

export function hasWatchedApps(state: StateMemory): boolean {
  const stored: unknown = state.get(stateKey);
  return Array.isArray(stored) && stored.length > 0;
}

/** Whether this window may have linked apps, without reading a file. */
export async function mayHaveLinkedApp(state: StateMemory): Promise<boolean> {
  const folders = vscode.workspace.workspaceFolders ?? [];
  if (folders.length === 0 || !settings.watchLinked()) return false;
  if (state.get("linkedFolders") !== undefined || folders.some(({ uri }) => uri.scheme === appScheme))
    return true;
  const files = folders.map(({ uri }) => vscode.workspace.fs.stat(vscode.Uri.joinPath(uri, projectFileName)));
  return (await Promise.allSettled(files)).some(({ status }) => status === "fulfilled");
}
