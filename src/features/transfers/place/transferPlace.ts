import * as vscode from "vscode";
import type { Account } from "../../../accounts/accounts";
import { CancelledError } from "../../../core/errors/cancelledError";
import { filePermissions } from "../../../core/model/appAccess";
import { type AppKey, keyText } from "../../../core/model/appKey";
import { field } from "../../../core/parse";
import { appScheme, parseAppUri } from "../../../editor/appUris";
import {
  appOfArgument,
  folderOfArgument,
  readArgument,
  uri,
} from "../../../editor/commands/commandArguments";
import { requirePermission } from "../../../editor/commands/requirePermission";
import { chooseLocalFolder, openLocalFolders } from "../../../editor/project/chooseLocalFolder";
import {
  type FolderApp,
  type FolderReading,
  readFolderApp,
  storedLinksIn,
} from "../../../editor/project/folderApp";
import { confirm } from "../../../editor/safeUi/questions";
import { accountHaving, chooseFolderApp, type FolderChoice, nameOfFolder } from "./chooseFolderApp";
import type { AppQuestion, NamedPlace } from "./chooseTarget";
import { findFolderApp, foundFolderOf, setLink } from "./linkedFolders";
import type { TransferServices } from "./transferServices";

export interface FolderKey extends AppKey {
  readonly folder: vscode.Uri;
}

export interface TransferPlace extends FolderKey, NamedPlace, FolderChoice {
  /** Read once for the whole command. */
  readonly reading: FolderReading;
  readonly folderName: string;
}

interface PlaceArgument {
  readonly folder?: vscode.Uri | undefined;
  /** Where the folder was read before. */
  readonly reading?: FolderReading;
  readonly app?: AppKey | undefined;
  /** Without accountId, of the account that has the app. */
  readonly appId?: string | undefined;
  readonly target?: string | undefined;
  /** Called by a keybinding, a task or a test: nothing may be asked. */
  readonly isQuiet: boolean;
}

export interface PlaceQuestions extends Pick<AppQuestion, "mayCreate" | "asksTarget" | "maySelectSeveral"> {
  readonly whichFolder: string;
  readonly whichApp: (folderName: string) => string;
  /** The button that continues although the folder is linked to another app. */
  readonly goOn: string;
}

/** Reads a Uri of the Explorer, a row of the Apps view, or an object with `folder`, `accountId`, `appId`, `confirm`. */
export function readPlaceArgument(argument: unknown): PlaceArgument {
  if (argument instanceof vscode.Uri)
    return argument.scheme === appScheme
      ? { app: appOfArgument(argument), isQuiet: false }
      : { folder: argument, isQuiet: false };
  const folder = folderOfArgument(argument);
  const { appId, target, confirm, rootUri } = readArgument(
    { appId: field.text, target: field.text, confirm: field.consent, rootUri: uri },
    argument,
  );
  const isQuiet = confirm ?? folder !== undefined;
  return { folder: folder ?? openFolderIn(rootUri), app: appOfArgument(argument), appId, target, isQuiet };
}

/** The one open folder at, in or above a repository, which the Source Control view passes. */
function openFolderIn(root: vscode.Uri | undefined): vscode.Uri | undefined {
  if (!root) return undefined;
  const isAtOrIn = (inner: vscode.Uri, outer: vscode.Uri): boolean =>
    inner.toString() === outer.toString() || inner.toString().startsWith(`${outer}/`);
  const folders = openLocalFolders().filter(({ uri: own }) => isAtOrIn(own, root) || isAtOrIn(root, own));
  return folders.length === 1 ? folders[0]?.uri : undefined;
}

