// Which app a folder names: what the user chose in this workspace, and what its hosted-app.json says.
import * as vscode from "vscode";
import { field, readAs } from "../../core/outside/reading";
import { parseProjectFile, projectFileName } from "../../core/project/projectFile";
import type { StateMemory } from "../state/stateMemory";

const storedLink = field.object({
  accountId: field.text,
  appId: field.text,
  /** Of the service; a choice is never applied to another one. */
  origin: field.optional(field.text),
  /** The app that the folder's file named when the user chose this one, because no account listed it. */
  insteadOf: field.optional(field.text),
});
const storedLinks = field.entries(storedLink);

/** A choice as it is remembered. */
export type StoredLink = Readonly<ReturnType<typeof storedLink.parse>>;

/** All choices of this workspace, by the addresses of their folders. */
export function storedLinksIn(state: StateMemory): Readonly<Record<string, StoredLink>> {
  return readAs(storedLinks, state.get("linkedFolders")) ?? {};
}

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
