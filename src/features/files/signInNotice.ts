// Asks once to sign in when a window comes up with an app's files whose account is signed out.
import * as vscode from "vscode";
import { localAccountId } from "../../core/accountId";
import { runCommand } from "../../editor/commands";
import type { Mounts } from "./mounts";

/** Asks until it is disposed of, each account once until it was signed in. */
export function signInNotice(mounts: Mounts): vscode.Disposable {
  const told = new Set<string>();
  const listeners = [
    mounts.onDidMissAccount((accountId) => {
      if (told.has(accountId)) return;
      told.add(accountId);
      void ask(accountId);
    }),
    mounts.onDidForget((accountId) => {
      // Whoever signs out in this window knows it.
      if (mounts.isSignedIn(accountId)) told.delete(accountId);
      else told.add(accountId);
    }),
  ];
  return { dispose: () => vscode.Disposable.from(...listeners).dispose() };
}

async function ask(accountId: string): Promise<void> {
  const isLocal = accountId === localAccountId;
  const button = isLocal ? vscode.l10n.t("Start the Local Service") : vscode.l10n.t("Sign In");
  const answer = await vscode.window.showWarningMessage(
    vscode.l10n.t("You are signed out, so the files of the app are not shown. They appear when you sign in."),
    button,
  );
  if (answer === button) await runCommand(isLocal ? "localService.start" : "account.signIn");
}
