// Starts the local service and signs in to it, or stops it.
import * as vscode from "vscode";
import type { Accounts } from "../../accounts/accounts";
import { abortable } from "../../core/async/onAbort";
import { localAccountId } from "../../core/model/accountId";
import { runCommand } from "../../editor/commands/commands";
import { setContext } from "../../editor/contextKeys";
import { withProgress } from "../../editor/progress";
import { notify } from "../../editor/safeUi/messages";
import { agrees } from "../../editor/safeUi/questions";
import type { LocalServiceProcess } from "./localServiceProcess";

export function localServiceCommands(
  service: LocalServiceProcess,
  accounts: Accounts,
): Record<"localService.start" | "localService.stop", () => Promise<void>> {
  return {
    "localService.start": async () => {
      await withProgress(vscode.l10n.t("Starting the local service"), async ({ report, signal }) => {
        // After a cancel the service keeps running for the next start, and ends with the window.
        const { url, token } = await abortable(service.ensureRunning(), signal);
        report(vscode.l10n.t("Signing in"));
        const user = await accounts.verify(url, token, signal);
        await accounts.add(url, token, user, true);
        setContext("localServiceRunning", true);
      });
      await vscode.commands.executeCommand("hostedApps.apps.focus");
      void notifyStarted();
    },
    "localService.stop": async () => {
      const consequence = vscode.l10n.t(
        "Its apps will be stopped and its account signed out. Apps and files are kept for the next start.",
      );
      const question = vscode.l10n.t("Stop the local service?");
      if (!(await agrees(question, [consequence], vscode.l10n.t("Stop")))) return;
      await service.stop();
      await accounts.remove(localAccountId);
    },
  };
}

async function notifyStarted(): Promise<void> {
  await notify(
    "information",
    vscode.l10n.t(
      'The local service is running. Its apps run on this machine until you select "Stop the Local Service" in the Apps view\'s menu.',
    ),
    { [vscode.l10n.t("Create App")]: () => runCommand("deploy.createApp") },
  );
}
