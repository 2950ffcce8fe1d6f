// What is said when an app was created, with what one does next.

import * as vscode from "vscode";
import type { Account } from "../../accounts/accounts";
import type { FilesOfAccounts } from "../../appFiles/filesOfAccounts";
import { nameOf } from "../../core/paths/appPath";
import { newestLog } from "../../core/paths/logFiles";
import { runCommand } from "../../editor/commands";
import { setContext } from "../../editor/contextKeys";
import { showErrorMessage, showInformationMessage, showWarningMessage } from "../../editor/shown/messages";
import type { CreatedApp } from "./createApp";
import { createdSentence } from "./createSentences";

/** Tells it; resolves when the user has answered, which may be never. */
export async function tellCreated(
  account: Account,
  created: CreatedApp,
  loadFiles: () => Promise<FilesOfAccounts>,
  before: string[] = [],
): Promise<void> {
  const { app, result } = created;
  if (result !== "gone") {
    setContext("hasCreated", true);
    account.apps.announceCreated(app.id);
  }
  const choice = { accountId: account.id, appId: app.id };
  const log = result === "failed" || result === "limit" ? await logOf(loadFiles, choice) : undefined;
  const openFiles = vscode.l10n.t("Open Files");
  const openInBrowser = vscode.l10n.t("Open in Browser");
  const showLog = vscode.l10n.t("Show Log");
  const isOnWeb = app.exposedViaWeb === true && result === "online";
  // Two at most, the likeliest first.
  const buttons =
    result === "gone"
      ? []
      : [
          ...(isOnWeb ? [openInBrowser] : log ? [showLog] : []),
          openFiles,
          ...(isOnWeb || log ? [] : [showLog]),
        ];
  const text = [
    ...before,
    createdSentence(created),
    ...(log ? [vscode.l10n.t("Check {0} for the reason.", nameOf(log))] : []),
  ].join(" ");
  const answer = await noticeOf(result)(text, ...buttons);
  if (answer === openFiles) await runCommand("files.mount", choice);
  if (answer === openInBrowser) await runCommand("app.openInBrowser", choice);
  if (answer === showLog) await runCommand("app.showLog", choice);
}

/** What went wrong stays until it is answered. */
function noticeOf(result: CreatedApp["result"]): typeof showErrorMessage {
  if (result === "online" || result === "cancelled") return showInformationMessage;
  return result === "failed" || result === "limit" ? showErrorMessage : showWarningMessage;
}

async function logOf(
  loadFiles: () => Promise<FilesOfAccounts>,
  choice: { readonly accountId: string; readonly appId: string },
): Promise<string | undefined> {
  const files = (await loadFiles()).get(choice);
  return await newestLog(async (directory) => [...(await files.list(directory)).entries.values()]);
}
