// The app of a folder, the folder of an app, and the links that the user chose.
import * as vscode from "vscode";
import type { Account, Accounts } from "../../../accounts/accounts";
import { loadAppsWith } from "../../../accounts/loadApps";
import { type AppKey, keyText } from "../../../core/model/appKey";
import { projectFileName, withoutAppId } from "../../../core/project/projectFile";
import {
  type FolderApp,
  type FolderReading,
  folderApp,
  folderOf,
  linksChanged,
  namesOther,
  originOf,
  type StoredLink,
  storedLinksIn,
} from "../../../editor/project/folderApp";
import { editProjectFile, projectFileIn, projectFileUri } from "../../../editor/project/projectFileIn";
import type { CleanupNotice } from "../../../editor/state/appDeleted";
import type { StateMemory } from "../../../editor/state/stateMemory";
import type { TransferServices } from "./transferServices";

/** `insteadOf`: the app of hosted-app.json, where no account lists it. */
export async function setLink(
  folder: vscode.Uri,
  { accountId, appId }: AppKey,
  { state, accounts }: { readonly state: StateMemory; readonly accounts: Pick<Accounts, "get"> },
  insteadOf?: string,
): Promise<void> {
  const account = accounts.get(accountId);
  const link: StoredLink = {
    ...{ accountId, appId },
    ...(account && { origin: originOf(account) }),
    ...(insteadOf !== undefined && insteadOf !== appId && { insteadOf }),
  };
  await storeLinks({ ...storedLinksIn(state), [folder.toString()]: link }, state);
}

export async function removeLinks(app: AppKey, state: StateMemory): Promise<void> {
  const links = Object.entries(storedLinksIn(state));
  const others = links.filter(([, link]) => keyText(link) !== keyText(app));
  if (others.length < links.length) await storeLinks(Object.fromEntries(others), state);
}

async function storeLinks(links: ReturnType<typeof storedLinksIn>, state: StateMemory): Promise<void> {
  await state.update("linkedFolders", links);
  linksChanged.fire();
}

/** Reads lists that lack the app again. Rejects when an account that may have it could not be read. */
export async function findFolderApp(reading: FolderReading, accounts: Accounts): Promise<FolderApp> {
  const { appId, link } = reading;
  if (link && !namesOther(reading, link.appId)) {
    const apps = accounts.get(link.accountId)?.apps;
    if (apps && !apps.find(link.appId)) await apps.refresh();
  } else if (appId !== undefined) await accountsListing(appId, accounts);
  return folderApp(reading, accounts);
}

/** Reads the lists again when none has the app. Rejects when none has it and one could not be read. */
export async function accountsListing(appId: string, { all }: Accounts): Promise<readonly Account[]> {
  await loadAppsWith(appId, all);
  const found = all.filter(({ apps }) => apps.find(appId));
  const failed = all.find(({ apps }) => !apps.snapshot.apps && apps.snapshot.error);
  if (found.length === 0 && failed?.apps.snapshot.error) throw failed.apps.snapshot.error;
  return found;
}

/** As in editor/project/folderApp.ts; lists that lack the app are read again. */
export async function foundFolderOf(
  app: AppKey,
  services: Pick<TransferServices, "state" | "accounts">,
): Promise<FolderReading | undefined> {
  return await folderOf(app, services, (reading) => findFolderApp(reading, services.accounts));
}

export async function removeLinksOf(
  app: AppKey,
  { accounts, state }: { readonly accounts: Pick<Accounts, "all">; readonly state: StateMemory },
): Promise<readonly CleanupNotice[]> {
  await removeLinks(app, state);
  // hosted-app.json names no account.
  if (accounts.all.some(({ apps }) => apps.find(app.appId))) return [];
  const files: vscode.Uri[] = [];
  let isTarget = false;
  for (const { uri } of vscode.workspace.workspaceFolders ?? []) {
    // An unreadable file is left alone.
    const named = await projectFileIn(uri).catch(() => undefined);
    const isOneOf = named?.targets.some(({ appId }) => appId === app.appId) === true;
    isTarget ||= isOneOf;
    if (isOneOf || named?.appId === app.appId) files.push(projectFileUri(uri));
  }
  if (files.length === 0) return [];
  const said = vscode.l10n.t("{0} still refers to it.", projectFileName);
  // The user decides what becomes of a target.
  const button = isTarget ? vscode.l10n.t("Open {0}", projectFileName) : vscode.l10n.t("Remove Link");
  const run = async (): Promise<void> => {
    for (const file of files)
      await (isTarget ? vscode.window.showTextDocument(file) : editProjectFile(file, withoutAppId));
  };
  // Nothing is written in Restricted Mode.
  return [vscode.workspace.isTrusted ? { said, action: { button, run } } : { said }];
}
