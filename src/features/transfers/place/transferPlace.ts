// Which folder and which app a push, a pull or a comparison is about.
import * as vscode from "vscode";
import type { Account } from "../../../accounts/accounts";
import { CancelledError } from "../../../core/errors/cancelledError";
import { filePermissions } from "../../../core/model/appAccess";
import { type AppKey, keyText } from "../../../core/model/appKey";
import { field } from "../../../core/parse";
import type { ProjectTarget } from "../../../core/project/projectTargets";
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
import { findFolderApp, folderOf, setLink } from "./linkedFolders";
import type { TransferServices } from "./transferServices";

/** A folder and its app. */
export interface TransferPlace {
  readonly folder: vscode.Uri;
  /** What was read of it first; the command does all by that. */
  readonly reading: FolderReading;
  readonly folderName: string;
  readonly account: Account;
  /** The account's. */
  readonly accountId: string;
  readonly appId: string;
  readonly appName: string;
  /** Which of the folder's targets it is, where its hosted-app.json names some. */
  readonly target?: ProjectTarget | undefined;
  /** The user has picked the app now; it is the folder's once something was pushed or pulled. */
  readonly isPicked?: boolean | undefined;
}

/** What a command was called with. */
interface PlaceArgument {
  readonly folder?: vscode.Uri | undefined;
  /** The folder, where it was read before. */
  readonly reading?: FolderReading;
  readonly app?: AppKey | undefined;
  /** Without accountId: the account that has the app. */
  readonly appId?: string | undefined;
  /** The name of one of the folder's targets. */
  readonly target?: string | undefined;
  /** Nothing may be asked: a keybinding, a task or a test called. */
  readonly isQuiet: boolean;
}

/** The questions, in the words of the command. */
export interface PlaceQuestions {
  readonly whichFolder: string;
  readonly whichApp: (folderName: string) => string;
  /** The list of apps offers to create one instead. */
  readonly mayCreate?: boolean;
  /** Of several targets the user picks one each time; the last one comes first. */
  readonly asksTarget?: boolean;
  /** The button that goes on although the folder belongs to another app. */
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

/** The open folder of a repository, or in it, where there is just one: the Source Control view names the repository. */
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
  const known = argument.reading ?? given ?? (named && (await folderOf(named, services)));
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
  // A link of an account that cannot be read now stays.
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

/** What is done with files of an app. */
interface FileAccess {
  readonly reads?: boolean;
  readonly puts?: boolean;
  readonly removes?: boolean;
}

/** The app's account. Rejects where it is signed out, and as `requirePermission` for such access to the app's files. */
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

/** Whether the user has said before that it is the folder's app. What a file in it says is no consent. */
export function isChosenBefore({ reading: { link }, accountId, appId }: TransferPlace): boolean {
  return link?.accountId === accountId && link.appId === appId;
}

/** Something was pushed or pulled: what was picked is the folder's app from now on. Answers with what to say of that. */
export async function rememberPicked(place: TransferPlace, services: TransferServices): Promise<string[]> {
  const { folder, appId, appName, target, isPicked, reading } = place;
  if (!isPicked) return [];
  await setLink(folder, place, services, reading.appId);
  return target || reading.appId === appId ? [] : [vscode.l10n.t("Linked the folder to {0}.", appName)];
}

/** The folder that is open, one that the user picks, or one from a dialog. */
export async function chooseFolder(title: string, isQuiet: boolean): Promise<vscode.Uri> {
  if (isQuiet && openLocalFolders().length !== 1)
    throw new Error(vscode.l10n.t('Specify the folder in the "folder" argument.'));
  const folder = await chooseLocalFolder(title);
  if (!folder) throw new CancelledError();
  return folder;
}

/** An app's files pushed to itself would be read and written at the same time. */
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
