// All keys of VS Code's state, of the workspace and of the user, each with the part of it that names accounts, so that
// it is removed at sign-out. Another key does not compile.

export type StateShape =
  /** No account. */
  | "own"
  /** After the prefix: an account; an app as in `keyText`; the URI of a folder, which may be an app's. */
  | "account"
  | "app"
  | "folder"
  /** A list of objects with an `accountId`, or entries with them as values. */
  | "list"
  | "entries"
  /** Entries with apps as keys, as `keyText` has them. */
  | "byApp"
  /** An object with a `uri`. */
  | "place";

/** A key that ends in a colon or a dot is a prefix of several keys. */
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
  healthChecks: "byApp",
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
  savedFiles: "own",
  "deploy.choices:": "folder",
  "deploy.noAppFile:": "folder",
  "deploy.task:": "folder",
  "run.start:": "own",
  "templates.opened": "own",
} as const satisfies Readonly<Record<string, StateShape>>;

type Shapes = typeof stateShapes;

export type StateKey = {
  [K in keyof Shapes]: K extends `${string}${":" | "."}` ? `${K}${string}` : K;
}[keyof Shapes];

/** VS Code's Memento, limited to these keys. */
export interface StateMemory {
  get(key: StateKey): unknown;
  update(key: StateKey, value: unknown): PromiseLike<void>;
}
