// Request bodies, written strictly (docs/interface.md#writing): what the service gets is complete and well-formed.

import { ServiceError } from "../core/errors/serviceError";
import type { App, AppSettingsChange, NewAppSettings } from "../core/model/model";
import { nameOf, uploadNameProblem } from "../core/paths/appPath";
import { changeableKeys, settingKeys, settingsTable } from "../core/settings/settingsTable";

/** docs/interface.md#create-an-app. The archive comes after them, for services that read as they receive. */
export function createFields(settings: NewAppSettings): Readonly<Record<string, string>> {
  return Object.fromEntries(
    settingKeys.flatMap((key) => {
      const { property, wireName } = settingsTable[key];
      return settings[property] === undefined ? [] : [[wireName, String(settings[property])]];
    }),
  );
}

/** The file name under which a new app's archive is sent. */
export function archiveNameFor(appName: string): string {
  const name = appName.replace(/[^\p{L}\p{N}._ -]+/gu, "-").replace(/^[. ]+/, "");
  return `${name === "" ? "app" : name}.zip`;
}

/**
 * docs/interface.md#update-an-app: name, memory, web and auto-restart are always there, the start command
 * and the runtime are null when they stay. ServiceError "badInput" when a current value that is needed is unknown.
 */
export function updateBody(current: App, change: AppSettingsChange): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    changeableKeys.map((key) => {
      const { property, wireName, whenKept } = settingsTable[key];
      const kept = whenKept === "null" ? null : current[property];
      return [wireName, required(key, change[property] ?? kept)];
    }),
  );
}

/** Throws a ServiceError "badInput" for a path that the service cannot be asked to write or delete. */
export function requireFilePath(path: string): void {
  if (nameOf(path) === "") throw new ServiceError("badInput", "the app's root folder isn't a file");
  // A lone surrogate would be sent as another character, and so as another path.
  if (/\p{Surrogate}/u.test(path)) throw new ServiceError("badInput", "a path that isn't valid Unicode");
}

/** Throws a ServiceError "badInput" for a file whose name an upload cannot carry. */
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
