// Apps whose creation was under way when the window closed: says what became of each, and offers to go on.
import * as vscode from "vscode";
import type { Accounts } from "../../accounts/accounts";
import type { FilesOfAccounts } from "../../appFiles/filesOfAccounts";
import type { Clock } from "../../core/async/clock";
import { runCommand } from "../../editor/commands";
import { showWarningMessage } from "../../editor/shown/messages";
import type { CreateRecord, CreateRecords } from "./createRecords";
import { findCreatedApp } from "./findCreatedApp";
import { tellCreated } from "./tellCreated";

export interface ResumeOptions {
  readonly accounts: Accounts;
  readonly loadFiles: () => Promise<FilesOfAccounts>;
  readonly clock: Clock;
  readonly records: CreateRecords;
}

/** Takes each record away before it is told of, so that it is told of once. */
export async function resumeCreates(options: ResumeOptions): Promise<void> {
  const { accounts, records } = options;
  const interrupted = records.all;
  await accounts.load();
  for (const record of interrupted) {
    await records.remove(record.folder);
    await resume(record, options);
  }
}

async function resume(record: CreateRecord, { accounts, loadFiles, clock }: ResumeOptions): Promise<void> {
  const { name } = record.settings;
  if (record.appId === undefined && record.knownAppIds === undefined) {
    await offerAgain(
      record,
      vscode.l10n.t("The window was closed while {0} was being packed. Nothing was sent.", name),
    );
    return;
  }
  const account = accounts.get(record.accountId);
  const found = account && (await findCreated(record, account, clock));
  if (account && typeof found === "object") {
    account.apps.put(found);
    const isOnline = found.metrics?.online === true;
    const closed = vscode.l10n.t("The window was closed while {0} was being created.", name);
    const result = isOnline ? "online" : "cancelled";
    await tellCreated(account, { app: found, result }, loadFiles, { before: [closed] });
    return;
  }
  if (found === "notFound") {
    await offerAgain(
      record,
      vscode.l10n.t(
        "The window was closed while {0} was being sent. The service does not list the app, so it was not created.",
        name,
      ),
    );
    return;
  }
  void showWarningMessage(
    vscode.l10n.t(
      "The window was closed while {0} was being sent. The list of apps could not be read, so the app may have been created. Refresh the apps before you create it again.",
      name,
    ),
  );
}

async function findCreated(
  { appId, knownAppIds = [], settings }: CreateRecord,
  account: NonNullable<ReturnType<Accounts["get"]>>,
  clock: Clock,
): ReturnType<typeof findCreatedApp> {
  if (appId === undefined)
    // It may have been sent days ago.
    return await findCreatedApp({ account, clock, settings, known: new Set(knownAppIds), sentAt: 0 });
  return await account.client.getApp(appId).catch(() => "unknown" as const);
}

async function offerAgain(record: CreateRecord, sentence: string): Promise<void> {
  const again = vscode.l10n.t("Create Again...");
  const answer = await showWarningMessage(sentence, again);
  if (answer !== again) return;
  const { folder, accountId, settings } = record;
  await runCommand("deploy.createApp", { folder, accountId, startWith: settings });
}
