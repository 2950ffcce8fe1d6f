import * as vscode from "vscode";
import { nameOf } from "../../core/paths/appPath";
import { type AppLocation, mountedLocations, parseAppUri } from "../appUris";
import type { AppChoice, OtherLine } from "../pickApp";
import { appOfArgument } from "./commandArguments";

/** A place inside an app, with the app's name for titles and sentences. */
export interface MountChoice extends AppLocation {
  readonly appName: string;
}

// Lets the user pick an app, or one of `more` lines, when the argument names none: `chooseApp` of the Apps feature.
export type ChooseApp = (argument: unknown, title: string, more?: readonly OtherLine[]) => Promise<AppChoice>;

/**
 * The place that a command on files is about: a Uri of the Explorer, an argument object with accountId, appId and
 * perhaps path, else the app of the active editor, else the only mounted one, else one that the user picks. Rejects
 * with CancelledError when the user picks none.
 */
export async function chooseMount(
  argument: unknown,
  title: string,
  chooseApp: ChooseApp,
): Promise<MountChoice> {
  const location = appOfArgument(argument) ?? (argument === undefined ? impliedLocation() : undefined);
  const app = await chooseApp(location ?? argument, title);
  return { accountId: app.accountId, appId: app.appId, path: location?.path ?? "/", appName: app.name };
}

function impliedLocation(): AppLocation | undefined {
  const active = vscode.window.activeTextEditor && parseAppUri(vscode.window.activeTextEditor.document.uri);
  if (active) return { ...active, path: "/" };
  const mounts = mountedLocations();
  return mounts.length === 1 ? mounts[0] : undefined;
}

/** A short name for a place: the last part of its path, or the app's name for the root folder. */
export function labelOf({ path, appName }: MountChoice): string {
  return nameOf(path) || appName;
}
