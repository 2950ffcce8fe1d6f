// Which app a folder belongs to: hosted-app.json says so, else what the user chose in this workspace.

import * as vscode from "vscode";
import type { Accounts } from "../../../accounts/accounts";
import type { AppKey } from "../../../core/model/appKey";
import { field, readAs } from "../../../core/outside/reading";
import { parseProjectFile, projectFileName } from "../../../core/project/projectFile";
import { setContext } from "../../../editor/contextKeys";

/** An app that a folder is pushed to. */
export type FolderLink = AppKey;

const stateKey = "linkedFolders";
const storedLinks = field.entries(field.object({ accountId: field.text, appId: field.text }));

/** The app id that the folder's hosted-app.json names; undefined when it names none or cannot be read. */
export async function linkedAppId(folder: vscode.Uri): Promise<string | undefined> {
  try {
    const bytes = await vscode.workspace.fs.readFile(vscode.Uri.joinPath(folder, projectFileName));
    // Its problems are shown where it is edited.
    return parseProjectFile(new TextDecoder().decode(bytes)).file.appId;
  } catch {
    return undefined;
  }
}

/** The links that were chosen in this workspace. */
export class FolderLinks {
  constructor(private readonly state: vscode.Memento) {}

  get(folder: vscode.Uri): FolderLink | undefined {
    return this.all[folder.toString()];
  }

  async set(folder: vscode.Uri, { accountId, appId }: FolderLink): Promise<void> {
    await this.state.update(stateKey, { ...this.all, [folder.toString()]: { accountId, appId } });
    setContext("hasLinkedFolder", true);
  }

  private get all(): Readonly<Record<string, FolderLink>> {
    return readAs(storedLinks, this.state.get(stateKey)) ?? {};
  }
}

/** The app of a folder, with the account that has it. */
export async function linkOf(
  folder: vscode.Uri,
  links: FolderLinks,
  accounts: Accounts,
): Promise<FolderLink | undefined> {
  const appId = await linkedAppId(folder);
  const chosen = links.get(folder);
  if (appId === undefined || chosen?.appId === appId) return chosen;
  const accountId = await accountWith(appId, accounts);
  if (accountId !== undefined) setContext("hasLinkedFolder", true);
  return accountId === undefined ? undefined : { accountId, appId };
}

async function accountWith(appId: string, accounts: Accounts): Promise<string | undefined> {
  const { all } = accounts;
  if (all.length <= 1) return all[0]?.id;
  await Promise.all(all.map(({ apps }) => (apps.snapshot.apps ? undefined : apps.refresh())));
  return all.find(({ apps }) => apps.find(appId))?.id;
}

/** The open folder that belongs to an app, if there is just one. */
export async function folderOf(
  app: FolderLink,
  links: FolderLinks,
  accounts: Accounts,
): Promise<vscode.Uri | undefined> {
  const found: vscode.Uri[] = [];
  for (const { uri } of vscode.workspace.workspaceFolders ?? []) {
    const link = await linkOf(uri, links, accounts);
    if (link?.appId === app.appId && link.accountId === app.accountId) found.push(uri);
  }
  return found.length === 1 ? found[0] : undefined;
}
