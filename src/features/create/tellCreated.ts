// What is said when an app was created, with what one does next.

import * as vscode from "vscode";
import type { Account } from "../../accounts/accounts";
import type { FilesOfAccounts } from "../../appFiles/filesOfAccounts";
import type { AppKey } from "../../core/model/appKey";
import { webAddress } from "../../core/model/webAddress";
import { nameOf } from "../../core/paths/appPath";
import { appUri } from "../../editor/appUris";
import { runCommand } from "../../editor/commands";
import { settings } from "../../editor/settings";
import { showInformationMessage, showStatusMessage, showWarningMessage } from "../../editor/shown/messages";
import type { CreatedApp } from "./createApp";
import { createdSentence } from "./createSentences";
import { newestLog } from "./newestLog";

/** Tells it; resolves when the user has answered, which may be never. */
export async function tellCreated(
  account: Account,
  created: CreatedApp,
  loadFiles: () => Promise<FilesOfAccounts>,
  before: string[] = [],
): Promise<void> {
  const { app, result } = created;
  const log =
    result === "failed" || result === "limit"
      ? await newestLog((await loadFiles()).get({ accountId: account.id, appId: app.id }))
      : undefined;
  const choice = { accountId: account.id, appId: app.id };
  const address = webAddress(account.baseUrl, app, settings.webAddress());
  const actions: [string, () => Thenable<unknown>][] = [
    ...(log
      ? [[vscode.l10n.t("Show Log"), () => showLog(choice, log)] as [string, () => Thenable<unknown>]]
      : []),
    [vscode.l10n.t("Open Files"), () => runCommand("files.mount", choice)],
    [vscode.l10n.t("Watch"), () => runCommand("app.watch", choice)],
  ];
  if (app.exposedViaWeb && result !== "failed")
    actions.push([vscode.l10n.t("Open in Browser"), () => runCommand("app.openInBrowser", choice)]);
  if (address !== undefined) actions.push([vscode.l10n.t("Copy Address"), () => copyAddress(address)]);
  const text = [
    ...before,
    createdSentence(created),
    ...(log ? [vscode.l10n.t("Check {0} for the reason.", nameOf(log))] : []),
  ].join(" ");
  const buttons = result === "gone" ? [] : actions.map(([label]) => label);
  const answer =
    result === "online" || result === "cancelled"
      ? await showInformationMessage(text, ...buttons)
      : await showWarningMessage(text, ...buttons);
  await actions.find(([label]) => label === answer)?.[1]();
}

async function showLog(choice: AppKey, path: string): Promise<void> {
  const document = await vscode.workspace.openTextDocument(appUri({ ...choice, path }));
  const end = document.lineAt(document.lineCount - 1).range.end;
  await vscode.window.showTextDocument(document, { selection: new vscode.Range(end, end) });
}

async function copyAddress(address: string): Promise<void> {
  await vscode.env.clipboard.writeText(address);
  showStatusMessage("check", vscode.l10n.t("Copied {0}", address), 4_000);
}
