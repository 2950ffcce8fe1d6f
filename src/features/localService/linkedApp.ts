// The app that a folder is linked to, as far as a run of the folder on this machine does as the service would.
import type * as vscode from "vscode";
import type { Account, Accounts } from "../../accounts/accounts";
import type { App } from "../../core/model/model";
import { linkedAppId, storedLinksIn } from "../../editor/project/folderLink";
import type { StateMemory } from "../../editor/state/stateMemory";

export interface LinkedApp {
  readonly name: string;
  /** The names of its environment variables; absent where the app cannot be read. */
  readonly variables?: readonly string[] | undefined;
  /** What of its settings counts for a run. */
  readonly settings: Pick<App, "startupCommand" | "memoryMB" | "installCommand">;
}

/** Undefined for a folder that is linked to no app. */
export async function linkedAppOf(
  folder: vscode.Uri,
  accounts: Accounts,
  state: StateMemory,
): Promise<LinkedApp | undefined> {
  const found = await findLinked(folder, accounts, state);
  if (!found) return undefined;
  const { account, appId } = found;
  // A list does not carry its variables (docs/interface.md#application); their values are dropped at once. A folder also
  // runs where the service cannot be reached.
  const app = await account.client.getApp(appId).catch(() => undefined);
  const known = app ?? account.apps.find(appId);
  return {
    name: known?.name ?? appId,
    variables: app?.environment?.map(({ key }) => key),
    settings: {
      ...(known?.startupCommand && { startupCommand: known.startupCommand }),
      ...(known?.memoryMB && { memoryMB: known.memoryMB }),
      ...(known?.installCommand && { installCommand: known.installCommand }),
    },
  };
}

async function findLinked(
  folder: vscode.Uri,
  accounts: Accounts,
  state: StateMemory,
): Promise<{ readonly account: Account; readonly appId: string } | undefined> {
  const link = storedLinksIn(state)[folder.toString()];
  const account = link && accounts.get(link.accountId);
  if (account) return { account, appId: link.appId };
  const appId = await linkedAppId(folder);
  if (appId === undefined) return undefined;
  const [only, ...more] = accounts.all.filter(({ apps }) => apps.find(appId));
  return only && more.length === 0 ? { account: only, appId } : undefined;
}
