// What is kept in VS Code's state, for the workspace and for the user: every key there is, with what it says of accounts,
// so that it ends when they sign out. A key that is not among them does not compile.

/** What a value, or the rest of its key, says of accounts. */
export type StateShape =
  /** Nothing. */
  | "own"
  /** After the prefix: an account; an app as `keyText` has it; the address of a folder, which may be an app's. */
  | "account"
  | "app"
  | "folder"
  /** A list of objects with an `accountId`, or entries with them as values. */
  | "list"
  | "entries"
  /** Entries with apps as keys, as `keyText` has them. */
  | "byApp"
  /** One object with a `uri`. */
  | "place";

/** A key that ends in a colon or a dot is the beginning of several. */
export const stateShapes = {
  "wire.": "account",
  "changedFiles.": "account",
  "permissions.": "account",
  localUser: "own",
  "pendingFolders:": "app",
  "documentBases:": "app",
  pendingMount: "place",
  reopenEditors: "place",
  autoSaveNoticeShown: "own",
  silencedNotices: "byApp",
  chosenLogs: "byApp",
  acceptedFiles: "byApp",
  metricsHistory: "byApp",
  lastingConditions: "byApp",
  watchedApps: "list",
  unwatchedApps: "list",
  "apps.arrangement": "own",
  "walkthrough.done": "own",
  "links.cloned": "own",
  linkedFolders: "entries",
  pushedCommits: "byApp",
  "deploy.choices:": "folder",
  "deploy.noAppFile:": "folder",
  "deploy.task:": "folder",
  "templates.opened": "own",
} as const satisfies Readonly<Record<string, StateShape>>;

type Shapes = typeof stateShapes;

export type StateKey = {
  [K in keyof Shapes]: K extends `${string}${":" | "."}` ? `${K}${string}` : K;
}[keyof Shapes];

/** VS Code's Memento, for the keys that there are. */
export interface StateMemory {
  get(key: StateKey): unknown;
  update(key: StateKey, value: unknown): PromiseLike<void>;
}
