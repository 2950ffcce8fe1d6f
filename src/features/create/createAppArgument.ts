// Arguments of the deploy commands: nothing, a folder of the Explorer, or an argument object.
import * as vscode from "vscode";
import type { NewAppSettings } from "../../core/model/model";
import { omitUndefined } from "../../core/omitUndefined";
import { field, readFields } from "../../core/parse";
import { isObject } from "../../core/text/isObject";
import { folderOfArgument, readArgument } from "../../editor/commands/commandArguments";

interface CreateAppArgument {
  /** An address or a path. */
  readonly folder?: vscode.Uri;
  readonly accountId?: string;
  /** Settings without a question; those left out are detected. */
  readonly settings?: Partial<NewAppSettings>;
  /** The steps start with these; values that cannot be used are left out. */
  readonly startWith?: Partial<NewAppSettings>;
}

const settingFields = {
  name: field.text,
  mainFile: field.text,
  memoryMB: field.number,
  runtime: field.oneOf(["python", "nodejs"]),
  exposedViaWeb: field.flag,
  autoRestart: field.flag,
  startupCommand: field.text,
  teamId: field.text,
};

/** Reads stored settings, which are complete. */
export const newAppSettings = field.object({ ...settingFields, teamId: field.optional(field.text) });

/** Throws a sentence when `settings` has a value that cannot be used. */
export function readCreateAppArgument(argument: unknown): CreateAppArgument {
  const fields = { accountId: field.anything, settings: field.anything, startWith: field.anything };
  const { accountId, settings, startWith } = readArgument(fields, argument);
  return omitUndefined({
    folder: folderOfArgument(argument),
    // An account id that is not text is not dropped: the user is told that there is no such account.
    accountId: accountId === undefined ? undefined : String(accountId),
    settings: settings === undefined ? undefined : completeSettings(settings),
    startWith: omitUndefined(readFields(settingFields, startWith)),
  });
}

/** Without a question, the user would not see that a value was left out. */
function completeSettings(said: unknown): Partial<NewAppSettings> {
  const settings = omitUndefined(readFields(settingFields, said));
  const wrong = isObject(said)
    ? Object.keys(settingFields).filter((name) => said[name] !== undefined && !(name in settings))
    : [String(said)];
  if (wrong.length === 0) return settings;
  throw new Error(
    vscode.l10n.t('The "settings" argument can\'t be used: {0}. Nothing was sent.', wrong.join(", ")),
  );
}
