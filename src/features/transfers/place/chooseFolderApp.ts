import * as vscode from "vscode";
import { CancelledError } from "../../../core/errors/cancelledError";
import type { AppKey } from "../../../core/model/appKey";
import { segmentsOf } from "../../../core/paths/appPath";
import { chooseAccount } from "../../../editor/commands/chooseAccount";
import { runCommand } from "../../../editor/commands/commands";
import type { OtherLine } from "../../../editor/pickApp";
import type { FolderApp, FolderReading } from "../../../editor/project/folderApp";
import { ask } from "../../../editor/safeUi/questions";
import { type AppQuestion, chooseTarget } from "./chooseTarget";
import { accountsListing, findFolderApp } from "./linkedFolders";
import type { TransferServices } from "./transferServices";

export interface FolderChoice extends AppKey {
  /** Picked by the user just now, and remembered after the first push or pull. */
  readonly isPicked?: boolean | undefined;
}

/** Asks only where the folder's app is unknown. Rejects with CancelledError when the user picks nothing. */
export async function chooseFolderApp(
  reading: FolderReading,
  services: TransferServices,
  question: AppQuestion,
): Promise<FolderChoice> {
  const { folder, targets, link } = reading;
  const { isQuiet } = question;
  if (targets.length > 1 || question.target !== undefined) {
    const { appId } = await chooseTarget(reading, question, services);
    if (link?.appId === appId) return { accountId: link.accountId, appId };
    const app = await accountHaving(appId, services, isQuiet);
    // A target that was named for one command is not remembered.
    return question.target === undefined && !isQuiet ? { ...app, isPicked: true } : app;
  }
  const found = await findFolderApp(reading, services.accounts);
  if (found.kind === "linked" && !found.isGone) return found.app;
  if (found.kind === "accounts")
    return { ...(await accountHaving(found.appId, services, isQuiet)), isPicked: true };
  if (isQuiet) throw new Error(whyNone(folder, found));
  if (found.kind !== "none" && services.accounts.all.length > 0)
    await askAboutUnlisted(folder, found.kind === "linked");
  const create: OtherLine = {
    label: vscode.l10n.t("Create New App..."),
    description: nameOfFolder(folder),
    icon: "add",
    run: async () => await runCommand("deploy.createApp", folder),
  };
  const more = question.mayCreate ? [create] : [];
  const { accountId, appId } = await services.chooseApp(undefined, question.whichApp, more);
  return { accountId, appId, isPicked: true };
}

export async function accountHaving(
  appId: string,
  { accounts }: TransferServices,
  isQuiet: boolean,
): Promise<AppKey> {
  const all = await accountsListing(appId, accounts);
  if (isQuiet && all.length > 1) {
    throw new Error(
      vscode.l10n.t(
        'Several accounts have the app {0}. Nothing was done. Specify one in the "accountId" argument.',
        appId,
      ),
    );
  }
  const title = vscode.l10n.t("Several accounts have the app {0}. Which one do you want to use?", appId);
  const account = await chooseAccount({ all, get: () => undefined }, undefined, { title });
  if (!account) throw new Error(unlistedText(appId));
  return { accountId: account.id, appId };
}

async function askAboutUnlisted(folder: vscode.Uri, isGone: boolean): Promise<void> {
  const choose = vscode.l10n.t("Select Another App");
  const create = vscode.l10n.t("Create New App...");
  const signIn = vscode.l10n.t("Sign In");
  const answer = await ask(
    isGone
      ? vscode.l10n.t("The app that {0} was linked to no longer exists.", nameOfFolder(folder))
      : vscode.l10n.t("None of your accounts has the app that {0} is linked to.", nameOfFolder(folder)),
    [
      isGone
        ? vscode.l10n.t("It was deleted, or you no longer have access to it. Nothing was sent.")
        : vscode.l10n.t("It was deleted, or it belongs to an account that is signed out. Nothing was sent."),
    ],
    [choose, create, ...(isGone ? [] : [signIn])],
  );
  if (answer === choose) return;
  if (answer === create) await runCommand("deploy.createApp", folder);
  if (answer === signIn) await runCommand("account.signIn");
  throw new CancelledError();
}

export function whyNone(folder: vscode.Uri, found: FolderApp): string {
  if (found.kind === "unlisted") return unlistedText(found.appId);
  if (found.kind === "linked" && !found.isGone) return unlistedText(found.app.appId);
  const name = nameOfFolder(folder);
  return found.kind === "linked"
    ? vscode.l10n.t(
        "The app that {0} was linked to no longer exists. Nothing was sent. Link the folder to an app first.",
        name,
      )
    : vscode.l10n.t("{0} isn't linked to an app. Nothing was sent. Link it to an app first.", name);
}

export function nameOfFolder({ path }: vscode.Uri): string {
  return segmentsOf(path).at(-1) ?? path;
}

function unlistedText(appId: string): string {
  return vscode.l10n.t(
    "None of your accounts has the app {0}. Nothing was done. Sign in to the account that has it, or select another app.",
    appId,
  );
}
