// Asks once to sign in when a window comes up with an app's files whose account is signed out.
import * as vscode from "vscode";
import type { Mounts } from "../mount/mounts";

/** Asks until it is disposed of, each account once until it was signed in. */
export function signInNotice(mounts: Mounts): vscode.Disposable {
  const told = new Set<string>();
  const listeners = [
    mounts.onDidMissAccount((accountId) => {
      if (told.has(accountId)) return;
      told.add(accountId);
      void import("./askSignIn").then(({ askSignIn }) => askSignIn(accountId));
    }),
    mounts.onDidForget((accountId) => {
      // A user who signs out in this window knows it.
      if (mounts.isSignedIn(accountId)) told.delete(accountId);
      else told.add(accountId);
    }),
  ];
  return vscode.Disposable.from(...listeners);
}
