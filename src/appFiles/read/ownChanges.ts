// Tells what listings show of our own doing from what others do: only that is announced.
import { isWithin, joinAppPath, overlaps } from "../../core/paths/appPath";
import type { Listing } from "./observations";
import { type FileVersion, isSameVersion } from "./serviceTime";

/** What changed, for the editor's events. */
export interface FileChange {
  readonly type: "created" | "changed" | "deleted";
  readonly path: string;
}

/** A file that was put from here. */
interface OwnPut {
  readonly version: FileVersion;
  readonly hash: string;
  /** Its place among all changes that were asked for here. */
  readonly order: number;
  /** When it was proved; monotonic. */
  readonly knownAt: number;
}

const mostPuts = 1_000;

export class OwnChanges {
  /** Paths that are being changed from here, and how many changes of each there are. */
  private readonly changing = new Map<string, number>();
  /** What listings showed of them meanwhile, by path: whose doing it is is known when the change has ended. */
  private readonly heldBack = new Map<string, FileChange>();
  /** The files that were put from here, the latest ones. */
  private readonly puts = new Map<string, OwnPut>();

  /** Folders that a file from here has made, and that no listing has shown yet. */
  private readonly folders = new Set<string>();

  /** `tell` is told of what others do. */
  constructor(private readonly tell: (changes: readonly FileChange[]) => void) {}

  /** The put from here that made this version of a file; `hash`: of what it holds, where that is known. */
  putOf(path: string, version: FileVersion, hash?: string): OwnPut | undefined {
    const own = this.puts.get(path);
    return own && isSameVersion(own.version, version) && (hash ?? own.hash) === own.hash ? own : undefined;
  }

  /** When the last put from here to the path was proved; monotonic. */
  putAt(path: string): number | undefined {
    return this.puts.get(path)?.knownAt;
  }

  /** A file was put there from here. */
  stored(path: string, put: OwnPut): void {
    this.puts.delete(path);
    this.puts.set(path, put);
    const [oldest] = this.puts.keys();
    if (this.puts.size > mostPuts && oldest !== undefined) this.puts.delete(oldest);
  }

  /** A file that was put there from here has made the folder. */
  made(folder: string): void {
    this.folders.add(folder);
  }

  /** Nothing is at the path any more. */
  gone(path: string): void {
    for (const folder of this.folders) if (isWithin(path, folder)) this.folders.delete(folder);
  }

  /** Listings show these changes; `hidden` are paths whose deletion is answered and waits. */
  seen(changes: readonly FileChange[], hidden: readonly string[]): void {
    const others: FileChange[] = [];
    for (const change of changes) {
      const isOurs = this.folders.delete(change.path) && change.type === "created";
      if (isOurs || hidden.some((path) => overlaps(path, change.path))) continue;
      if (this.isChanging(change.path)) this.heldBack.set(change.path, change);
      else others.push(change);
    }
    if (others.length > 0) this.tell(others);
  }

  /** Does a change of the paths from here. `left` names those that it did not change after all. */
  async whileChanging<T>(
    paths: readonly string[],
    work: () => Promise<T>,
    left: (result: T) => readonly string[] = () => [],
  ): Promise<T> {
    for (const path of paths) this.changing.set(path, (this.changing.get(path) ?? 0) + 1);
    let unchanged = paths;
    try {
      const result = await work();
      unchanged = left(result);
      return result;
    } finally {
      for (const path of paths) {
        const others = (this.changing.get(path) ?? 1) - 1;
        if (others > 0) this.changing.set(path, others);
        else this.changing.delete(path);
      }
      this.settle(paths, unchanged);
    }
  }

  /** What was seen of paths that were not changed from here is somebody else's doing. */
  private settle(paths: readonly string[], unchanged: readonly string[]): void {
    const others: FileChange[] = [];
    for (const [seen, change] of [...this.heldBack]) {
      if (this.isChanging(seen) || !paths.some((path) => overlaps(path, seen))) continue;
      this.heldBack.delete(seen);
      const isOurs = paths.some((path) => overlaps(path, seen) && !unchanged.includes(path));
      if (!isOurs) others.push(change);
    }
    if (others.length > 0) this.tell(others);
  }

  private isChanging(path: string): boolean {
    for (const changing of this.changing.keys()) if (overlaps(changing, path)) return true;
    return false;
  }
}

/** Compares by name, kind, size and time. A folder's own time says nothing about it, so folders only come and go. */
export function listingChanges(directory: string, before: Listing, after: Listing): FileChange[] {
  const changes: FileChange[] = [];
  for (const [name, old] of before.entries) {
    const now = after.entries.get(name);
    if (now && now.type === old.type && (now.type === "directory" || isSameVersion(old, now))) continue;
    const path = joinAppPath(directory, name);
    if (!now) changes.push({ type: "deleted", path });
    else if (now.type !== old.type) changes.push({ type: "deleted", path }, { type: "created", path });
    else changes.push({ type: "changed", path });
  }
  for (const name of after.entries.keys())
    if (!before.entries.has(name)) changes.push({ type: "created", path: joinAppPath(directory, name) });
  return changes;
}
