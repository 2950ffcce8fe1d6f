import { WorkQueue } from "../async/parallel";
import { ServiceError } from "../errors/serviceError";
import type { FileEntry } from "../model/model";
import { joinAppPath } from "./appPath";

export interface TreeEntry {
  readonly path: string;
  readonly entry: FileEntry;
}

interface WalkOptions {
  readonly list: (directory: string) => Promise<readonly FileEntry[]>;
  readonly signal?: AbortSignal | undefined;
  readonly onFolder?: (directory: string, entries: readonly TreeEntry[]) => void;
  readonly enters?: (path: string) => boolean;
  /** Absent: a folder that cannot be listed ends the walk. */
  readonly onFailure?: (directory: string, error: unknown) => void;
}

const listingsAtOnce = 16;
/** Deeper and larger than any real tree: a folder that contains itself ends here. */
const deepest = 100;
const mostEntries = 200_000;

/**
 * Lists all entries below `root`, folders before their content, by parallel listings: the service has no request for
 * a tree. Rejects with the first failure, and with a ServiceError "badResponse" for a tree without an end.
 */
export async function walkTree(root: string, options: WalkOptions): Promise<TreeEntry[]> {
  const { list, signal, onFolder, enters, onFailure } = options;
  const found: TreeEntry[] = [];
  const queue = new WorkQueue<{ readonly directory: string; readonly depth: number }>(
    listingsAtOnce,
    async ({ directory, depth }) => {
      let listed: readonly FileEntry[];
      try {
        signal?.throwIfAborted();
        listed = await list(directory);
      } catch (error) {
        if (signal?.aborted || !onFailure) throw error;
        onFailure(directory, error);
        return;
      }
      const entries = listed.map((entry) => ({ path: joinAppPath(directory, entry.name), entry }));
      for (const each of entries) found.push(each);
      onFolder?.(directory, entries);
      const folders = entries.filter(({ entry }) => entry.type === "directory");
      if ((depth >= deepest && folders.length > 0) || found.length > mostEntries) throw endless(root);
      for (const { path } of folders)
        if (enters?.(path) ?? true) queue.add({ directory: path, depth: depth + 1 });
    },
  );
  queue.add({ directory: root, depth: 0 });
  await queue.finished();
  return found;
}

function endless(root: string): ServiceError {
  return new ServiceError("badResponse", "a folder without an end", {
    serviceText: `${root} has more than ${mostEntries.toLocaleString("en")} entries, or folders inside each other without an end.`,
  });
}
