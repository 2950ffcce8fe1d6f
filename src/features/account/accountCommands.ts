// Signing in and out by command, and the one notice when the service stops accepting a token.
import * as vscode from "vscode";
import type { Accounts } from "../../accounts/accounts";
import { accountOfArgument } from "../../editor/arguments/commandArguments";
import type { CommandHandlers } from "../../editor/commands";
import { runCommand } from "../../editor/commands";
import { showInformationMessage, showStatusMessage, showWarningMessage } from "../../editor/shown/messages";
import { showProgress } from "../../editor/shown/progressNotice";
import type { AccountView } from "./accountView";
import type { SignOutServices } from "./signOut";

export function accountCommands(
  accounts: Accounts,
  view: AccountView,
  version: string,
  services: SignOutServices,
): Pick<
  CommandHandlers,
  | "account.signIn"
  | "account.signOut"
  | "account.refresh"
  | "account.showTeam"
  | "account.showSessionAddress"
  | "service.diagnose"
> {
  return {
    "account.signIn": async (argument) => {
      const { signIn } = await import("./signIn");
      const named = accounts.get(accountOfArgument(argument) ?? "");
      if (named?.isLocal) {
        await runCommand("localService.start");
        return;
      }
      const account = await signIn(accounts, named);
      showStatusMessage(vscode.l10n.t("Signed in as {0}", account.label), 5_000);
    },
    "account.signOut": async (argument) => {
      await accounts.load();
      const title = vscode.l10n.t("Select an account to sign out of");
      const { chooseAccount } = await import("../../editor/arguments/chooseAccount");
      const account = await chooseAccount(accounts, argument, { title });
      if (!account) {
        void showInformationMessage(vscode.l10n.t("You aren't signed in."));
        return;
      }
      await (await import("./signOut")).signOut(account, services);
    },
    "account.refresh": async (argument) => {
      await showProgress({ location: { viewId: "hostedApps.account" } }, () => view.refresh(argument));
    },
    "service.diagnose": async (argument) =>
      (await import("./diagnosis/diagnoseCommand")).diagnoseService(accounts, argument, version),
    "account.showTeam": async (argument) => (await import("./showTeam")).showTeam(accounts, argument),
    "account.showSessionAddress": async (argument) =>
      (await import("./sessionAddress")).showSessionAddress(accounts, argument),
  };
}

/** Says once that a token is not accepted any more; nothing is sent for that account until it is replaced. */
export function registerRejectionNotice(accounts: Accounts): vscode.Disposable {
  return new vscode.Disposable(
    accounts.onDidReject((account) => {
      void (async () => {
        const again = account.isLocal
          ? vscode.l10n.t("Try Without an Account")
          : vscode.l10n.t("Sign In Again");
        const answer = await showWarningMessage(
          vscode.l10n.t(
            "Your sign-in for {0} is no longer valid. Sign in again to continue. Nothing is lost.",
            account.label,
          ),
          again,
        );
        if (answer === again) await runCommand("account.signIn", { accountId: account.id });
      })();
    }).dispose,
  );
}

/** Says once, until they are read again, that sign-ins could not be read. */
export function registerUnreadableNotice(accounts: Accounts): vscode.Disposable {
  let isShown = false;
  return new vscode.Disposable(
    accounts.onDidFailToRead(() => {
      if (isShown) return;
      isShown = true;
      void (async () => {
        const again = vscode.l10n.t("Try Again");
        const answer = await showWarningMessage(
          vscode.l10n.t(
            "Couldn't read saved sign-ins from the secret storage. Nothing was deleted. Unlock this machine's keyring, then try again.",
          ),
          again,
        );
        isShown = false;
        if (answer === again) await accounts.reload();
      })();
    }).dispose,
  );
}
