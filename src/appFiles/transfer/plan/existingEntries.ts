// What is already at a number of paths of a tree that can only be listed folder by folder.

import { forEachParallel } from "../../../core/async/parallel";
import { ancestorsOf, joinAppPath, nameOf, parentOf } from "../../../core/paths/appPath";
import { foldedPath } from "../../../core/paths/localNames";

/** What a listing says of one name. */
export interface ListedEntry {
  readonly name: string;
  readonly type: "file" | "directory" | "other";
}

/** What was found. Only the paths that were asked for, and the folders on the way to them, are known. */
export interface ExistingEntries<Entry extends ListedEntry> {
  at(path: string): Entry | undefined;
  /** What stands in the way of `path`: something above it that is no folder. */
  obstacleOf(path: string): string | undefined;
  /** Where `path` is not there: what differs from it, or from a folder above it, only in letter case or accents. */
  alikeOf(path: string): string | undefined;
}

const listingsAtOnce = 16;

/** Lists each folder at most once, and none below a name that is missing. Rejects as `list` does. */
export async function existingEntries<Entry extends ListedEntry>(
  paths: readonly string[],
  list: (directory: string) => Promise<readonly Entry[]>,
  signal?: AbortSignal,
): Promise<ExistingEntries<Entry>> {
  const found = new Map<string, Entry>();
  const alike = new Map<string, string>();
  const byFolder = new Map<string, string[]>();
  for (const path of new Set(paths.flatMap((each) => [...ancestorsOf(each), each]))) {
    const siblings = byFolder.get(parentOf(path));
    if (siblings) siblings.push(path);
    else byFolder.set(parentOf(path), [path]);
  }

  let level = byFolder.size > 0 ? ["/"] : [];
  while (level.length > 0) {
    const next: string[] = [];
    await forEachParallel(
      level,
      listingsAtOnce,
      async (directory) => {
        const entries = new Map((await list(directory)).map((entry) => [entry.name, entry]));
        const folded = new Map([...entries.keys()].map((name) => [foldedPath(name), name]));
        for (const path of byFolder.get(directory) ?? []) {
          const entry = entries.get(nameOf(path));
          const other = folded.get(foldedPath(nameOf(path)));
          if (!entry && other !== undefined) alike.set(path, joinAppPath(directory, other));
          if (!entry) continue;
          found.set(joinAppPath(directory, entry.name), entry);
          if (entry.type === "directory" && byFolder.has(path)) next.push(path);
        }
      },
      signal,
    );
    level = next;
  }
  return {
    at: (path) => found.get(path),
    obstacleOf: (path) =>
      ancestorsOf(path).find((folder) => {
        const entry = found.get(folder);
        return entry !== undefined && entry.type !== "directory";
      }),
    alikeOf: (path) => [...ancestorsOf(path), path].map((each) => alike.get(each)).find(Boolean),
  };
}
