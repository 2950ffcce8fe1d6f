// The context keys of package.json's `when` clauses, and the only place that sets them.
import * as vscode from "vscode";
import type { AppKey } from "../core/model/appKey";
import { mountedLocations } from "./appUris";
import { attempt } from "./host/optionalApis";

/** Keys are without the prefix `hostedApps.`; values are those before anything is known. */
const defaults = {
  /** Nothing of apps is offered before a user is known to be signed in. */
  signedIn: false,
  /** Decides the welcome text of the Apps view. */
  state: "loading" as "loading" | "signedOut" | "empty" | "failed" | "ready" | "filtered",
  /** Why apps could not be loaded, where that has its own remedy. */
  failure: "other" as "other" | "notUnderstood",
  /** The Apps view shows only some apps. */
  filtered: false,
  /** This window started or found the local service. */
  localServiceRunning: false,
  hasSearchResults: false,
  /** A folder of this workspace is known to belong to an app. */
  hasLinkedFolder: false,
  /** A remote folder is a folder of this workspace. */
  hasMount: false,
  /** Addresses of mounted folders whose app the user's flags do not allow to see, restart, configure or delete. */
  notReadable: [] as readonly string[],
  notRestartable: [] as readonly string[],
  notConfigurable: [] as readonly string[],
  notDeletable: [] as readonly string[],
  /** Addresses of mounted folders of apps without a known web address. */
  notOnWeb: [] as readonly string[],
  /** Addresses of mounted folders of apps in the status bar. */
  watchedFolders: [] as readonly string[],
  hasCreated: false,
  hasOpenedFiles: false,
  /** A folder was ever pushed to its app, or there was nothing to push. */
  hasPushed: false,
  /** The user has ever chosen an app for the status bar. */
  hasWatched: false,
  /** True for a moment when the walkthrough may have been opened. */
  walkthroughOpened: false,
};

export type ContextKeys = typeof defaults;

/** Steps of the walkthrough stay done after a reload. */
interface DoneMemory {
  get(key: typeof doneKey): unknown;
  update(key: typeof doneKey, value: readonly string[]): PromiseLike<void>;
}

const doneKey = "walkthrough.done";
const everKeys = ["hasCreated", "hasOpenedFiles", "hasPushed", "hasWatched"] as const;

const current = new Map<string, unknown>();
let memory: DoneMemory | undefined;

/** Sets a key when its value changed. */
export function setContext<Key extends keyof ContextKeys>(key: Key, value: ContextKeys[Key]): void {
  if (String(current.get(key)) === String(value)) return;
  current.set(key, value);
  void vscode.commands.executeCommand("setContext", `hostedApps.${key}`, value);
  if (value === true && everKeys.some((each) => each === key))
    void memory?.update(doneKey, [...doneIn(memory), key]);
}

/** Lists folders for the Explorer's menus: a `when` clause there knows only a row's URI. */
export function setFolders(
  key: "watchedFolders" | Extract<keyof ContextKeys, `not${string}`>,
  isMeant: (app: AppKey) => boolean,
): void {
  const folders = mountedLocations().flatMap((app) => (isMeant(app) ? [String(app.uri)] : []));
  setContext(key, folders);
}

function doneIn(state: DoneMemory): (keyof ContextKeys)[] {
  const done = state.get(doneKey);
  return everKeys.filter((key) => Array.isArray(done) && done.includes(key));
}

/** Call it once, before any key is set. `state` is shared by all windows. */
export function registerContextKeys(state: DoneMemory): vscode.Disposable {
  for (const key of Object.keys(defaults) as (keyof ContextKeys)[]) setContext(key, defaults[key]);
  for (const key of doneIn(state)) setContext(key, true);
  memory = state;
  // VS Code completes a step of the walkthrough when a key becomes true, and knows the steps only once the walkthrough
  // was opened: for what was done before, a key has to become true then.
  if (vscode.window.tabGroups?.all.some(({ tabs }) => tabs.some(isWalkthrough))) announceWalkthrough();
  return attempt(() =>
    vscode.window.tabGroups.onDidChangeTabs(({ opened }) => {
      if (opened.some(isWalkthrough)) announceWalkthrough();
    }),
  );
}

/** The tab may be a walkthrough: VS Code does not say what such a tab shows. */
function isWalkthrough({ input }: vscode.Tab): boolean {
  return input === undefined;
}

function announceWalkthrough(): void {
  setContext("walkthroughOpened", true);
  setContext("walkthroughOpened", false);
}
