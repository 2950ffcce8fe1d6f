// What a command was called with: a Uri of the Explorer, a row of a view, or the argument object of a keybinding, a task
// or a test. What of it is not valid is as if it had not been given, so that the command asks.
import * as vscode from "vscode";
import { isAppId } from "../../core/model/appId";
import type { AppKey } from "../../core/model/appKey";
import { field, readFields } from "../../core/outside/reading";
import { normalizeAppPath } from "../../core/paths/appPath";
import { type AppLocation, parseAppUri } from "../appUris";

/** Reads fields of an argument object, each by itself. Anything else has none: a Uri is no object with a path. */
export const readArgument: typeof readFields = (fields, argument) =>
  readFields(fields, argument instanceof vscode.Uri ? undefined : argument);

/** An address of VS Code. */
export const uri = field.readBy((value) => (value instanceof vscode.Uri ? value : undefined));

/** What a row holds that stands for an account, a team or a session. */
export const withId = field.object({ id: field.text });

/** The account that an argument names, or the one whose row it is. */
export function accountOfArgument(argument: unknown): string | undefined {
  const { accountId, account } = readArgument({ accountId: field.text, account: withId }, argument);
  return accountId ?? account?.id;
}

/** The one account that an argument names or whose row it is, else all of them. */
export function namedAccounts<Account extends { readonly id: string }>(
  all: readonly Account[],
  argument: unknown,
): readonly Account[] {
  const accountId = accountOfArgument(argument);
  return accountId === undefined ? all : all.filter(({ id }) => id === accountId);
}

/** The app that an argument names or whose row it is, and the place in it where one is named. */
export function appOfArgument(argument: unknown): (AppKey & Partial<AppLocation>) | undefined {
  if (argument instanceof vscode.Uri) return parseAppUri(argument);
  const accountId = accountOfArgument(argument);
  const { appId, path } = readArgument({ appId: field.text, path: field.text }, argument);
  if (accountId === undefined || appId === undefined || !isAppId(appId)) return undefined;
  return { accountId, appId, ...(path !== undefined && { path: normalizeAppPath(path) }) };
}

/** The apps of several selected rows; empty for one row, and for a selection that holds anything else. */
export function appsOfSelection(more: unknown): AppKey[] {
  if (!Array.isArray(more) || more.length < 2) return [];
  const apps = more.flatMap((row) => {
    const app = appOfArgument(row);
    return app && app.path === undefined ? [{ accountId: app.accountId, appId: app.appId }] : [];
  });
  return apps.length === more.length ? apps : [];
}

/** The folder that an argument is or names: by its address, a path of this machine, or one in the first open folder. */
export function folderOfArgument(argument: unknown): vscode.Uri | undefined {
  if (argument instanceof vscode.Uri) return argument;
  const address = readArgument({ folder: uri }, argument).folder;
  const { folder: name = "" } = readArgument({ folder: field.text }, argument);
  return address ?? folderNamed(name);
}

function folderNamed(text: string): vscode.Uri | undefined {
  if (text === "") return undefined;
  // One letter before the colon is a drive.
  if (/^[a-z][\w+.-]+:/i.test(text)) return vscode.Uri.parse(text, true);
  const isAbsolute = text.startsWith("/") || /^[a-z]:[\\/]/i.test(text) || text.startsWith("\\\\");
  const first = vscode.workspace.workspaceFolders?.[0]?.uri;
  return isAbsolute || !first ? vscode.Uri.file(text) : vscode.Uri.joinPath(first, text);
}

/** The files that a command of the Explorer was called on: the selection when there is one, else the one file. */
export function selectedUris(argument: unknown, more: unknown): vscode.Uri[] {
  const selection = Array.isArray(more) ? more.filter((each) => each instanceof vscode.Uri) : [];
  if (selection.length > 0) return selection;
  return argument instanceof vscode.Uri ? [argument] : [];
}
