// Which app a folder belongs to: hosted-app.json says so, else what the user chose in this workspace. The file names no
// account: the app belongs to the one account that lists it, and where that is none or several, the user chooses.

import * as vscode from "vscode";
import type { Account, Accounts } from "../../../accounts/accounts";
import type { AppKey } from "../../../core/model/appKey";
import {
  linksChanged,
  namedApps,
  namesOther,
  type StoredLink,
  storedLinksIn,
} from "../../../editor/project/folderLink";
import type { StateMemory } from "../../../editor/state/stateMemory";

/** An app that a folder is pushed to. */
export type FolderLink = AppKey;

/** What is known of a folder's app. */
export type FolderApp =
  | { readonly kind: "linked"; readonly link: FolderLink }
  /** Its file names an app that none or several accounts list. */
  | { readonly kind: "unclear"; readonly appId: string; readonly accounts: readonly Account[] }
  | { readonly kind: "none" };

/** The links that were chosen in this workspace. */
export class FolderLinks {
  constructor(
    private readonly state: StateMemory,
    private readonly accounts: Pick<Accounts, "get">,
  ) {}

  /** Undefined also when the account is gone, or is one of another service now. */
  get(folder: vscode.Uri): StoredLink | undefined {
    const link = this.all[folder.toString()];
    const account = link && this.accounts.get(link.accountId);
    if (!link || !account) return undefined;
    return link.origin === undefined || link.origin === originOf(account) ? link : undefined;
  }

  /** `insteadOf`: the app that the folder's file names, where no account lists it. */
  async set(folder: vscode.Uri, { accountId, appId }: FolderLink, insteadOf?: string): Promise<void> {
    const account = this.accounts.get(accountId);
    const link: StoredLink = {
      ...{ accountId, appId },
      ...(account && { origin: originOf(account) }),
      ...(insteadOf !== undefined && insteadOf !== appId && { insteadOf }),
    };
    await this.store({ ...this.all, [folder.toString()]: link });
  }

  /** The app is gone: no folder belongs to it. */
  async removeApp({ accountId, appId }: FolderLink): Promise<void> {
    const isOther = ([, link]: [string, StoredLink]): boolean =>
      link.accountId !== accountId || link.appId !== appId;
    const links = Object.entries(this.all);
    const left = links.filter(isOther);
    if (left.length < links.length) await this.store(Object.fromEntries(left));
  }

  private async store(links: FolderLinks["all"]): Promise<void> {
    await this.state.update("linkedFolders", links);
    linksChanged.fire();
  }

  private get all(): Readonly<Record<string, StoredLink>> {
    return storedLinksIn(this.state);
  }
}

/** The local service has another port each time. */
function originOf({ isLocal, baseUrl }: Account): string {
  return isLocal ? "local" : new URL(baseUrl).origin;
}

/** The app of a folder, with the account that has it. Rejects when an account that may have it could not be asked. */
export async function appOfFolder(
  folder: vscode.Uri,
  links: FolderLinks,
  accounts: Accounts,
): Promise<FolderApp> {
  const named = await namedApps(folder);
  const { appId } = named;
  const chosen = links.get(folder);
  if (chosen && !namesOther(named, chosen.appId)) return { kind: "linked", link: keyOf(chosen) };
  if (appId === undefined || accounts.all.length === 0) return { kind: "none" };
  const listing = await accountsListing(appId, accounts);
  const [only, ...more] = listing;
  if (only && more.length === 0) return { kind: "linked", link: { accountId: only.id, appId } };
  if (!only && chosen?.insteadOf === appId) return { kind: "linked", link: keyOf(chosen) };
  return { kind: "unclear", appId, accounts: listing };
}

function keyOf({ accountId, appId }: StoredLink): FolderLink {
  return { accountId, appId };
}

/** The accounts that list an app. Rejects when none does and one could not be asked. */
export async function accountsListing(appId: string, { all }: Accounts): Promise<readonly Account[]> {
  const listing = (): Account[] => all.filter(({ apps }) => apps.find(appId));
  await Promise.all(all.map(({ apps }) => (apps.snapshot.apps ? undefined : apps.refresh())));
  if (listing().length === 0) {
    // It may be newer than the lists.
    await Promise.all(all.map(({ apps }) => apps.refresh()));
  }
  const found = listing();
  const failed = all.find(({ apps }) => !apps.snapshot.apps && apps.snapshot.error);
  if (found.length === 0 && failed?.apps.snapshot.error) throw failed.apps.snapshot.error;
  return found;
}

/** The open folder that belongs to an app, if there is just one. */
export async function folderOf(
  app: FolderLink,
  links: FolderLinks,
  accounts: Accounts,
): Promise<vscode.Uri | undefined> {
  const found: vscode.Uri[] = [];
  for (const { uri } of vscode.workspace.workspaceFolders ?? []) {
    const chosen = links.get(uri);
    // Nobody is asked about the folders of other apps.
    const { appId, targets } = await namedApps(uri);
    if (targets.length > 1 && targets.some((target) => target.appId === app.appId)) {
      found.push(uri);
      continue;
    }
    if (chosen?.appId !== app.appId && appId !== app.appId) continue;
    const own = await appOfFolder(uri, links, accounts);
    if (own.kind === "linked" && own.link.appId === app.appId && own.link.accountId === app.accountId)
      found.push(uri);
  }
  return found.length === 1 ? found[0] : undefined;
}
