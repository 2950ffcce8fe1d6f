// Addresses of settings documents: hosted-app-settings://<account>/<file name>?<appId>. VS Code shows the path, so that
// has only the app's name.
import * as vscode from "vscode";
import type { AppKey } from "../../../core/model/appKey";
import { documentName } from "../../../core/text/inertText";

export const settingsScheme = "hosted-app-settings";

/** The address of an app's document. Its file name ends as contributes.jsonValidation expects. */
export function settingsUri(accountId: string, appId: string, name: string): vscode.Uri {
  const fileName = `${documentName(name)}.hosted-app-settings.json`;
  return vscode.Uri.from({
    scheme: settingsScheme,
    authority: accountId,
    path: `/${fileName}`,
    query: appId,
  });
}

/** The app of such an address. */
export function parseSettingsUri({ scheme, authority, query: appId }: vscode.Uri): AppKey | undefined {
  return scheme === settingsScheme && appId ? { accountId: authority, appId } : undefined;
}
