// Commands for accounts: sign-in, sign-out, diagnosis, teams and sessions.
import * as vscode from "vscode";
import type { Accounts } from "../../accounts/accounts";
import { accountOfArgument } from "../../editor/commands/commandArguments";
import { type CommandTable, runCommand } from "../../editor/commands/commands";
import { notify, showStatusMessage } from "../../editor/safeUi/messages";
import type { SignOutServices } from "./signOut";

export function accountCommands(
  accounts: Accounts,
  version: string,
  services: SignOutServices,
): CommandTable<"account"> {
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
      const { chooseAccount } = await import("../../editor/commands/chooseAccount");
      const account = await chooseAccount(accounts, argument, { title });
      if (!account) {
        void notify("information", vscode.l10n.t("You aren't signed in."));
        return;
      }
      await (await import("./signOut")).signOut(account, services);
    },
    "service.diagnose": async (argument) =>
      (await import("./diagnosis/diagnoseCommand")).diagnoseService(accounts, argument, version),
    "account.showTeam": async (argument) => (await import("./showTeam")).showTeam(accounts, argument),
    "account.showSessionAddress": async (argument) =>
      (await import("./sessionAddress")).showSessionAddress(accounts, argument),
  };
}
