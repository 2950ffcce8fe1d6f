// The address of the document that holds an app's settings.
import * as vscode from "vscode";
import { documentName } from "../../../core/text/inertText";

/** Scheme of the settings documents. */
export const settingsScheme = "hosted-app-settings";

/** The document of an app. Its name ends as contributes.jsonValidation expects it. */
export function settingsUri(accountId: string, appId: string, name: string): vscode.Uri {
  const fileName = `${documentName(name)}.hosted-app-settings.json`;
  return vscode.Uri.from({ scheme: settingsScheme, authority: accountId, path: `/${appId}/${fileName}` });
}
