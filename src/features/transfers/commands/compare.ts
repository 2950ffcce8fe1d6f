// Compares a file of an app with the local one, from either side.
import * as vscode from "vscode";
import { hasCode } from "../../../core/errors/errorCode";
import type { AppKey } from "../../../core/model/appKey";
import { field } from "../../../core/parse";
import { nameOf, normalizeAppPath } from "../../../core/paths/appPath";
import { appScheme, appUri, parseAppUri } from "../../../editor/appUris";
import { appOfArgument, readArgument } from "../../../editor/commands/commandArguments";
import { openLocalFolders } from "../../../editor/project/chooseLocalFolder";
import { showDiff } from "../../../editor/safeUi/dialogs";
import { endedBy, showStatusMessage } from "../../../editor/safeUi/messages";
import { comparableUri } from "../ask/showDifference";
import { chooseFolderApp } from "../place/chooseFolderApp";
import { byFolder } from "../place/fileFolders";
import { foundFolderOf } from "../place/linkedFolders";
import { chooseOnDisk } from "../place/localDialogs";
import { requireAccess } from "../place/transferPlace";
import type { TransferServices } from "../place/transferServices";

interface ComparedPair {
  readonly app: string;
  readonly local: string;
}

interface Counterparts {
  readonly app: vscode.Uri;
  readonly local: vscode.Uri;
}

/** Larger files are not read again just to say that nothing differs. */
const largestReadBytes = 20 * 1024 * 1024;

/** Called with a file's Uri, with an object of accountId, appId and path, with an app, or for the file of the active editor. */
export async function compareWithLocal(argument: unknown, services: TransferServices): Promise<ComparedPair> {
  await services.accounts.load();
  const whole = appOfArgument(argument);
  const start = whole && (whole.path ?? "/") === "/" ? whole : uriOf(argument);
  const named = start instanceof vscode.Uri ? parseAppUri(start) : start;
  if (named) await requireAccess(named, { reads: true }, services);
  const pair = start instanceof vscode.Uri ? await pairOf(start, services) : await pairIn(start, services);
  const { accountId = "", appId = "", path = "" } = parseAppUri(pair.app) ?? {};
  await requireAccess({ accountId, appId }, { reads: true }, services);
  await requireThere(pair.app);
  await requireThere(pair.local);
  const appName = services.accounts.get(accountId)?.apps.find(appId)?.name ?? vscode.l10n.t("App");
  const title = vscode.l10n.t("{0} ({1} ↔ Local)", nameOf(pair.app.path), appName);
  await showDiff([comparableUri({ accountId, appId, path }), pair.local], title, {});
  void notifyIfSame(pair, appName, services);
  return { app: pair.app.toString(), local: pair.local.toString() };
}

/** VS Code shows an empty difference for equal files, and does not say so. */
async function notifyIfSame(pair: Counterparts, appName: string, services: TransferServices): Promise<void> {
  if (await isSame(pair, services))
    showStatusMessage(
      vscode.l10n.t("{0} is the same in {1} and locally", nameOf(pair.app.path), appName),
      6_000,
    );
}

async function isSame({ app, local }: Counterparts, services: TransferServices): Promise<boolean> {
  const location = parseAppUri(app);
  const isUnsaved = vscode.workspace.textDocuments.some(
    ({ isDirty, uri }) => isDirty && [app, local].some((each) => each.toString() === uri.toString()),
  );
  if (!location || isUnsaved) return false;
  try {
    if ((await vscode.workspace.fs.stat(local)).size > largestReadBytes) return false;
    const inApp = services.files.get(location);
    const here = await vscode.workspace.fs.readFile(local);
    const entry = await inApp.find(location.path);
    if (entry?.sizeBytes !== here.byteLength) return false;
    return (await inApp.readContent(location.path, entry)).hash === (await inApp.hash(here));
  } catch {
    // The comparison itself says why a file cannot be read.
    return false;
  }
}

function uriOf(argument: unknown): vscode.Uri {
  if (argument instanceof vscode.Uri) return argument;
  const { uri } = readArgument({ uri: field.text }, argument);
  if (uri !== undefined) return vscode.Uri.parse(uri, true);
  const named = appOfArgument(argument);
  if (named?.path !== undefined) return appUri({ ...named, path: named.path });
  const active = vscode.window.activeTextEditor?.document.uri;
  if (active) return active;
  throw endedBy(vscode.l10n.t("First open the file that you want to compare."));
}

async function pairOf(uri: vscode.Uri, services: TransferServices): Promise<Counterparts> {
  return uri.scheme === appScheme ? await localOf(uri, services) : await remoteOf(uri, services);
}

/** A local file that the user picks, and the app's file at the same path. */
async function pairIn(app: AppKey, services: TransferServices): Promise<Counterparts> {
  const folder = (await foundFolderOf(app, services))?.folder;
  const { name } = await services.chooseApp(app, "");
  const title = vscode.l10n.t("Select a local file to compare with {0}", name);
  const local = await chooseLocal(title, folder ?? openLocalFolders()[0]?.uri);
  const isInside = folder && local.path.startsWith(`${folder.path}/`);
  const path = isInside ? local.path.slice(folder.path.length) : `/${nameOf(local.path)}`;
  return { app: appUri({ accountId: app.accountId, appId: app.appId, path }), local };
}

async function localOf(uri: vscode.Uri, services: TransferServices): Promise<Counterparts> {
  const location = parseAppUri(uri);
  if (!location || location.path === "/")
    throw new Error(
      vscode.l10n.t("This file doesn't belong to an app, so there's nothing to compare it with."),
    );
  const own = await foundFolderOf(location, services);
  if (own) return { app: uri, local: vscode.Uri.joinPath(own.folder, location.path) };
  const [first] = openLocalFolders();
  const title = vscode.l10n.t("Select a local file to compare {0} with", nameOf(location.path));
  return {
    app: uri,
    local: await chooseLocal(title, first && vscode.Uri.joinPath(first.uri, location.path)),
  };
}

async function chooseLocal(title: string, defaultUri: vscode.Uri | undefined): Promise<vscode.Uri> {
  const openLabel = vscode.l10n.t("Compare");
  const [local] = await chooseOnDisk({ title, openLabel, ...(defaultUri && { defaultUri }) });
  return local;
}

async function remoteOf(uri: vscode.Uri, services: TransferServices): Promise<Counterparts> {
  const [own] = await byFolder([uri], services);
  if (!own) {
    throw new Error(vscode.l10n.t("{0} isn't in an open folder, so its app is unknown.", nameOf(uri.path)));
  }
  const link = await chooseFolderApp(own.reading, services, {
    whichApp: vscode.l10n.t("Select an app to compare with"),
    isQuiet: false,
  });
  const path = normalizeAppPath(own.paths[0] ?? "");
  return { app: appUri({ accountId: link.accountId, appId: link.appId, path }), local: uri };
}

async function requireThere(uri: vscode.Uri): Promise<void> {
  try {
    await vscode.workspace.fs.stat(uri);
  } catch (error) {
    if (!hasCode(error, "FileNotFound")) throw error;
    const path = parseAppUri(uri)?.path;
    throw new Error(
      path === undefined
        ? vscode.l10n.t("There's no local file {0} to compare with.", vscode.workspace.asRelativePath(uri))
        : vscode.l10n.t("The app has no file {0} to compare with.", path),
      { cause: error },
    );
  }
}
