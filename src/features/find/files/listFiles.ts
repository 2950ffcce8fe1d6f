// Lists all files of an app or a folder, one folder after the other. Free of VS Code.

import type { FileEntry } from "../../../core/model/model";
import { isWithin } from "../../../core/paths/appPath";
import { type TreeEntry, walkTree } from "../../../core/paths/walkTree";
import { IgnoreRules } from "../../../core/project/ignoreRules";

const rules = IgnoreRules.defaults();

interface FileListing {
  readonly root: string;
  readonly list: (directory: string) => Promise<readonly FileEntry[]>;
  readonly signal: AbortSignal;
  /** Receives the files of each folder, by name, once it is listed. */
  readonly onFiles: (files: readonly TreeEntry[]) => void;
  /** Receives each folder below the root that could not be listed; if it throws, the listing ends. */
  readonly onFailure: (directory: string, error: unknown) => void;
  /** Called for each folder that is skipped. */
  readonly onSkipped?: () => void;
}

/** Rejects when the root cannot be listed, when `onFailure` throws, or when the signal aborts. */
export async function listFiles({
  root,
  list,
  signal,
  onFiles,
  onFailure,
  onSkipped,
}: FileListing): Promise<void> {
  const enters = entersFolder(root);
  let hasFailed = false;
  await walkTree(root, {
    list,
    signal,
    enters: (path) => {
      const isEntered = enters(path);
      if (!isEntered) onSkipped?.();
      return isEntered;
    },
    onFolder: (_directory, entries) => {
      if (signal.aborted || hasFailed) return;
      const files = entries.filter(({ entry }) => entry.type === "file");
      onFiles(files.sort((a, b) => (a.path < b.path ? -1 : 1)));
    },
    onFailure: (directory, error) => {
      try {
        if (directory === root) throw error;
        onFailure(directory, error);
      } catch (thrown) {
        hasFailed = true;
        throw thrown;
      }
    },
  });
  signal.throwIfAborted();
}

/**
 * Whether to list a folder below `root`. The built-in rules skip node_modules, .git, virtual environments and caches;
 * the caller asked for `root` itself, whatever it is.
 */
function entersFolder(root: string): (path: string) => boolean {
  const prefixLength = root === "/" ? 1 : root.length + 1;
  return (path) => isWithin(root, path) && !rules.leavesOut(path.slice(prefixLength), true);
}
