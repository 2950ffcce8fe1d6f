// Asks which app a folder belongs to, or which of several accounts is meant.
import * as vscode from "vscode";
import type { Account } from "../../../accounts/accounts";
import { CancelledError } from "../../../core/errors/cancelledError";
import type { ProjectTarget } from "../../../core/project/projectTargets";
import { chooseAccount } from "../../../editor/commands/chooseAccount";
import { runCommand } from "../../../editor/commands/commands";
import type { OtherLine } from "../../../editor/pickApp";
import { namedApps } from "../../../editor/project/folderLink";
import { ask } from "../../../editor/shown/questions";
import { chooseTarget } from "./chooseTarget";
import { accountsListing, appOfFolder, type FolderApp, type FolderLink, FolderLinks } from "./linkedFolders";
import type { TransferServices } from "./transferServices";

interface Question {
  /** The title of the list of apps. */
  readonly whichApp: string;
  /** Nothing may be asked: a keybinding, a task or a test called. */
  readonly isQuiet: boolean;
  /** The list offers to create an app instead. */
  readonly mayCreate?: boolean;
  /** Of several targets, the one that is meant. */
  readonly target?: string | undefined;
  /** Of several targets the user picks one although they did before. */
  readonly asksTarget?: boolean;
}

/** The app of a folder. */
export interface FolderChoice extends FolderLink {
  /** The user has picked it now; it is remembered once something was pushed or pulled. */
  readonly isPicked?: boolean | undefined;
}

/** The app of a folder: known, or asked for. Rejects with CancelledError when the user picks nothing. */
export async function chooseFolderApp(
  folder: vscode.Uri,
  services: TransferServices,
  question: Question,
): Promise<FolderChoice> {
  const { accounts, state } = services;
  const links = new FolderLinks(state, accounts);
  const { targets } = await namedApps(folder);
  if (targets.length > 1 || question.target !== undefined)
    return await chooseAmongTargets(folder, targets, services, question);
  const found = await appOfFolder(folder, links, accounts);
  const isGone = found.kind === "linked" && (await isAppGone(found.link, services));
  if (found.kind === "linked" && !isGone) return found.link;
  if (found.kind === "unclear" && found.accounts.length > 0)
    return { ...(await chooseAccountOf(found.appId, found.accounts, question.isQuiet)), isPicked: true };
  if (question.isQuiet) throw new Error(isGone ? goneText(folder) : notLinkedText(folder, found));
  if (found.kind !== "none") await askAboutUnlisted(folder, isGone);
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

async function chooseAmongTargets(
  folder: vscode.Uri,
  targets: readonly ProjectTarget[],
  services: TransferServices,
  { whichApp: title, isQuiet, target: named, asksTarget: asksAgain = false }: Question,
): Promise<FolderChoice> {
  const links = new FolderLinks(services.state, services.accounts);
  const last = links.get(folder);
  const { appId } = await chooseTarget(
    targets,
    { title, named, lastAppId: last?.appId, asksAgain, isQuiet },
    services,
  );
  if (last?.appId === appId) return { accountId: last.accountId, appId };
  const listing = await accountsListing(appId, services.accounts);
  if (listing.length === 0) throw new Error(unlistedText(appId));
  // What was named for once is not what the user works with.
  const isPicked = named === undefined && !isQuiet;
  return { ...(await chooseAccountOf(appId, listing, isQuiet)), ...(isPicked && { isPicked }) };
}

/** Whether a whole list of the account lacks the app. */
async function isAppGone(
  { accountId, appId }: FolderLink,
  { accounts }: Pick<TransferServices, "accounts">,
): Promise<boolean> {
  const apps = accounts.get(accountId)?.apps;
  if (!apps || apps.find(appId)) return false;
  // It may be newer than the list.
  await apps.refresh();
  const { error, missing } = apps.snapshot;
  return !error && !missing && !apps.find(appId);
}

/** The account that has an app, asked for where several list it. Undefined without an app id. */
export async function accountHaving(
  appId: string | undefined,
  { accounts }: TransferServices,
  isQuiet: boolean,
): Promise<FolderLink | undefined> {
  if (appId === undefined) return undefined;
  const listing = await accountsListing(appId, accounts);
  if (listing.length > 0) return await chooseAccountOf(appId, listing, isQuiet);
  throw new Error(unlistedText(appId));
}

async function chooseAccountOf(
  appId: string,
  listing: readonly Account[],
  isQuiet: boolean,
): Promise<FolderLink> {
  if (isQuiet && listing.length > 1) {
    throw new Error(
      vscode.l10n.t(
        'Several accounts have the app {0}. Nothing was done. Specify one in the "accountId" argument.',
        appId,
      ),
    );
  }
  const known = { all: listing, get: (id: string) => listing.find((account) => account.id === id) };
  const title = vscode.l10n.t("Several accounts have the app {0}. Which one do you want to use?", appId);
  const account = await chooseAccount(known, undefined, { title });
  if (!account) throw new CancelledError();
  return { accountId: account.id, appId };
}

/** Resolves when another app is to be chosen. */
async function askAboutUnlisted(folder: vscode.Uri, isGone: boolean): Promise<void> {
  const choose = vscode.l10n.t("Choose Another App");
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

function goneText(folder: vscode.Uri): string {
  return vscode.l10n.t(
    "The app that {0} was linked to no longer exists. Nothing was sent. Link the folder to an app first.",
    nameOfFolder(folder),
  );
}

function nameOfFolder({ path }: vscode.Uri): string {
  return path.split("/").findLast((segment) => segment !== "") ?? path;
}

function notLinkedText(folder: vscode.Uri, found: FolderApp): string {
  if (found.kind === "unclear") return unlistedText(found.appId);
  return vscode.l10n.t(
    "{0} isn't linked to an app. Nothing was sent. Link it to an app first.",
    nameOfFolder(folder),
  );
}

function unlistedText(appId: string): string {
  return vscode.l10n.t(
    "None of your accounts has the app {0}. Nothing was done. Sign in to the account that has it, or select another app.",
    appId,
  );
}
