// Deletes an app for good: the user types its name, may save its files first, and is told what happened.
import * as vscode from "vscode";
import type { Account } from "../../accounts/accounts";
import { CancelledError } from "../../core/errors/cancelledError";
import { isServiceError } from "../../core/errors/serviceError";
import type { App } from "../../core/model/model";
import { isRuledOut } from "../../core/model/teamRole";
import { runCommand } from "../../editor/commands";
import { withProgress } from "../../editor/progress";
import { showInputBox } from "../../editor/shown/inputs";
import { showInformationMessage, showWarningMessage } from "../../editor/shown/messages";

/** With `confirm`, the app's own name, nothing is asked. */
export async function deleteApp(account: Account, appId: string, confirm: unknown): Promise<void> {
  const app = await account.apps.refreshApp(appId);
  if (confirm === undefined) {
    await offerCopy(account, app);
    await askForName(account, app);
  } else if (confirm !== app.name) {
    throw new Error(vscode.l10n.t("The given name is not the name of the app, so nothing was deleted."));
  }
  await withProgress(vscode.l10n.t("Deleting {0}", app.name), async ({ signal }) => {
    await deleteOnce(account, app, signal);
  });
  account.apps.remove(app.id);
  void showInformationMessage(
    vscode.l10n.t(
      "{0} is deleted, with its files. Files of it that are open here stay until you close them.",
      app.name,
    ),
  );
}

async function offerCopy(account: Account, app: App): Promise<void> {
  const copy = vscode.l10n.t("Save a Copy First...");
  const goOn = vscode.l10n.t("Delete without a Copy...");
  const team = account.apps.teamOf(app);
  const warning = isRuledOut(team, account.userId, "canDeleteApplication")
    ? vscode.l10n.t(
        "\n\nYour permissions in {0} say that you may not delete its apps; the service decides.",
        team?.name ?? "",
      )
    : "";
  const answer = await showWarningMessage(
    vscode.l10n.t("Delete {0}?", app.name),
    {
      modal: true,
      detail:
        vscode.l10n.t("The app and all its files are deleted on the service. This cannot be undone there.") +
        warning,
    },
    copy,
    goOn,
  );
  if (answer === undefined) throw new CancelledError();
  if (answer !== copy) return;
  const outcome = (await runCommand("files.download", { accountId: account.id, appId: app.id })) as
    | { readonly failed: readonly unknown[]; readonly cancelled: readonly unknown[] }
    | undefined;
  // A copy that is not whole is no reason to delete.
  if (!outcome) throw new CancelledError();
  if (outcome.failed.length + outcome.cancelled.length > 0) {
    throw new Error(vscode.l10n.t("The copy is not whole, so {0} was not deleted.", app.name));
  }
}

async function askForName(account: Account, app: App): Promise<void> {
  const typed = await showInputBox({
    title: vscode.l10n.t("Delete {0}", app.name),
    prompt: vscode.l10n.t("Type the app's name, {0}, to delete it on {1} for good.", app.name, account.label),
    ignoreFocusOut: true,
    validateInput: (text) =>
      text === "" || text === app.name ? undefined : vscode.l10n.t("This is not the app's name."),
  });
  if (typed !== app.name) throw new CancelledError();
}

/** A delete whose answer was lost is looked up: an app that is gone was deleted. */
async function deleteOnce(account: Account, app: App, signal: AbortSignal): Promise<void> {
  try {
    await account.client.deleteApp(app.id, { signal });
  } catch (error) {
    if (!isServiceError(error) || !error.outcomeUnknown) throw error;
    try {
      await account.client.getApp(app.id);
    } catch (look) {
      if (isServiceError(look, "notFound")) return;
      throw error;
    }
    throw error;
  }
}
