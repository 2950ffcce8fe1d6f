// The app's side of a transfer: what the programs here need of the engine.

import { isServiceError } from "../../../core/errors/serviceError";
import type { FileEntry } from "../../../core/model/model";
import { type TreeEntry, walkTree } from "../../../core/paths/walkTree";
import type { AppFiles } from "../../appFiles";
import type { SeenEntry } from "./filePairs";
import type { ListAhead } from "./listAhead";

export type TransferApp = Pick<
  AppFiles,
  | "list"
  | "find"
  | "readContent"
  | "readAhead"
  | "download"
  | "put"
  | "putArchive"
  | "remove"
  | "isCertain"
  | "hash"
>;

/** What was found of a folder of the app. */
export interface AppTree {
  /** Files, folders and other entries, folders before what they hold. */
  readonly entries: readonly SeenEntry[];
  /** Folders that hold entries which are not shown, and how many: they are never taken for whole. */
  readonly incomplete: ReadonlyMap<string, number>;
  /** When the first of the listings was asked for; monotonic. */
  readonly askedAt: number;
}

interface TreeOptions {
  readonly signal?: AbortSignal | undefined;
  /** False for folders that are not to be entered. */
  readonly enters?: ((path: string) => boolean) | undefined;
  /** Told of each folder as soon as it is listed. */
  readonly onFolder?: ((directory: string, entries: readonly TreeEntry[]) => void) | undefined;
  /** What was asked for already; all else is asked for again. */
  readonly ahead?: ListAhead | undefined;
  /** A folder that cannot be listed ends the look, unless this takes the failure. */
  readonly onFailure?: ((directory: string, error: unknown) => void) | undefined;
}

/** False when a request for the path shows nothing either: a listing may be cut off, or lack it by mistake. */
export async function maybeThere(
  app: Pick<TransferApp, "find">,
  path: string,
  signal: AbortSignal,
): Promise<boolean> {
  try {
    return (await app.find(path, { byName: { signal } })) !== undefined;
  } catch {
    signal.throwIfAborted();
    return true;
  }
}

/** Lists a folder and all below it. Rejects with the first failure, or with the signal's reason. */
export async function listTree(
  app: Pick<TransferApp, "list">,
  root: string,
  options: TreeOptions,
): Promise<AppTree> {
  const askedAt = new Map<FileEntry, number>();
  const incomplete = new Map<string, number>();
  let first = Number.POSITIVE_INFINITY;
  const { onFolder, onFailure } = options;
  const found = await walkTree(root, {
    signal: options.signal,
    ...(options.enters ? { enters: options.enters } : {}),
    ...(onFolder ? { onFolder } : {}),
    list: async (directory) => {
      const listing = await (options.ahead?.listing(directory) ?? app.list(directory, { maxAgeMs: 0 }));
      first = Math.min(first, listing.askedAt);
      if (listing.hidden > 0) incomplete.set(directory, listing.hidden);
      const entries = [...listing.entries.values()];
      for (const entry of entries) askedAt.set(entry, listing.askedAt);
      return entries;
    },
    onFailure: (directory, error) => {
      // Deleted since the folder above was listed: it holds nothing.
      if (directory !== root && isServiceError(error, "notFound")) return;
      if (!onFailure) throw error;
      onFailure(directory, error);
    },
  });
  return {
    entries: found.map(({ path, entry }) => ({ path, entry, askedAt: askedAt.get(entry) ?? first })),
    incomplete,
    askedAt: first,
  };
}
