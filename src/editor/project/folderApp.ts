// Finds the app of a folder: the one that its hosted-app.json names, else the one that the user chose in this
// workspace. The file names no account: the app belongs to the account that lists it; if several do, the user chooses.
import * as vscode from "vscode";
import { Emitter } from "../../core/async/emitter";
import { type AppKey, keyText } from "../../core/model/appKey";
import { isWholeList } from "../../core/model/appsList";
import { field, readAs } from "../../core/parse";
import type { ProjectTarget } from "../../core/project/projectTargets";
import type { StateMemory } from "../state/stateMemory";
import { type NamedApps, projectFileIn } from "./projectFileIn";

const storedLink = field.object({
  accountId: field.text,
  appId: field.text,
  /** Origin of the service; a choice is never applied to another one. */
  origin: field.optional(field.text),
  /** The app that the folder's file named when the user chose this one, because no account listed it. */
  insteadOf: field.optional(field.text),
});
const storedLinks = field.entries(storedLink);

export type StoredLink = Readonly<ReturnType<typeof storedLink.parse>>;

/** A choice was made or removed in this window. */
export const linksChanged = new Emitter<void>();

interface FolderAccount {
  readonly id: string;
  readonly isLocal: boolean;
  readonly baseUrl: string;
  readonly apps: {
    readonly snapshot: { readonly apps: unknown; readonly error: unknown; readonly missing: unknown };
    find(appId: string): unknown;
  };
}

interface FolderAccounts {
  readonly all: readonly FolderAccount[];
  get(accountId: string): FolderAccount | undefined;
}

export interface FolderReading extends NamedApps {
  readonly folder: vscode.Uri;
  readonly link: StoredLink | undefined;
  /** The app of a choice that cannot be used, such as one of an account that is signed out. */
  readonly lostAppId?: string | undefined;
}

export type FolderApp =
  /** `isGone`: a whole list of the account lacks it. `target`: which of the file's it is. */
  | {
      readonly kind: "linked";
      readonly app: AppKey;
      readonly isGone: boolean;
      readonly target: ProjectTarget | undefined;
    }
  /** The folder's file names an app that several accounts list, or none; or the account of the choice is missing. */
  | { readonly kind: "accounts" | "unlisted"; readonly appId: string }
  /** The folder's file names several apps, and the user has chosen none of them. */
  | { readonly kind: "several" | "none" };

/** Decides by the accounts' present lists; nothing is read. An app in no list may be in one not read yet. */
export function folderApp(
  reading: Pick<FolderReading, "appId" | "targets" | "link" | "lostAppId">,
  accounts: FolderAccounts,
): FolderApp {
  const { appId: named, targets, link, lostAppId } = reading;
  const linked = ({ accountId, appId }: AppKey): FolderApp => {
    const apps = accounts.get(accountId)?.apps;
    const isGone = apps !== undefined && isWholeList(apps.snapshot) && !apps.find(appId);
    const target = targets.find((each) => each.appId === appId);
    return { kind: "linked", app: { accountId, appId }, isGone, target };
  };
  if (link && !namesOther(reading, link.appId)) return linked(link);
  if (named === undefined && targets.length > 0) return { kind: "several" };
  if (named === undefined)
    return lostAppId === undefined ? { kind: "none" } : { kind: "unlisted", appId: lostAppId };
  const listing = accounts.all.filter(({ apps }) => apps.find(named));
  if (listing.length === 0 && link?.insteadOf === named) return linked(link);
  const unread = accounts.all.filter(({ apps }) => !apps.snapshot.apps);
  const [only, ...more] = listing.length > 0 ? listing : unread;
  if (!only) return { kind: "unlisted", appId: named };
  return more.length > 0 ? { kind: "accounts", appId: named } : linked({ accountId: only.id, appId: named });
}

/** The folder's file names apps and not this one: the file takes precedence over a choice. */
export function namesOther({ appId: named, targets }: Omit<NamedApps, "file">, appId: string): boolean {
  return targets.length > 0
    ? !targets.some((target) => target.appId === appId)
    : named !== undefined && named !== appId;
}

/** Rejects with a sentence when the folder has a hosted-app.json that cannot be used. */
export async function readFolderApp(
  folder: vscode.Uri,
  services: Parameters<typeof chosenLink>[1],
): Promise<FolderReading> {
  const link = chosenLink(folder, services);
  const lostAppId = link ? undefined : storedLinksIn(services.state)[folder.toString()]?.appId;
  return { folder, ...(await projectFileIn(folder)), link, lostAppId };
}

/** Undefined when no open folder or several belong to the app. `find` may read lists that lack the app again. */
export async function folderOf(
  app: AppKey,
  services: { readonly state: StateMemory; readonly accounts: FolderAccounts },
  find: (reading: FolderReading) => Promise<FolderApp> = async (reading) =>
    folderApp(reading, services.accounts),
): Promise<FolderReading | undefined> {
  const found: FolderReading[] = [];
  for (const { uri } of vscode.workspace.workspaceFolders ?? []) {
    const reading = await readFolderApp(uri, services);
    const { appId, targets, link } = reading;
    const isTarget = targets.length > 1 && targets.some((target) => target.appId === app.appId);
    // Sends no requests for folders of other apps.
    const mayBe = !isTarget && [link?.appId, appId].includes(app.appId);
    const own = mayBe ? await find(reading) : undefined;
    if (isTarget || (own?.kind === "linked" && keyText(own.app) === keyText(app))) found.push(reading);
  }
  return found.length === 1 ? found[0] : undefined;
}

/** The workspace's choices, by folder URI. */
export function storedLinksIn(state: StateMemory): Readonly<Record<string, StoredLink>> {
  return readAs(storedLinks, state.get("linkedFolders")) ?? {};
}

/** The user's choice for a folder. Undefined also when the account is gone, or is one of another service now. */
export function chosenLink(
  folder: vscode.Uri,
  { state, accounts }: { readonly state: StateMemory; readonly accounts: Pick<FolderAccounts, "get"> },
): StoredLink | undefined {
  const link = storedLinksIn(state)[folder.toString()];
  const account = link && accounts.get(link.accountId);
  return account && (link.origin === undefined || link.origin === originOf(account)) ? link : undefined;
}

/** The local service has another port each time. */
export function originOf({ isLocal, baseUrl }: Pick<FolderAccount, "isLocal" | "baseUrl">): string {
  return isLocal ? "local" : new URL(baseUrl).origin;
}
