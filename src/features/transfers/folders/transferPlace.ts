// Which folder and which app a push, a pull or a comparison is about.
import * as vscode from "vscode";
import type { Account } from "../../../accounts/accounts";
import { CancelledError } from "../../../core/errors/cancelledError";
import { accessTo } from "../../../core/model/appAccess";
import { field } from "../../../core/outside/reading";
import { segmentsOf } from "../../../core/paths/appPath";
import { appScheme, parseAppUri } from "../../../editor/appUris";
import { appOfArgument, folderOfArgument, readArgument } from "../../../editor/arguments/commandArguments";
import type { AppChoice } from "../../../editor/pickApp";
import type { TransferServices } from "../transferServices";
import { type FolderLink, FolderLinks, folderOf, linkOf } from "./linkedFolders";

/** A folder and its app. */
export interface TransferPlace {
  readonly folder: vscode.Uri;
  readonly folderName: string;
  readonly account: Account;
  /** The account's. */
  readonly accountId: string;
  readonly appId: string;
  readonly appName: string;
}

/** What a command was called with. */
export interface PlaceArgument {
  readonly folder?: vscode.Uri | undefined;
  readonly app?: FolderLink | undefined;
  /** Without accountId: whoever has it. */
  readonly appId?: string | undefined;
  /** Nothing may be asked: a keybinding, a task or a test called. */
  readonly isQuiet: boolean;
}

/** The questions, in the words of the command. */
export interface PlaceQuestions {
  readonly whichFolder: string;
  readonly whichApp: (folderName: string) => string;
  /** The button that goes on although the folder belongs to another app. */
  readonly goOn: string;
}

/** Reads a Uri of the Explorer, a row of the Apps view, or an object with `folder`, `accountId`, `appId`, `confirm`. */
export function readPlaceArgument(argument: unknown): PlaceArgument {
  const folder = folderOfArgument(argument);
  if (argument instanceof vscode.Uri) return { folder, isQuiet: false };
  const { appId, confirm } = readArgument({ appId: field.text, confirm: field.consent }, argument);
  return { folder, app: appOfArgument(argument), appId, isQuiet: confirm ?? folder !== undefined };
}

/** Asks only for what neither the argument nor a link says. Rejects with CancelledError when the user picks nothing. */
export async function choosePlace(
  argument: PlaceArgument,
  services: TransferServices,
  questions: PlaceQuestions,
): Promise<TransferPlace> {
  const { accounts } = services;
  await accounts.load();
  const links = new FolderLinks(services.state);
  const named = argument.app ?? (await namedApp(argument.appId, services));
  const folder =
    argument.folder ??
    (named && (await folderOf(named, links, accounts))) ??
    (await chooseFolder(questions.whichFolder, argument.isQuiet));
  const folderName = folderNameOf(folder);
  const link = await linkOf(folder, links, accounts);
  const chosen =
    named ?? link ?? (await askForApp(folder, services, questions.whichApp(folderName), argument));
  const { accountId, appId, name } = await services.chooseApp(
    { accountId: chosen.accountId, appId: chosen.appId },
    questions.whichApp(folderName),
  );
  const account = accounts.get(accountId);
  if (!account) throw new Error(vscode.l10n.t("The account of this app is signed out. Sign in first."));
  const place = { folder, folderName, account, accountId, appId, appName: name };
  requireNotItself(place);
  if (link && named && link.appId !== named.appId && !argument.isQuiet)
    await askAboutOther(place, link, questions);
  return place;
}

async function namedApp(
  appId: string | undefined,
  { accounts }: TransferServices,
): Promise<FolderLink | undefined> {
  if (appId === undefined) return undefined;
  const { all } = accounts;
  if (all.length > 1)
    await Promise.all(all.map(({ apps }) => (apps.snapshot.apps ? undefined : apps.refresh())));
  const account = all.length === 1 ? all[0] : all.find(({ apps }) => apps.find(appId));
  if (account) return { accountId: account.id, appId };
  throw new Error(vscode.l10n.t("No signed-in account has the app {0}. Sign in first.", appId));
}

/** The folder that is open, one that the user picks, or one from a dialog. */
export async function chooseFolder(title: string, isQuiet: boolean): Promise<vscode.Uri> {
  const all = vscode.workspace.workspaceFolders ?? [];
  const local = all.filter(({ uri }) => uri.scheme !== appScheme);
  const [first, ...more] = local;
  if (first && more.length === 0) return first.uri;
  if (isQuiet)
    throw new Error(
      vscode.l10n.t("It is not clear which folder is meant. Name it in the argument “folder”."),
    );
  if (!first) {
    const opened = await vscode.window.showOpenDialog({
      canSelectFolders: true,
      canSelectFiles: false,
      title,
    });
    if (!opened?.[0]) throw new CancelledError();
    return opened[0];
  }
  const picked = await vscode.window.showQuickPick(
    local.map(({ name, uri }) => ({
      label: name,
      description: vscode.workspace.asRelativePath(uri, false),
      iconPath: vscode.ThemeIcon.Folder,
      uri,
    })),
    { title },
  );
  if (!picked) throw new CancelledError();
  return picked.uri;
}

function folderNameOf({ path }: vscode.Uri): string {
  return segmentsOf(path).at(-1) ?? path;
}

/** What is picked is remembered: from then on the folder belongs to it. */
async function askForApp(
  folder: vscode.Uri,
  services: TransferServices,
  question: string,
  { isQuiet }: PlaceArgument,
): Promise<AppChoice> {
  if (isQuiet) {
    throw new Error(
      vscode.l10n.t(
        "{0} is not linked to an app, so nothing was sent. Run “Hosted Apps: Link Folder to App...” first.",
        folderNameOf(folder),
      ),
    );
  }
  const app = await services.chooseApp(undefined, question);
  await new FolderLinks(services.state).set(folder, app);
  return app;
}

/** An app's files pushed to itself would be read and written at the same time. */
function requireNotItself({ folder, account, appId, folderName }: TransferPlace): void {
  const inside = parseAppUri(folder);
  if (inside?.accountId !== account.id || inside.appId !== appId) return;
  throw new Error(
    vscode.l10n.t("{0} holds the files of this very app. Choose a folder of this machine.", folderName),
  );
}

async function askAboutOther(
  { folderName, appName, account }: TransferPlace,
  link: FolderLink,
  { goOn }: PlaceQuestions,
): Promise<void> {
  const other = account.apps.find(link.appId)?.name ?? link.appId;
  const answer = await vscode.window.showWarningMessage(
    vscode.l10n.t("{0} belongs to the app {1}. Go on with {2}?", folderName, other, appName),
    { modal: true },
    goOn,
  );
  if (answer !== goOn) throw new CancelledError();
}

/** Nothing leaves a folder that the user has not trusted. */
export function requireTrust(): void {
  if (vscode.workspace.isTrusted) return;
  throw new Error(
    vscode.l10n.t(
      "Nothing is sent or written in Restricted Mode. Trust the workspace first, then try again.",
    ),
  );
}

/** What the team's owner allows, as far as that is known; the service decides. */
export function requirePermission(
  { account, appId, appName }: Pick<TransferPlace, "account" | "appId" | "appName">,
  what: "canEdit" | "canSee",
): void {
  const app = account.apps.find(appId);
  if (accessTo(app, account.apps.teamOf(app), account.userId)[what]) return;
  throw new Error(
    what === "canEdit"
      ? vscode.l10n.t("Your team does not let you change the files of {0}. Ask the team's owner.", appName)
      : vscode.l10n.t("Your team does not let you see the files of {0}. Ask the team's owner.", appName),
  );
}
