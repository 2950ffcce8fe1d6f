// Request bodies, written strictly (docs/interface.md#writing).

import { ServiceError } from "../core/errors/serviceError";
import type { App, AppSettingsChange, NewAppSettings } from "../core/model/model";
import { nameOf, uploadNameProblem } from "../core/paths/appPath";
import { changeableKeys, settingKeys, settingsTable } from "../core/settings/settingsTable";

/** docs/interface.md#create-an-app. The archive follows them, for services that parse while they receive. */
export function createFields(settings: NewAppSettings): Readonly<Record<string, string>> {
  return Object.fromEntries(
    settingKeys.flatMap((key) => {
      const { property, requestName } = settingsTable[key];
      return settings[property] === undefined ? [] : [[requestName, String(settings[property])]];
    }),
  );
}

export function archiveNameFor(appName: string): string {
  const name = appName.replace(/[^\p{L}\p{N}._ -]+/gu, "-").replace(/^[. ]+/, "");
  return `${name === "" ? "app" : name}.zip`;
}

/**
 * docs/interface.md#update-an-app: unchanged start command and runtime are null, the other fields are
 * repeated. ServiceError "badInput" when a current value is unknown.
 */
export function updateBody(current: App, change: AppSettingsChange): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    changeableKeys.map((key) => {
      const { property, requestName, whenUnchanged } = settingsTable[key];
      const kept = whenUnchanged === "null" ? null : current[property];
      return [requestName, required(key, change[property] ?? kept)];
    }),
  );
}

/** Throws a ServiceError "badInput" for a path that cannot be written or deleted. */
export function requireFilePath(path: string): void {
  if (nameOf(path) === "") throw new ServiceError("badInput", "the app's root folder isn't a file");
  // A lone surrogate would be sent as U+FFFD, which is another path.
  if (/\p{Surrogate}/u.test(path)) throw new ServiceError("badInput", "a path that isn't valid Unicode");
}

/** Throws a ServiceError "badInput" for a name that no upload can carry. */
export function requireUploadPath(path: string): void {
  requireFilePath(path);
  const problem = uploadNameProblem(nameOf(path));
  if (problem !== undefined)
    throw new ServiceError("badInput", `a file name that can't be uploaded: ${problem}`);
}

function required<T>(what: string, value: T | undefined): T {
  if (value === undefined) {
    throw new ServiceError(
      "badInput",
      `the service doesn't report the app's ${what}, which an update has to repeat`,
    );
  }
  return value;
}
