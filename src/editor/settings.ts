// Every setting of package.json, typed. Those that decide where a token goes and how much is sent and
// read are taken from the user's own settings only: a folder must not redirect or flood anything.
import * as vscode from "vscode";
import { type NumericSettingKey, numberOf } from "../core/settings/numericSettings";

const section = "hostedApps";

/** The keys without the prefix, as package.json contributes them. */
export const settingKeys = [
  "service.url",
  "service.tokenPage",
  "service.appPage",
  "service.webAddress",
  "service.requestTimeoutSeconds",
  "service.wire",
  "apps.refreshSeconds",
  "metrics.refreshSeconds",
  "metrics.backgroundSeconds",
  "metrics.memoryWarningPercent",
  "metrics.watchLinked",
  "files.refreshSeconds",
  "files.maxOpenMB",
  "deploy.maxArchiveMB",
  "deploy.restartAfterPush",
  "localService.restartOnSave",
  "deploy.pushOnSave",
] as const;

export type SettingKey = (typeof settingKeys)[number];

function userValue<T>(key: SettingKey, fallback: T): T {
  const found = vscode.workspace.getConfiguration(section).inspect<T>(key);
  return found?.globalValue ?? found?.defaultValue ?? fallback;
}

/** As it stands for a folder: each folder of a workspace may have its own. */
function folderValue<T>(key: SettingKey, folder: vscode.Uri, fallback: T): T {
  return vscode.workspace.getConfiguration(section, folder).get<T>(key) ?? fallback;
}

/** A number, of the user's own settings only: a folder must not decide how much is sent and read. */
function number(key: NumericSettingKey): number {
  return numberOf(key, userValue<unknown>(key, undefined));
}

const leastBackgroundSeconds = 10;
const megabyte = 1024 * 1024;

export const settings = {
  serviceUrl: (): string => userValue("service.url", ""),
  tokenPage: (): string => userValue("service.tokenPage", ""),
  /** The template of an app's page on the service's own site, see `appPage`. */
  appPage: (): string => userValue("service.appPage", ""),
  /** The template of an app's web address, see `webAddress`. */
  webAddress: (): string => userValue("service.webAddress", ""),
  requestTimeoutMs: (): number => number("service.requestTimeoutSeconds") * 1000,
  /** As it stands there: the client reads it. */
  wire: (): unknown => userValue<unknown>("service.wire", {}),
  appsRefreshMs: (): number => number("apps.refreshSeconds") * 1000,
  metricsRefreshMs: (): number => number("metrics.refreshSeconds") * 1000,
  /** 0 for never. */
  metricsBackgroundMs: (): number => {
    const seconds = number("metrics.backgroundSeconds");
    return seconds === 0 ? 0 : Math.max(leastBackgroundSeconds, seconds) * 1000;
  },
  memoryWarningPercent: (): number => number("metrics.memoryWarningPercent"),
  /** Whether the app that a window is about is watched without being asked for. */
  watchLinked: (): boolean => userValue<unknown>("metrics.watchLinked", true) !== false,
  filesRefreshMs: (): number => number("files.refreshSeconds") * 1000,
  maxOpenBytes: (): number => number("files.maxOpenMB") * megabyte,
  maxArchiveBytes: (): number => number("deploy.maxArchiveMB") * megabyte,
  restartAfterPush: (folder: vscode.Uri): "ask" | "always" | "never" =>
    folderValue("deploy.restartAfterPush", folder, "ask"),
  restartsRunOnSave: (folder: vscode.Uri): boolean => folderValue("localService.restartOnSave", folder, true),
  /** Of a trusted folder only: package.json restricts it. */
  pushOnSave: (file: vscode.Uri): boolean => folderValue("deploy.pushOnSave", file, false as boolean),
};

/** Calls the listener when a setting of that key changes. */
export function onDidChangeSetting(key: SettingKey, listener: () => void): vscode.Disposable {
  return vscode.workspace.onDidChangeConfiguration((event) => {
    if (event.affectsConfiguration(`${section}.${key}`)) listener();
  });
}

/** Whether VS Code is set to save over what somebody else has changed without a question. */
export function savesOverConflicts(uri: vscode.Uri): boolean {
  const resolution = vscode.workspace.getConfiguration("files", uri).get("saveConflictResolution");
  return resolution === "overwriteFileOnDisk";
}

/** VS Code's own auto save, where a file lies; set for this workspace. */
export const autoSave = {
  get: (uri: vscode.Uri): string => vscode.workspace.getConfiguration("files", uri).get("autoSave", "off"),
  set: async (value: "off" | "onFocusChange"): Promise<void> => {
    await vscode.workspace
      .getConfiguration("files")
      .update("autoSave", value, vscode.ConfigurationTarget.Workspace);
  },
};
