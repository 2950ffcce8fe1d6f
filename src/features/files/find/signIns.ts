// Tells when accounts come and go. VS Code knows it from our authentication provider.
import * as vscode from "vscode";
import { isFileProblem } from "../../../core/errors/fileProblem";
import type { AppLocation } from "../../../editor/appUris";
import type { FindOptions } from "./findServices";

/** The id that package.json contributes. */
const authenticationId = "hostedApps";

/** Calls the listener when somebody signed in or out. */
export function onDidChangeSignIns(listener: () => void): vscode.Disposable {
  return vscode.authentication.onDidChangeSessions(({ provider }) => {
    if (provider.id === authenticationId) listener();
  });
}

/** Whether the account of an app's files is gone. */
export async function isSignedOut({ openFiles }: FindOptions, location: AppLocation): Promise<boolean> {
  try {
    await openFiles(location);
    return false;
  } catch (error) {
    return isFileProblem(error, "signedOut");
  }
}
