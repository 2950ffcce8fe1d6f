// Which app a folder names: what the user chose in this workspace, and what its hosted-app.json says.
import type * as vscode from "vscode";
import { Emitter } from "../../core/async/emitter";
import { field, readAs } from "../../core/outside/reading";
import type { ProjectTarget } from "../../core/project/projectTargets";
import type { StateMemory } from "../state/stateMemory";
import { projectFileIn } from "./projectFileIn";

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

/** A choice was made in this window, or taken away. */
export const linksChanged = new Emitter<void>();

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

/** Nothing where the folder has no such file. Rejects with a sentence when it has one that cannot be used. */
export async function namedApps(folder: vscode.Uri): Promise<NamedApps> {
  const { file, targets } = (await projectFileIn(folder)) ?? { file: { appId: undefined }, targets: [] };
  const { appId } = file;
  const isMore = appId !== undefined && !targets.some((target) => target.appId === appId);
  const all = isMore ? [...targets, { name: "default", appId, asksFirst: false }] : targets;
  return targets.length === 0 ? { appId, targets: [] } : { appId: onlyOne(all), targets: all };
}

/** Whether the folder's file names apps and not this one: the file takes precedence over a choice. */
export function namesOther({ appId: named, targets }: NamedApps, appId: string): boolean {
  return targets.length > 0
    ? !targets.some((target) => target.appId === appId)
    : named !== undefined && named !== appId;
}

function onlyOne(targets: readonly ProjectTarget[]): string | undefined {
  return targets.length === 1 ? targets[0]?.appId : undefined;
}

/** The app id that the folder's hosted-app.json names; undefined when it names none or several. Rejects as namedApps. */
export async function linkedAppId(folder: vscode.Uri): Promise<string | undefined> {
  return (await namedApps(folder)).appId;
}
