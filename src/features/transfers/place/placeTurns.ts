// One transfer at a time between a folder and an app in this window: each remembers what both share when it ends.
import * as vscode from "vscode";
import type { FolderKey, TransferPlace } from "./transferPlace";

type Place = Pick<TransferPlace, "folder" | "accountId" | "appId" | "folderName" | "appName">;

/** Keys of running pushes and pulls of whole folders, from before their plan. */
const wholeFolders = new Set<string>();
const last = new Map<string, Promise<void>>();

function keyOf({ folder, accountId, appId }: FolderKey): string {
  return `${folder} ${accountId} ${appId}`;
}

/** Rejects while another push or pull of the folder runs; waits for pushes of single files. */
export async function wholeFolderTurn<T>(place: Place, work: () => Promise<T>): Promise<T> {
  const key = keyOf(place);
  requireNoWhole(place);
  wholeFolders.add(key);
  try {
    return await patientTurn(place, work);
  } finally {
    wholeFolders.delete(key);
  }
}

/** For files that the user selected: rejects while a push or pull of the folder runs. */
export async function filesTurn<T>(place: Place, work: () => Promise<T>): Promise<T> {
  requireNoWhole(place);
  return await patientTurn(place, work);
}

/** For saved files and an undo: waits for running transfers. */
export async function patientTurn<T>(place: FolderKey, work: () => Promise<T>): Promise<T> {
  const key = keyOf(place);
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
