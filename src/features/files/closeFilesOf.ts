// Closes the files of a deleted app. Unsaved text stays open until the user decides about it.
import * as vscode from "vscode";
import { type AppKey, keyText } from "../../core/model/appKey";
import { formatCount } from "../../core/text/format";
import { mountedLocations, parseAppUri } from "../../editor/appUris";
import type { CleanupNotice } from "../../editor/state/appDeleted";

/** Closes editors without changes and removes the folder; returns notices for what the user has to decide. */
export async function closeFilesOf(app: AppKey): Promise<readonly CleanupNotice[]> {
  const tabs = tabsOf(app);
  const unsaved = tabs.filter(({ isDirty }) => isDirty);
  const clean = tabs.filter((tab) => !unsaved.includes(tab));
  if (clean.length > 0) await vscode.window.tabGroups.close(clean, true);
  const folder = folderOf(app);
  if (unsaved.length > 0) {
    const said =
      unsaved.length === 1
        ? vscode.l10n.t("1 file with unsaved changes is still open.")
        : vscode.l10n.t("{0} files with unsaved changes are still open.", formatCount(unsaved.length));
    return [{ said, action: { button: vscode.l10n.t("Close Its Files"), run: () => closeAll(app) } }];
  }
  if (!folder) return clean.length > 0 ? [{ said: vscode.l10n.t("Its files were closed.") }] : [];
  // VS Code restarts the window when its first folder is removed, which would close this notice.
  if (folder.index === 0)
    return [
      {
        said: vscode.l10n.t("Its folder is still open."),
        action: { button: vscode.l10n.t("Close Folder"), run: () => closeFolder(app) },
      },
    ];
  await closeFolder(app);
  return [{ said: vscode.l10n.t("Its files were closed.") }];
}

async function closeAll(app: AppKey): Promise<void> {
  if (await vscode.window.tabGroups.close(tabsOf(app))) await closeFolder(app);
}

async function closeFolder(app: AppKey): Promise<void> {
  const folder = folderOf(app);
  if (!folder) return;
  if ((vscode.workspace.workspaceFolders ?? []).length > 1)
    vscode.workspace.updateWorkspaceFolders(folder.index, 1);
  else await vscode.commands.executeCommand("workbench.action.closeFolder");
}

function folderOf(app: AppKey): vscode.WorkspaceFolder | undefined {
  const own = mountedLocations().find((location) => keyText(location) === keyText(app));
  return own && vscode.workspace.workspaceFolders?.find(({ uri }) => uri.toString() === own.uri.toString());
}

function tabsOf(app: AppKey): vscode.Tab[] {
  const isOfApp = (uri: unknown): boolean => {
    const location = uri instanceof vscode.Uri ? parseAppUri(uri) : undefined;
    return location !== undefined && keyText(location) === keyText(app);
  };
  return vscode.window.tabGroups.all.flatMap(({ tabs }) =>
    tabs.filter(({ input }) => {
      const { uri, original, modified } = (input ?? {}) as Readonly<Record<string, unknown>>;
      return [uri, original, modified].some(isOfApp);
    }),
  );
}
