// The variables that a folder's app gets when it runs on this machine: their names are those of the app that the folder is
// linked to, their values come from the folder's own .env.
import { parseEnv } from "node:util";
import * as vscode from "vscode";
import type { LinkedApp } from "./linkedApp";

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
