// What transfers need of AppFiles.

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
  | "readToCopy"
  | "readAhead"
  | "download"
  | "put"
  | "putArchive"
  | "remove"
  | "isCertain"
  | "hash"
>;

export interface AppTree {
  readonly entries: readonly SeenEntry[];
  /** Number of hidden entries by folder. */
  readonly incomplete: ReadonlyMap<string, number>;
  /** When the first listing was requested; monotonic. */
  readonly askedAt: number;
}

interface TreeOptions {
  readonly signal?: AbortSignal | undefined;
  readonly enters?: ((path: string) => boolean) | undefined;
  readonly onFolder?: ((directory: string, entries: readonly TreeEntry[]) => void) | undefined;
  readonly ahead?: ListAhead | undefined;
  readonly onFailure?: ((directory: string, error: unknown) => void) | undefined;
}

/** False when a request for the path finds nothing either: listings may be incomplete. */
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

/** Rejects with the first failure, or with the signal's reason. */
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
      // Deleted after its parent's listing.
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
