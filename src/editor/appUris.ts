// hosted-app://<account>/<appId>/<path inside the app>: the addresses by which VS Code knows remote files. The app's id
// is a segment of the path because VS Code lower-cases authorities.

import * as vscode from "vscode";
import { textHash } from "../core/disk/contentHash";
import { isAppId } from "../core/model/appId";
import { type AppKey, keyText } from "../core/model/appKey";
import { normalizeAppPath, segmentsOf } from "../core/paths/appPath";

export const appScheme = "hosted-app";

export interface AppLocation extends AppKey {
  /** Absolute within the app. */
  readonly path: string;
}

/** `path` must be normalized; "/" is the app's root folder. */
export function appUri({ accountId, appId, path }: AppLocation): vscode.Uri {
  return vscode.Uri.from({
    scheme: appScheme,
    authority: accountId,
    path: `/${appId}${path === "/" ? "" : path}`,
  });
}

/** Random in each window, so that no other code can make an address that is read without the user's acceptance. */
const secret = [...crypto.getRandomValues(new Uint8Array(16))];

function proofOf(uri: vscode.Uri, hash: string): string {
  const location = parseAppUri(uri);
  return textHash(JSON.stringify([location && keyText(location), location?.path, hash, secret]));
}

/**
 * The file's address for our own plans, diffs and reviews, which may read a file that the user has not accepted yet;
 * with the hash of a content it is read only while it has that content. It cannot be saved.
 */
export function ownReadUri(uri: vscode.Uri, hash = ""): vscode.Uri {
  return uri.scheme === appScheme ? uri.with({ query: `${proofOf(uri, hash)}${hash}` }) : uri;
}

/** The hash that an address of `ownReadUri` asks for, "" for any content; undefined for every other address. */
export function ownReadHash(uri: vscode.Uri): string | undefined {
  const hash = uri.query.slice(64);
  return uri.query !== "" && uri.query === `${proofOf(uri, hash)}${hash}` ? hash : undefined;
}

/** Undefined for an address of another scheme or without an app. */
export function parseAppUri(uri: vscode.Uri): AppLocation | undefined {
  const [appId, ...rest] = segmentsOf(uri.path);
  if (uri.scheme !== appScheme || !uri.authority || appId === undefined || !isAppId(appId)) return undefined;
  return { accountId: uri.authority.toLowerCase(), appId, path: normalizeAppPath(rest.join("/")) };
}

/** The mounted folders of this window. */
export function mountedLocations(): (AppLocation & { readonly uri: vscode.Uri })[] {
  return (vscode.workspace.workspaceFolders ?? []).flatMap(({ uri }) => {
    const location = parseAppUri(uri);
    return location ? [{ ...location, uri }] : [];
  });
}
