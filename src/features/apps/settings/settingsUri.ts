// The address of the document that holds an app's settings: hosted-app-settings://<account>/<file name>?<appId>. Tabs,
// breadcrumbs and hovers show its path, so that has the app's name only.
import * as vscode from "vscode";
import type { AppKey } from "../../../core/model/appKey";
import { documentName } from "../../../core/text/inertText";

/** Scheme of the settings documents. */
export const settingsScheme = "hosted-app-settings";

/** The document of an app. Its name ends as contributes.jsonValidation expects it. */
export function settingsUri(accountId: string, appId: string, name: string): vscode.Uri {
  const fileName = `${documentName(name)}.hosted-app-settings.json`;
  return vscode.Uri.from({
    scheme: settingsScheme,
    authority: accountId,
    path: `/${fileName}`,
    query: appId,
  });
}

/** The app of such a document. An address of a version before has the app's id in its path. */
export function parseSettingsUri({ scheme, authority, path, query }: vscode.Uri): AppKey | undefined {
  const [, folder, name] = path.split("/");
  const appId = query || (name === undefined ? undefined : folder);
  return scheme === settingsScheme && appId ? { accountId: authority, appId } : undefined;
}
