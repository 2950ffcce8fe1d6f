// The context keys that package.json's `when` clauses use, and the only place that sets them.
import * as vscode from "vscode";
import type { AppKey } from "../core/model/appKey";
import { mountedLocations } from "./appUris";
import { attempt } from "./host/optionalApis";

/** Key, without the prefix `hostedApps.`, to its value before anything is known. */
const defaults = {
  /** Whether anybody is known to be signed in: nothing of apps is offered before. */
  signedIn: false,
  /** What the apps view has to say: decides its welcome text. */
  state: "loading" as "loading" | "signedOut" | "empty" | "failed" | "ready" | "filtered",
  /** Why apps could not be loaded, where that has a way out of its own. */
  failure: "other" as "other" | "notUnderstood",
  /** Whether the apps view shows only some apps. */
  filtered: false,
  /** Whether this window started or found the local service. */
  localServiceRunning: false,
  /** Whether the view of search results holds any search. */
  hasSearchResults: false,
  /** Whether a folder of this workspace is known to belong to an app. */
  hasLinkedFolder: false,
  /** Whether an app's files are a folder of this workspace. */
  hasMount: false,
  /** Which of those folders, by address, are of apps that the user's flags do not let see, restart, configure or delete. */
  notReadable: [] as readonly string[],
  notRestartable: [] as readonly string[],
  notConfigurable: [] as readonly string[],
  notDeletable: [] as readonly string[],
  /** Which of them are of apps without a known web address. */
  notOnWeb: [] as readonly string[],
  /** Which of them are of apps that the status bar shows. */
  watchedFolders: [] as readonly string[],
  /** Whether an app was ever created. */
  hasCreated: false,
  /** Whether an app's files were ever open. */
  hasOpenedFiles: false,
  /** Whether a folder was ever pushed to its app, or there was nothing to push. */
  hasPushed: false,
  /** Whether the user has ever chosen an app for the status bar. */
  hasWatched: false,
  /** True for a moment when the walkthrough may have been opened. */
  walkthroughOpened: false,
};

export type ContextKeys = typeof defaults;

/** Remembers what was ever done: the steps of the walkthrough stay done after a reload. */
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

/** For a menu in the Explorer, of whose rows VS Code tells `when` clauses no more than the address. */
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

/** To be called once, before any key is set; `state` is that of all windows. */
export function registerContextKeys(state: DoneMemory): vscode.Disposable {
  for (const key of Object.keys(defaults) as (keyof ContextKeys)[]) setContext(key, defaults[key]);
  for (const key of doneIn(state)) setContext(key, true);
  memory = state;
  // VS Code ends a step of the walkthrough when a key becomes true, and knows the steps only once the walkthrough was
  // opened: for what was done before, a key has to become true then.
  if (vscode.window.tabGroups?.all.some(({ tabs }) => tabs.some(isWalkthrough))) tellOpened();
  return attempt(() =>
    vscode.window.tabGroups.onDidChangeTabs(({ opened }) => {
      if (opened.some(isWalkthrough)) tellOpened();
    }),
  );
}

/** It may be: VS Code says nothing of what such a tab shows. */
function isWalkthrough({ input }: vscode.Tab): boolean {
  return input === undefined;
}

function tellOpened(): void {
  setContext("walkthroughOpened", true);
  setContext("walkthroughOpened", false);
}