/** Asks only for what neither the argument nor a link says. Rejects with CancelledError when the user picks nothing. */
export async function choosePlace(
  argument: PlaceArgument,
  services: TransferServices,
  questions: PlaceQuestions,
): Promise<TransferPlace> {
  const { accounts } = services;
  await accounts.load();
  const { app, appId: wanted, isQuiet, target: targetName } = argument;
  const named = app ?? (wanted === undefined ? undefined : await accountHaving(wanted, services, isQuiet));
  const given = argument.folder && (await readFolderApp(argument.folder, services));
  const known = argument.reading ?? given ?? (named && (await foundFolderOf(named, services)));
  const reading =
    known ?? (await readFolderApp(await chooseFolder(questions.whichFolder, isQuiet), services));
  const { folder, targets } = reading;
  const folderName = nameOfFolder(folder);
  const whichApp = questions.whichApp(folderName);
  const question = { ...questions, whichApp, isQuiet, target: targetName };
  const chosen: FolderChoice = named ?? (await chooseFolderApp(reading, services, question));
  const { accountId, appId, name } = await services.chooseApp(
    { accountId: chosen.accountId, appId: chosen.appId },
    whichApp,
  );
  const account = signedIn(accountId, services);
  const target = targets.find((each) => each.appId === appId);
  const own = named && !isQuiet ? await findFolderApp(reading, accounts) : undefined;
  // Keeps a link to an account that cannot be read now.
  const hasLink = storedLinksIn(services.state)[folder.toString()] !== undefined;
  const isPicked = chosen.isPicked ?? ((own?.kind === "none" || own?.kind === "several") && !hasLink);
  const place = { folder, reading, folderName, account, accountId, appId, appName: name, target, isPicked };
  requireNotItself(place);
  if (own) await askAboutOther(place, own, { ...questions, accounts });
  return place;
}

function signedIn(accountId: string, { accounts }: Pick<TransferServices, "accounts">): Account {
  const account = accounts.get(accountId);
  if (!account) throw new Error(vscode.l10n.t("This app's account is signed out. Sign in first."));
  return account;
}

interface FileAccess {
  readonly reads?: boolean;
  readonly puts?: boolean;
  readonly removes?: boolean;
}

/** Rejects when the app's account is signed out, and as `requirePermission`. */
export async function requireAccess(
  { accountId, appId }: AppKey,
  { reads, puts, removes }: FileAccess,
  services: Pick<TransferServices, "accounts">,
  isQuiet = false,
): Promise<Account> {
  const account = signedIn(accountId, services);
  const { canSee, canEdit, canDelete } = filePermissions;
  const needed = [...(reads ? [canSee] : []), ...(puts ? [canEdit] : []), ...(removes ? [canDelete] : [])];
  await requirePermission(account.permissions, appId, needed, isQuiet);
  return account;
}

/** Whether the user has chosen the app before. A hosted-app.json is no consent. */
export function isChosenBefore({ reading: { link }, accountId, appId }: TransferPlace): boolean {
  return link?.accountId === accountId && link.appId === appId;
}

/** After a push or pull: links the folder to the picked app. Resolves with what to say of that. */
export async function rememberPicked(place: TransferPlace, services: TransferServices): Promise<string[]> {
  const { folder, appId, appName, target, isPicked, reading } = place;
  if (!isPicked) return [];
  await setLink(folder, place, services, reading.appId);
  return target || reading.appId === appId ? [] : [vscode.l10n.t("Linked the folder to {0}.", appName)];
}

export async function chooseFolder(title: string, isQuiet: boolean): Promise<vscode.Uri> {
  if (isQuiet && openLocalFolders().length !== 1)
    throw new Error(vscode.l10n.t('Specify the folder in the "folder" argument.'));
  const folder = await chooseLocalFolder(title);
  if (!folder) throw new CancelledError();
  return folder;
}

/** Files of an app that is pushed to itself would be read and written at the same time. */
function requireNotItself({ folder, account, appId, folderName }: TransferPlace): void {
  const inside = parseAppUri(folder);
  if (inside?.accountId !== account.id || inside.appId !== appId) return;
  throw new Error(
    vscode.l10n.t("{0} contains this app's files. Select a folder on this machine.", folderName),
  );
}

async function askAboutOther(
  place: TransferPlace,
  own: FolderApp,
  { goOn, accounts }: PlaceQuestions & Pick<TransferServices, "accounts">,
): Promise<void> {
  if (own.kind !== "linked" || keyText(own.app) === keyText(place)) return;
  const other = accounts.get(own.app.accountId)?.apps.find(own.app.appId)?.name ?? own.app.appId;
  await confirm(
    vscode.l10n.t("{0} is linked to {1}. Continue with {2}?", place.folderName, other, place.appName),
    [],
    goOn,
  );
}
