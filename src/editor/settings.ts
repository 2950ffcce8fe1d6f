// Every setting of package.json, typed. Those that decide where a token goes are read from the user's own settings
// only: a folder's settings must not redirect it.
import * as vscode from "vscode";

const section = "hostedApps";

/** The keys without the prefix, as package.json contributes them. */
export const settingKeys = [
  "service.url",
  "service.tokenPage",
  "service.requestTimeoutSeconds",
  "service.wire",
  "apps.refreshSeconds",
  "metrics.refreshSeconds",
  "metrics.memoryWarningPercent",
  "files.refreshSeconds",
  "files.maxOpenMB",
  "deploy.maxArchiveMB",
  "deploy.restartAfterPush",
] as const;

export type SettingKey = (typeof settingKeys)[number];

function userValue<T>(key: SettingKey, fallback: T): T {
  const found = vscode.workspace.getConfiguration(section).inspect<T>(key);
  return found?.globalValue ?? found?.defaultValue ?? fallback;
}

function value<T>(key: SettingKey, fallback: T): T {
  return vscode.workspace.getConfiguration(section).get<T>(key) ?? fallback;
}

/** A number of a setting, or the fallback where the user wrote something else, kept to at least `least`. */
function numberAtLeast(least: number, found: unknown, fallback: number): number {
  return Math.max(least, typeof found === "number" && Number.isFinite(found) ? found : fallback);
}

const megabyte = 1024 * 1024;

export const settings = {
  serviceUrl: (): string => userValue("service.url", ""),
  tokenPage: (): string => userValue("service.tokenPage", ""),
  requestTimeoutMs: (): number => numberAtLeast(1, userValue("service.requestTimeoutSeconds", 30), 30) * 1000,
  /** As it stands there: the client reads it. */
  wire: (): unknown => userValue<unknown>("service.wire", {}),
  appsRefreshMs: (): number => numberAtLeast(10, value("apps.refreshSeconds", 60), 60) * 1000,
  metricsRefreshMs: (): number => numberAtLeast(2, value("metrics.refreshSeconds", 10), 10) * 1000,
  memoryWarningPercent: (): number => numberAtLeast(1, value("metrics.memoryWarningPercent", 90), 90),
  filesRefreshMs: (): number => numberAtLeast(5, value("files.refreshSeconds", 15), 15) * 1000,
  maxOpenBytes: (): number => numberAtLeast(1, value("files.maxOpenMB", 20), 20) * megabyte,
  maxArchiveBytes: (): number => numberAtLeast(1, value("deploy.maxArchiveMB", 100), 100) * megabyte,
  restartAfterPush: (): "ask" | "always" | "never" => value("deploy.restartAfterPush", "ask"),
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
