// The variables that a folder's app gets when it runs on this machine: their names are those of the app that the folder is
// linked to, their values come from the folder's own .env.
import { parseEnv } from "node:util";
import * as vscode from "vscode";
import type { Account, Accounts } from "../../accounts/accounts";
import { linkedAppId, storedLinksIn } from "../../editor/project/folderLink";
import type { StateMemory } from "../../editor/state/stateMemory";

export interface FolderVariables {
  readonly environment: readonly { readonly key: string; readonly value: string }[];
  /** Names that the app has and .env has not. */
  readonly missing: readonly string[];
  /** The name of that app. */
  readonly from: string;
}

const longestFile = 256 * 1024;

/** All of .env where the folder is linked to no app, or that one cannot be read. Values go nowhere but to the app. */
export async function variablesFor(
  folder: vscode.Uri,
  accounts: Accounts,
  state: StateMemory,
): Promise<FolderVariables> {
  const values = await valuesIn(vscode.Uri.joinPath(folder, ".env"));
  const linked = await linkedApp(folder, accounts, state);
  const names = linked && (await namesOf(linked));
  const environment = [...values]
    .filter(([key]) => !names || names.includes(key))
    .map(([key, value]) => ({ key, value }));
  const missing = (names ?? []).filter((name) => !values.has(name));
  const from = linked ? (linked.account.apps.find(linked.appId)?.name ?? linked.appId) : "";
  return { environment, missing, from };
}

async function valuesIn(file: vscode.Uri): Promise<ReadonlyMap<string, string>> {
  const bytes = await vscode.workspace.fs.readFile(file).then(undefined, () => undefined);
  if (!bytes || bytes.length > longestFile) return new Map();
  const values = Object.entries(parseEnv(new TextDecoder().decode(bytes)));
  return new Map(values.filter((entry): entry is [string, string] => entry[1] !== undefined));
}

interface Linked {
  readonly account: Account;
  readonly appId: string;
}

async function linkedApp(
  folder: vscode.Uri,
  accounts: Accounts,
  state: StateMemory,
): Promise<Linked | undefined> {
  const link = storedLinksIn(state)[folder.toString()];
  const account = link && accounts.get(link.accountId);
  if (account) return { account, appId: link.appId };
  const appId = await linkedAppId(folder);
  if (appId === undefined) return undefined;
  const [only, ...more] = accounts.all.filter(({ apps }) => apps.find(appId));
  return only && more.length === 0 ? { account: only, appId } : undefined;
}

async function namesOf({ account, appId }: Linked): Promise<readonly string[] | undefined> {
  try {
    // A list does not carry them (docs/interface.md#application); the values are dropped at once.
    const { environment } = await account.client.getApp(appId);
    return environment?.map(({ key }) => key);
  } catch {
    // A folder also runs where the service cannot be reached.
    return undefined;
  }
}
