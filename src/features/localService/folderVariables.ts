// What a folder that runs on this machine has of the app that it is linked to, and the variables that it gets: their names
// are those of that app, their values come from the folder's own .env.
import { parseEnv } from "node:util";
import * as vscode from "vscode";
import type { Accounts } from "../../accounts/accounts";
import type { App } from "../../core/model/model";
import { type FolderReading, folderApp } from "../../editor/project/folderApp";

export interface LinkedApp {
  readonly name: string;
  /** The names of its environment variables; absent where the app cannot be read. */
  readonly variables?: readonly string[] | undefined;
  /** What of its settings counts for a run. */
  readonly settings: Pick<App, "startupCommand" | "memoryMB" | "installCommand">;
}

/** The app that a push goes to, as far as a run does as the service would; undefined for a folder that is linked to none. */
export async function linkedAppOf(
  reading: FolderReading,
  accounts: Accounts,
): Promise<LinkedApp | undefined> {
  const found = folderApp(reading, accounts);
  const account = found.kind === "linked" && !found.isGone && accounts.get(found.app.accountId);
  if (!account) return undefined;
  const { appId } = found.app;
  // A list does not carry its variables (docs/interface.md#application); their values are dropped at once. A folder also
  // runs where the service cannot be reached.
  const app = await account.client.getApp(appId).catch(() => undefined);
  const known = app ?? account.apps.find(appId);
  return {
    name: known?.name ?? appId,
    variables: app?.environment?.map(({ key }) => key),
    settings: {
      // Empty where the service chooses how to start the main file: then it does that here, too.
      ...(known?.startupCommand !== undefined && { startupCommand: known.startupCommand }),
      ...(known?.memoryMB && { memoryMB: known.memoryMB }),
      ...(known?.installCommand && { installCommand: known.installCommand }),
    },
  };
}

interface FolderVariables {
  readonly environment: readonly { readonly key: string; readonly value: string }[];
  /** Names that the app has and .env has not. */
  readonly missing: readonly string[];
}

const longestFile = 256 * 1024;

/** All of .env where the folder is linked to no app, or that one cannot be read. Values go nowhere but to the app. */
export async function variablesFor(
  folder: vscode.Uri,
  names: LinkedApp["variables"],
): Promise<FolderVariables> {
  const values = await valuesIn(vscode.Uri.joinPath(folder, ".env"));
  const environment = [...values]
    .filter(([key]) => !names || names.includes(key))
    .map(([key, value]) => ({ key, value }));
  return { environment, missing: (names ?? []).filter((name) => !values.has(name)) };
}

async function valuesIn(file: vscode.Uri): Promise<ReadonlyMap<string, string>> {
  const bytes = await vscode.workspace.fs.readFile(file).then(undefined, () => undefined);
  if (!bytes || bytes.length > longestFile) return new Map();
  const values = Object.entries(parseEnv(new TextDecoder().decode(bytes)));
  return new Map(values.filter((entry): entry is [string, string] => entry[1] !== undefined));
}
