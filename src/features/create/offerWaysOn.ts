// Next steps where an app was not created, or may have been: choose the app, look again, create it again.
import * as vscode from "vscode";
import type { Account } from "../../accounts/accounts";
import type { FilesOfAccounts } from "../../appFiles/filesOfAccounts";
import type { App } from "../../core/model/model";
import { formatTime } from "../../core/text/format";
import { appState } from "../../editor/appState";
import { appScheme } from "../../editor/appUris";
import { runCommand } from "../../editor/commands/commands";
import { pickApp } from "../../editor/pickApp";
import { notify } from "../../editor/safeUi/messages";
import { orShowError, showError } from "../../editor/showError";
import type { CreateRecord } from "./createRecords";
import { notifyCreated } from "./notifyCreated";

/** An app may or may not have been created. */
interface Doubt {
  /** Candidates for the created app. */
  readonly maybe: readonly App[];
  readonly account: Account | undefined;
  readonly loadFiles: () => Promise<FilesOfAccounts>;
}

/** Says `sentence`; resolves when the user has answered, which may be never. Without `doubt` nothing was created. */
export async function offerWaysOn(
  sentence: string,
  { folder, accountId, settings }: Pick<CreateRecord, "folder" | "accountId" | "settings">,
  doubt?: Doubt,
): Promise<void> {
  await notify("warning", sentence, {
    ...(doubt &&
      doubt.maybe.length > 0 && {
        [vscode.l10n.t("Select the App...")]: () => chooseCreated(folder, doubt).catch(showError),
      }),
    ...(doubt && { [vscode.l10n.t("Refresh")]: () => runCommand("apps.refresh") }),
    [vscode.l10n.t("Create Again...")]: () =>
      runCommand("deploy.createApp", { folder, accountId, startWith: settings }),
  });
}

/** The app that the user picks is taken for the one that was created from the folder. */
async function chooseCreated(folder: string, { maybe, account, loadFiles }: Doubt): Promise<void> {
  if (!account) return;
  const rows = maybe.map((app) => ({
    ...{ accountId: account.id, appId: app.id, name: app.name, icon: appState(app).icon },
    description: app.createdAt === undefined ? app.id : formatTime(app.createdAt),
  }));
  const { appId } = await pickApp(rows, vscode.l10n.t("Select the app that was created"));
  const app = maybe.find(({ id }) => id === appId);
  const result = app?.metrics?.online === true ? "online" : "cancelled";
  if (app) await notifyLinked(folder, account, { app, result }, loadFiles);
}

/** As `notifyCreated`; also links the folder that the app was created from. */
export async function notifyLinked(folder: string, ...rest: Parameters<typeof notifyCreated>): Promise<void> {
  const [account, { app }] = rest;
  account.apps.put(app);
  // Without the time of packing: a choice proves nothing about contents, so the first push compares them.
  if (vscode.Uri.parse(folder).scheme !== appScheme)
    void orShowError(() => runCommand("deploy.linkFolder", { folder, accountId: account.id, appId: app.id }));
  await notifyCreated(...rest);
}
