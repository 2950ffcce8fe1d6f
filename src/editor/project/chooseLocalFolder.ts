// The local folder that a command is about, where its argument names none.
import * as vscode from "vscode";
import { isWithin } from "../../core/paths/appPath";
import { appScheme } from "../appUris";
import { showOpenDialog } from "../safeUi/dialogs";
import { showQuickPick } from "../safeUi/inputs";

export function openLocalFolders(): readonly vscode.WorkspaceFolder[] {
  return (vscode.workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme !== appScheme);
}

/** The one that is open, one of several that the user picks, or one from a dialog; undefined when they choose none. */
export async function chooseLocalFolder(title: string, openLabel?: string): Promise<vscode.Uri | undefined> {
  const [first, ...more] = openLocalFolders();
  if (first && more.length === 0) return first.uri;
  if (first) {
    const folders = [first, ...more].map(({ name, uri }) => ({
      ...{ label: name, description: vscode.workspace.asRelativePath(uri, false) },
      ...{ iconPath: vscode.ThemeIcon.Folder, uri },
    }));
    return (await showQuickPick(folders, { title, ignoreFocusOut: true }))?.uri;
  }
  const named = openLabel === undefined ? {} : { openLabel };
  const opened = await showOpenDialog({
    ...{ canSelectFolders: true, canSelectFiles: false, title },
    ...named,
  });
  return opened?.[0];
}

/** Place for a new folder outside of the open ones: beside the first folder, or at home. */
export function placeOutside(): vscode.Uri | undefined {
  const open = openLocalFolders().map(({ uri }) => uri);
  let place = open[0] ? vscode.Uri.joinPath(open[0], "..") : homeFolder();
  while (place && place.path !== "/" && open.some(({ path }) => isWithin(path, place?.path ?? "")))
    place = vscode.Uri.joinPath(place, "..");
  return place;
}

/** On Windows, HOME is Git Bash's, and may be no path of the system. */
export function homeFolder(): vscode.Uri | undefined {
  const { HOME, USERPROFILE } = globalThis.process?.env ?? {};
  const home = USERPROFILE || HOME;
  return home ? vscode.Uri.file(home) : undefined;
}
