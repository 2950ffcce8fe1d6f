// What a run has of its linked app: settings, and names of variables, whose values come from the folder's .env.
import { parseEnv } from "node:util";
import * as vscode from "vscode";
import type { Accounts } from "../../accounts/accounts";
import type { App } from "../../core/model/model";
import { type FolderReading, folderApp } from "../../editor/project/folderApp";

export interface LinkedApp {
  readonly name: string;
  /** Absent when the app cannot be read. */
  readonly variables?: readonly string[] | undefined;
  /** The app's settings that a run uses. */
  readonly settings: Pick<App, "startupCommand" | "memoryMB" | "installCommand">;
}

/** The linked app, to which a push would go; undefined for a folder without one. */
export async function linkedAppOf(
  reading: FolderReading,
  accounts: Accounts,
): Promise<LinkedApp | undefined> {
  const found = folderApp(reading, accounts);
  const account = found.kind === "linked" && !found.isGone && accounts.get(found.app.accountId);
  if (!account) return undefined;
  const { appId } = found.app;
  // A listing has no variables (docs/interface.md#application). A folder also runs without the service.
  const app = await account.client.getApp(appId).catch(() => undefined);
  const known = app ?? account.apps.find(appId);
  return {
    name: known?.name ?? appId,
    variables: app?.environment?.map(({ key }) => key),
    settings: {
      // Empty when the service chooses how to start the main file; then the run does, too.
      ...(known?.startupCommand !== undefined && { startupCommand: known.startupCommand }),
      ...(known?.memoryMB && { memoryMB: known.memoryMB }),
      ...(known?.installCommand && { installCommand: known.installCommand }),
    },
  };
}

interface FolderVariables {
  readonly environment: readonly { readonly key: string; readonly value: string }[];
  readonly missing: readonly string[];
}

const longestFile = 256 * 1024;

/** All of .env when `names` is absent. Values are passed to the app only. */
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
