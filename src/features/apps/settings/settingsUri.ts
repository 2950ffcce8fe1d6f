// The address of the document that holds an app's settings.
import * as vscode from "vscode";

/** Scheme of the settings documents. */
export const settingsScheme = "hosted-app-settings";

/** The document of an app. Its name ends as contributes.jsonValidation expects it. */
export function settingsUri(accountId: string, appId: string, name: string): vscode.Uri {
  const fileName = `${name.replaceAll("/", "_")}.hosted-app-settings.json`;
  return vscode.Uri.from({ scheme: settingsScheme, authority: accountId, path: `/${appId}/${fileName}` });
}
