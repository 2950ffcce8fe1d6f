// The context keys that package.json's `when` clauses use, and the only place that sets them.
import * as vscode from "vscode";
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
  /** Whether an app is shown in the status bar. */
  watching: false,
  /** Whether this window started or found the local service. */
  localServiceRunning: false,
  /** Whether the view of search results holds any search. */
  hasSearchResults: false,
  /** Whether a file of an app is being followed. */
  following: false,
  /** Whether a folder of this workspace is known to belong to an app. */
  hasLinkedFolder: false,
  /** Whether an app's files are a folder of this workspace. */
  hasMount: false,
  /** Whether this window has created an app. */
  hasCreated: false,
  /** Whether this window has pushed a folder to its app, or found nothing to push. */
  hasPushed: false,
  /** True for a moment when the walkthrough may have been opened. */
  walkthroughOpened: false,
};

export type ContextKeys = typeof defaults;

const current = new Map<string, unknown>();

/** Sets a key when its value changed. */
export function setContext<Key extends keyof ContextKeys>(key: Key, value: ContextKeys[Key]): void {
  if (current.get(key) === value) return;
  current.set(key, value);
  void vscode.commands.executeCommand("setContext", `hostedApps.${key}`, value);
}

/** To be called once, before any key is set. */
export function registerContextKeys(): vscode.Disposable {
  for (const key of Object.keys(defaults) as (keyof ContextKeys)[]) setContext(key, defaults[key]);
  // VS Code ends a step of the walkthrough when a key becomes true, and knows the steps only once the walkthrough was
  // opened: for what was done before, a key has to become true then.
  return attempt(() =>
    vscode.window.tabGroups.onDidChangeTabs(({ opened }) => {
      if (!opened.some(({ input }) => input === undefined)) return;
      setContext("walkthroughOpened", true);
      setContext("walkthroughOpened", false);
    }),
  );
}
