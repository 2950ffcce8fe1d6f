// Reads a command's argument: a Uri of the Explorer, a row of a view, or the argument object of a keybinding, a task or
// a test. What is not valid counts as not given, so that the command asks.
import * as vscode from "vscode";
import { isAppId } from "../../core/model/appId";
import type { AppKey } from "../../core/model/appKey";
import { field, readFields } from "../../core/parse";
import { normalizeAppPath } from "../../core/paths/appPath";
import { type AppLocation, parseAppUri } from "../appUris";

/** Reads fields of an argument object independently. A Uri has none of them: it is no object with a path. */
export const readArgument: typeof readFields = (fields, argument) =>
  readFields(fields, argument instanceof vscode.Uri ? undefined : argument);

export const uri = field.readBy((value) => (value instanceof vscode.Uri ? value : undefined));

/** The part of a row that is an account, a team or a session. */
export const withId = field.object({ id: field.text });

/** The id of the account that an argument or its row names. */
export function accountOfArgument(argument: unknown): string | undefined {
  const { accountId, account } = readArgument({ accountId: field.text, account: withId }, argument);
  return accountId ?? account?.id;
}

/** The one account that an argument or its row names, else all of them. */
export function namedAccounts<Account extends { readonly id: string }>(
  all: readonly Account[],
  argument: unknown,
): readonly Account[] {
  const accountId = accountOfArgument(argument);
  return accountId === undefined ? all : all.filter(({ id }) => id === accountId);
}

/** The app that an argument or its row names, and the path in it where one is named. */
export function appOfArgument(argument: unknown): (AppKey & Partial<AppLocation>) | undefined {
  if (argument instanceof vscode.Uri) return parseAppUri(argument);
  const accountId = accountOfArgument(argument);
  const { appId, path } = readArgument({ appId: field.text, path: field.text }, argument);
  if (accountId === undefined || appId === undefined || !isAppId(appId)) return undefined;
  return { accountId, appId, ...(path !== undefined && { path: normalizeAppPath(path) }) };
}

/** The apps of several selected rows; empty for one row, and for a selection with any other row. */
export function appsOfSelection(more: unknown): AppKey[] {
  if (!Array.isArray(more) || more.length < 2) return [];
  const apps = more.flatMap((row) => {
    const app = appOfArgument(row);
    return app && app.path === undefined ? [{ accountId: app.accountId, appId: app.appId }] : [];
  });
  return apps.length === more.length ? apps : [];
}

/**
 * The folder that an argument is or names: by its address, by a path of this machine, or by a path in the first open
 * folder.
 */
export function folderOfArgument(argument: unknown): vscode.Uri | undefined {
  if (argument instanceof vscode.Uri) return argument;
  const address = readArgument({ folder: uri }, argument).folder;
  const { folder: name = "" } = readArgument({ folder: field.text }, argument);
  return address ?? folderNamed(name);
}

function folderNamed(text: string): vscode.Uri | undefined {
  if (text === "") return undefined;
  // A single letter before the colon is a drive.
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
