// Every setting of package.json, typed. Settings that decide where a token is sent, and how much is sent and read, are
// taken from the user's own settings only: a folder must not redirect or flood anything.
import * as vscode from "vscode";
import { type NumericSettingKey, numberOf, refreshOf } from "../core/settings/numericSettings";
import { attempt } from "./host/optionalApis";

const section = "hostedApps";

/** Keys are without the prefix. */
const settingKeys = [
  "service.url",
  "service.hosts",
  "service.requestTimeoutSeconds",
  "refresh",
  "metrics.backgroundSeconds",
  "metrics.memoryWarningPercent",
  "metrics.watchLinked",
  "deploy.restartAfterPush",
  "localService.restartOnSave",
  "deploy.pushOnSave",
] as const;

type SettingKey = (typeof settingKeys)[number];

/** The user's settings as last read; undefined where the editor sends no change events. */
let known: Map<SettingKey, unknown> | undefined;
let isFollowed = false;

/** Must listen before other listeners, which read the changed values. */
function followChanges(): void {
  if (isFollowed) return;
  isFollowed = true;
  attempt(() => {
    const listener = vscode.workspace.onDidChangeConfiguration(() => known?.clear());
    known = new Map();
    return listener;
  });
}

/** VS Code merges all of its settings for each look: 120 MB of short-lived objects for a list of 5,000 apps. */
function userValue<T>(key: SettingKey, fallback: T): T {
  followChanges();
  if (known?.has(key)) return (known.get(key) as T | undefined) ?? fallback;
  const found = vscode.workspace.getConfiguration(section).inspect<T>(key);
  const value = found?.globalValue ?? found?.defaultValue;
  known?.set(key, value);
  return value ?? fallback;
}

/** Each folder of a workspace may have its own value. */
function folderValue<T>(key: SettingKey, folder: vscode.Uri, fallback: T): T {
  return vscode.workspace.getConfiguration(section, folder).get<T>(key) ?? fallback;
}

function number(key: NumericSettingKey): number {
  return numberOf(key, userValue<unknown>(key, undefined));
}

const leastBackgroundSeconds = 10;

function refreshMs(what: keyof ReturnType<typeof refreshOf>): number {
  return refreshOf(userValue<unknown>("refresh", undefined))[what] * 1000;
}

export const settings = {
  serviceUrl: (): string => userValue("service.url", ""),
  /** Not validated: `hostSettings` reads it. */
  hosts: (): unknown => userValue<unknown>("service.hosts", {}),
  requestTimeoutMs: (): number => number("service.requestTimeoutSeconds") * 1000,
  appsRefreshMs: (): number => refreshMs("apps"),
  metricsRefreshMs: (): number => refreshMs("metrics"),
  /** 0 for never. */
  metricsBackgroundMs: (): number => {
    const seconds = number("metrics.backgroundSeconds");
    return seconds === 0 ? 0 : Math.max(leastBackgroundSeconds, seconds) * 1000;
  },
  memoryWarningPercent: (): number => number("metrics.memoryWarningPercent"),
  /** Apps linked to this window are watched automatically. */
  watchLinked: (): boolean => userValue<unknown>("metrics.watchLinked", true) !== false,
  filesRefreshMs: (): number => refreshMs("files"),
  restartAfterPush: (folder: vscode.Uri): "ask" | "always" | "never" =>
    folderValue("deploy.restartAfterPush", folder, "ask"),
  restartsRunOnSave: (folder: vscode.Uri): boolean => folderValue("localService.restartOnSave", folder, true),
  /** package.json restricts it to trusted folders. */
  pushOnSave: (file: vscode.Uri): boolean => folderValue("deploy.pushOnSave", file, false as boolean),
};

/** Calls the listener when the setting changes, where the editor reports changes. */
export function onDidChangeSetting(key: SettingKey, listener: () => void): vscode.Disposable {
  followChanges();
  return attempt(() =>
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration(`${section}.${key}`)) listener();
    }),
  );
}

/** VS Code is set to overwrite files that others have changed, without a question. */
export function savesOverConflicts(uri: vscode.Uri): boolean {
  const resolution = vscode.workspace.getConfiguration("files", uri).get("saveConflictResolution");
  return resolution === "overwriteFileOnDisk";
}

/** VS Code's own auto save for a file; set for this workspace. */
export const autoSave = {
  get: (uri: vscode.Uri): string => vscode.workspace.getConfiguration("files", uri).get("autoSave", "off"),
  set: async (value: "off" | "onFocusChange"): Promise<void> => {
    await vscode.workspace
      .getConfiguration("files")
      .update("autoSave", value, vscode.ConfigurationTarget.Workspace);
  },
};
