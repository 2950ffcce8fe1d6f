// A folder and an app have one transfer at a time in this window: each remembers what both share when it ends.
import * as vscode from "vscode";
import type { TransferPlace } from "./transferPlace";

type Place = Pick<TransferPlace, "folder" | "accountId" | "appId" | "folderName" | "appName">;

/** Pushes and pulls of whole folders, plan included. */
const wholeFolders = new Set<string>();
const last = new Map<string, Promise<void>>();

function keyOf({ folder, accountId, appId }: Place): string {
  return `${folder} ${accountId} ${appId}`;
}

/** Rejects while another push or pull of the folder is under way; single files of it are waited for. */
export async function wholeFolderTurn<T>(place: Place, work: () => Promise<T>): Promise<T> {
  const key = keyOf(place);
  requireNoWhole(place);
  wholeFolders.add(key);
  try {
    return await inTurn(key, work);
  } finally {
    wholeFolders.delete(key);
  }
}

/** Files that the user has just asked for: rejects while a push or pull of the folder is under way. */
export async function filesTurn<T>(place: Place, work: () => Promise<T>): Promise<T> {
  requireNoWhole(place);
  return await inTurn(keyOf(place), work);
}

/** Files that nobody waits for: after whatever is under way. */
export async function patientTurn<T>(place: Place, work: () => Promise<T>): Promise<T> {
  return await inTurn(keyOf(place), work);
}

async function inTurn<T>(key: string, work: () => Promise<T>): Promise<T> {
  const before = last.get(key) ?? Promise.resolve();
  const own = before.then(work);
  const ended = own.then(
    () => undefined,
    () => undefined,
  );
  last.set(key, ended);
  try {
    return await own;
  } finally {
    if (last.get(key) === ended) last.delete(key);
  }
}

function requireNoWhole(place: Place): void {
  if (!wholeFolders.has(keyOf(place))) return;
  throw new Error(
    vscode.l10n.t(
      "Files are already being transferred between {0} and {1}. Wait for that to finish, or cancel it first.",
      place.folderName,
      place.appName,
    ),
  );
}
