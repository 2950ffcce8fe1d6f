// Which app a folder names: what the user chose in this workspace, and what its hosted-app.json says.
import * as vscode from "vscode";
import { field, readAs } from "../../core/outside/reading";
import { parseProjectFile, projectFileName } from "../../core/project/projectFile";
import type { ProjectTarget } from "../../core/project/projectTargets";
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

/** What the folder's hosted-app.json says of its apps. */
export interface NamedApps {
  /** Where it names just one. */
  readonly appId: string | undefined;
  /** Where it names several: the user chooses among them. */
  readonly targets: readonly ProjectTarget[];
}

/** Nothing when there is no such file, or none that can be read. */
export async function namedApps(folder: vscode.Uri): Promise<NamedApps> {
  try {
    const bytes = await vscode.workspace.fs.readFile(vscode.Uri.joinPath(folder, projectFileName));
    // Its problems are shown where it is edited.
    const { file, targets } = parseProjectFile(new TextDecoder().decode(bytes));
    const { appId } = file;
    const isMore = appId !== undefined && !targets.some((target) => target.appId === appId);
    const all = isMore ? [...targets, { name: "default", appId, asksFirst: false }] : targets;
    return targets.length === 0 ? { appId, targets: [] } : { appId: onlyOne(all), targets: all };
  } catch {
    return { appId: undefined, targets: [] };
  }
}

function onlyOne(targets: readonly ProjectTarget[]): string | undefined {
  return targets.length === 1 ? targets[0]?.appId : undefined;
}

/** The app id that the folder's hosted-app.json names; undefined when it names none or several, or cannot be read. */
export async function linkedAppId(folder: vscode.Uri): Promise<string | undefined> {
  return (await namedApps(folder)).appId;
}
