// What transfers need of AppFiles.
import { isServiceError } from "../../../core/errors/serviceError";
import type { FileEntry } from "../../../core/model/model";
import { omitUndefined } from "../../../core/omitUndefined";
import { nameOf, parentOf } from "../../../core/paths/appPath";
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

/** Whether a new listing of a folder between `root` and it lacks it. */
async function isGone(app: Pick<TransferApp, "list">, root: string, path: string): Promise<boolean> {
  if (path === root) return false;
  try {
    return !(await app.list(parentOf(path), { maxAgeMs: 0 })).entries.has(nameOf(path));
  } catch (error) {
    if (!isServiceError(error, "notFound")) throw error;
    return await isGone(app, root, parentOf(path));
  }
}

/** Rejects with the first failure, or with the signal's reason. With `onFailure`, a deleted folder is one, too. */
export async function listTree(
  app: Pick<TransferApp, "list">,
  root: string,
  options: TreeOptions,
): Promise<AppTree> {
  const askedAt = new Map<FileEntry, number>();
  const incomplete = new Map<string, number>();
  let first = Number.POSITIVE_INFINITY;
  const { signal, enters, onFolder, onFailure } = options;
  const list = (directory: string) => app.list(directory, { maxAgeMs: 0 });
  const found = await walkTree(root, {
    ...omitUndefined({ signal, enters, onFolder, onFailure }),
    list: async (directory) => {
      const listing = await (options.ahead?.listing(directory) ?? list(directory)).catch(
        async (error: unknown) => {
          if (directory === root || !isServiceError(error, "notFound")) throw error;
          return !onFailure && (await isGone(app, root, directory)) ? undefined : await list(directory);
        },
      );
      if (!listing) return [];
      first = Math.min(first, listing.askedAt);
      if (listing.hidden > 0) incomplete.set(directory, listing.hidden);
      const entries = [...listing.entries.values()];
      for (const entry of entries) askedAt.set(entry, listing.askedAt);
      return entries;
    },
  });
  return {
    entries: found.map(({ path, entry }) => ({ path, entry, askedAt: askedAt.get(entry) ?? first })),
    incomplete,
    askedAt: first,
  };
}
