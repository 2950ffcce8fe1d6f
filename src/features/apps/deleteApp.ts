// Deletes an app permanently: the user types its name and may save its files first; a notice reports both.
import * as vscode from "vscode";
import type { Account } from "../../accounts/accounts";
import type { Clock } from "../../core/async/clock";
import { CancelledError, isCancellation } from "../../core/errors/cancelledError";
import { isServiceError, mayBeDone } from "../../core/errors/serviceError";
import type { App } from "../../core/model/model";
import { datedName } from "../../core/text/inertText";
import { runCommand } from "../../editor/commands/commands";
import { requireTrust } from "../../editor/commands/consent";
import { requirePermission } from "../../editor/commands/requirePermission";
import { isThere } from "../../editor/localDisk";
import { withProgress } from "../../editor/progress";
import { homeFolder } from "../../editor/project/chooseLocalFolder";
import { showInputBox } from "../../editor/safeUi/inputs";
import { ask, paragraphs } from "../../editor/safeUi/questions";
import type { CleanupNotice, OnAppDeleted } from "../../editor/state/appDeleted";
import { cleanUpAfter, notifyDeleted } from "./goneApps";

interface AppDeletion {
  readonly account: Account;
  readonly appId: string;
  readonly clock: Pick<Clock, "now">;
  readonly onAppDeleted: OnAppDeleted;
}

/** The result of the command app.backup. */
interface Backup {
  readonly zip: string;
  readonly failed: readonly unknown[];
}

/** With `confirm`, which must be the app's name, nothing is asked. */
export async function deleteApp(deletion: AppDeletion, confirm: unknown): Promise<void> {
  const { account, appId, onAppDeleted } = deletion;
  const app = await account.apps.refreshApp(appId);
  await requirePermission(account.permissions, appId, "canDeleteApplication", confirm !== undefined);
  let copy: vscode.Uri | undefined;
  if (confirm === undefined) {
    const place = await copyPlace(app.name, deletion.clock);
    const isWanted = await askForCopy(app, place);
    await askForName(account, app, isWanted);
    if (isWanted) copy = await saveCopy(account, app, place);
  } else if (confirm !== app.name) {
    throw new Error(vscode.l10n.t("The name doesn't match. The app wasn't deleted."));
  }
  await withProgress(vscode.l10n.t("Deleting {0}", app.name), async ({ signal }) => {
    await account.apps.removeBy(app.id, () => deleteOnce(account, app, signal));
  });
  const left = await cleanUpAfter({ accountId: account.id, appId: app.id, name: app.name }, onAppDeleted);
  void notifyDeleted(vscode.l10n.t("{0} was deleted.", app.name), copy ? [copySaved(copy), ...left] : left);
}

/** Whether to save the app's files first. Rejects with CancelledError when the user cancels. */
async function askForCopy(app: App, place: vscode.Uri | undefined): Promise<boolean> {
  const copy = vscode.l10n.t("Save a Copy First...");
  const goOn = vscode.l10n.t("Delete without a Copy...");
  const detail = [
    vscode.l10n.t("The app and all its files are deleted on the service. This can't be undone there."),
  ];
  if (place) detail.push(vscode.l10n.t("A copy of its files would be saved as {0}.", place.fsPath));
  const answer = await ask(vscode.l10n.t("Delete {0}?", app.name), paragraphs(detail), [copy, goOn]);
  if (answer === undefined) throw new CancelledError();
  return answer === copy;
}

/** Resolves with the zip. Without a complete copy nothing is deleted. */
async function saveCopy(account: Account, app: App, place: vscode.Uri | undefined): Promise<vscode.Uri> {
  requireTrust();
  const argument = { accountId: account.id, appId: app.id, ...(place && { target: place.toString() }) };
  if (place) await vscode.workspace.fs.createDirectory(vscode.Uri.joinPath(place, ".."));
  // A zip, because it also holds what a folder must not get, such as the app's Git repository.
  const backups = (await runCommand("app.backup", argument)) as readonly Backup[] | undefined;
  const [backup] = backups ?? [];
  if (!backup) throw new CancelledError();
  if (backup.failed.length > 0)
    throw new Error(vscode.l10n.t("The copy is incomplete, so {0} wasn't deleted.", app.name));
  return vscode.Uri.parse(backup.zip);
}

function copySaved(place: vscode.Uri): CleanupNotice {
  const said = vscode.l10n.t("A copy of its files was saved as {0}.", place.fsPath);
  const { executeCommand } = vscode.commands;
  const isHere = vscode.env.uiKind === vscode.UIKind.Desktop && vscode.env.remoteName === undefined;
  if (isHere) {
    const run = async () => await executeCommand("revealFileInOS", place);
    return { said, action: { button: vscode.l10n.t("Show in Folder"), run } };
  }
  const folder = vscode.Uri.joinPath(place, "..");
  const run = async () => await executeCommand("vscode.openFolder", folder, { forceNewWindow: true });
  return { said, action: { button: vscode.l10n.t("Open Folder"), run } };
}

async function askForName(account: Account, app: App, isCopyWanted: boolean): Promise<void> {
  const typed = await showInputBox({
    title: isCopyWanted
      ? vscode.l10n.t("Save a Copy of {0} and Delete It", app.name)
      : vscode.l10n.t("Delete {0}", app.name),
    prompt: vscode.l10n.t(
      "Type the app's name, {0}, to permanently delete it from the account {1}.",
      app.name,
      account.label,
    ),
    ignoreFocusOut: true,
    validateInput: (text) =>
      text === "" || text === app.name ? undefined : vscode.l10n.t("The name doesn't match."),
  });
  if (typed !== app.name) throw new CancelledError();
}

/** After a request that got no response, or was refused or canceled, the app is read: if it is gone, it was deleted. */
async function deleteOnce(account: Account, app: App, signal: AbortSignal): Promise<void> {
  try {
    await account.client.deleteApp(app.id, { signal });
  } catch (error) {
    if (!mayBeDone(error) && !isCancellation(error)) throw error;
    const isGone = await account.client.getApp(app.id).then(
      () => false,
      (look: unknown) => isServiceError(look, "notFound"),
    );
    if (!isGone) throw error;
  }
}

/**
 * A new zip in no workspace but the user's documents, with the app's name and the date. Undefined if the user has no
 * home folder.
 */
export async function copyPlace(appName: string, clock: Pick<Clock, "now">): Promise<vscode.Uri | undefined> {
  const home = homeFolder();
  if (!home) return undefined;
  const documents = vscode.Uri.joinPath(home, "Documents");
  const base = (await isThere(documents)) ? documents : home;
  const date = new Date(clock.now());
  const name = `${datedName(appName, date)} ${date.toTimeString().slice(0, 5).replace(":", ".")}`;
  for (let number = 1; ; number++) {
    const zip = `${number === 1 ? name : `${name} (${number})`}.zip`;
    const place = vscode.Uri.joinPath(base, "Hosted Apps", zip);
    if (!(await isThere(place))) return place;
  }
}
