// The offer to sign in to an account whose files are open in the window. Loaded when first used.
import * as vscode from "vscode";
import { localAccountId } from "../../../core/model/accountId";
import { runCommand } from "../../../editor/commands/commands";
import { tell } from "../../../editor/shown/messages";

/** Resolves when the user has answered, which may be never. */
export async function askSignIn(accountId: string): Promise<void> {
  const isLocal = accountId === localAccountId;
  const button = isLocal ? vscode.l10n.t("Try Without an Account") : vscode.l10n.t("Sign In");
  await tell(
    "warning",
    vscode.l10n.t("You're signed out, so the app's files aren't shown. Sign in to see them."),
    { [button]: () => runCommand(isLocal ? "localService.start" : "account.signIn") },
  );
}
