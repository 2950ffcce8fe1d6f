// The app of a folder by lists that are read where they are needed, the folder of an app, and the links that the user chose.
import * as vscode from "vscode";
import type { Account, Accounts } from "../../../accounts/accounts";
import { type AppKey, keyText } from "../../../core/model/appKey";
import {
  type FolderApp,
  type FolderReading,
  folderApp,
  linksChanged,
  namesOther,
  originOf,
  readFolderApp,
  type StoredLink,
  storedLinksIn,
} from "../../../editor/project/folderApp";
import type { StateMemory } from "../../../editor/state/stateMemory";
import type { TransferServices } from "./transferServices";

/** `insteadOf`: the app that the folder's file names, where no account lists it. */
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

/** The app is gone: no folder belongs to it. */
export async function removeLinks({ accountId, appId }: AppKey, state: StateMemory): Promise<void> {
  const links = Object.entries(storedLinksIn(state));
  const left = links.filter(([, link]) => link.accountId !== accountId || link.appId !== appId);
  if (left.length < links.length) await storeLinks(Object.fromEntries(left), state);
}

async function storeLinks(links: ReturnType<typeof storedLinksIn>, state: StateMemory): Promise<void> {
  await state.update("linkedFolders", links);
  linksChanged.fire();
}

/** The app of a folder. Rejects when an account that may have it could not be asked. */
export async function findFolderApp(reading: FolderReading, accounts: Accounts): Promise<FolderApp> {
  const { appId, link } = reading;
  if (link && !namesOther(reading, link.appId)) {
    const apps = accounts.get(link.accountId)?.apps;
    // It may be newer than the list.
    if (apps && !apps.find(link.appId)) await apps.refresh();
  } else if (appId !== undefined) await accountsListing(appId, accounts);
  return folderApp(reading, accounts);
}

/** The accounts that list an app. Rejects when none does and one could not be asked. */
export async function accountsListing(appId: string, { all }: Accounts): Promise<readonly Account[]> {
  const listing = (): Account[] => all.filter(({ apps }) => apps.find(appId));
  await Promise.all(all.map(({ apps }) => (apps.snapshot.apps ? undefined : apps.refresh())));
  // It may be newer than the lists.
  if (listing().length === 0) await Promise.all(all.map(({ apps }) => apps.refresh()));
  const found = listing();
  const failed = all.find(({ apps }) => !apps.snapshot.apps && apps.snapshot.error);
  if (found.length === 0 && failed?.apps.snapshot.error) throw failed.apps.snapshot.error;
  return found;
}

/** The open folder that belongs to an app, if there is just one. */
export async function folderOf(
  app: AppKey,
  services: Pick<TransferServices, "state" | "accounts">,
): Promise<FolderReading | undefined> {
  const found: FolderReading[] = [];
  for (const { uri } of vscode.workspace.workspaceFolders ?? []) {
    const reading = await readFolderApp(uri, services);
    const { appId, targets, link } = reading;
    const isTarget = targets.length > 1 && targets.some((target) => target.appId === app.appId);
    // Nobody is asked about the folders of other apps.
    const mayBe = !isTarget && [link?.appId, appId].includes(app.appId);
    const own = mayBe ? await findFolderApp(reading, services.accounts) : undefined;
    if (isTarget || (own?.kind === "linked" && keyText(own.app) === keyText(app))) found.push(reading);
  }
  return found.length === 1 ? found[0] : undefined;
}
