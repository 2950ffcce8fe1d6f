// hosted-app://<account>/<appId>/<path inside the app>: the addresses under which VS Code knows an app's files.
// The app id is a path segment because VS Code lower-cases authorities.

import * as vscode from "vscode";
import { isAppId } from "../core/model/appId";
import type { AppKey } from "../core/model/appKey";
import { normalizeAppPath, segmentsOf } from "../core/paths/appPath";

export const appScheme = "hosted-app";

/** Where a file is: whose account, which app, which path inside it. */
export interface AppLocation extends AppKey {
  /** Absolute within the app. */
  readonly path: string;
}

export function appUri({ accountId, appId, path }: AppLocation): vscode.Uri {
  return vscode.Uri.from({
    scheme: appScheme,
    authority: accountId,
    path: `/${appId}${path === "/" ? "" : path}`,
  });
}

const ownRead = "own";

/** The same file for our own plans, diffs and reviews, also one that the user has not accepted yet. It cannot be saved. */
export function ownReadUri(uri: vscode.Uri): vscode.Uri {
  return uri.scheme === appScheme ? uri.with({ query: ownRead }) : uri;
}

export function isOwnRead(uri: vscode.Uri): boolean {
  return uri.query === ownRead;
}

/** Undefined for an address of another scheme or without an app. */
export function parseAppUri(uri: vscode.Uri): AppLocation | undefined {
  const [appId, ...rest] = segmentsOf(uri.path);
  if (uri.scheme !== appScheme || !uri.authority || appId === undefined || !isAppId(appId)) return undefined;
  return { accountId: uri.authority.toLowerCase(), appId, path: normalizeAppPath(rest.join("/")) };
}
