// Link Folder to App: from then on pushes, pulls and comparisons know which app the folder belongs to.
import * as vscode from "vscode";
import { FolderLinks, linkedAppId } from "./linkedFolder";
import { chooseSyncFolder, readSyncArgument } from "./syncPlace";
import type { SyncServices } from "./syncServices";

/** With an object of `folder`, accountId and appId it asks nothing. Resolves with the link. */
export async function linkFolder(
  argument: unknown,
  services: SyncServices,
): Promise<{ readonly folder: string; readonly accountId: string; readonly appId: string }> {
  await services.accounts.load();
  const title = vscode.l10n.t("Link to which app?");
  const given = await readSyncArgument(argument, services, title);
  const folder = given.folder ?? (await chooseSyncFolder(vscode.l10n.t("Link which folder?"), given.isQuiet));
  const app = await services.chooseApp(given.app, title);
  await new FolderLinks(services.state).set(folder, app);
  const named = await linkedAppId(folder);
  if (named !== undefined && named !== app.appId) {
    void vscode.window.showWarningMessage(
      vscode.l10n.t(
        "The file hosted-app.json of this folder names another app, and it is the one that counts.",
      ),
    );
  } else {
    vscode.window.setStatusBarMessage(
      vscode.l10n.t("$(check) The folder belongs to {0} now", app.name),
      6_000,
    );
  }
  return { folder: folder.toString(), accountId: app.accountId, appId: app.appId };
}
