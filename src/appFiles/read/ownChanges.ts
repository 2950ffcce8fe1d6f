// Separates this window's changes in listings from other clients': only those are announced.
import { isWithin, joinAppPath, overlaps } from "../../core/paths/appPath";
import type { Listing } from "./listings";
import { type FileVersion, isSameVersion } from "./serviceTime";

export interface FileChange {
  readonly type: "created" | "changed" | "deleted";
  readonly path: string;
}

interface OwnPut {
  readonly version: FileVersion;
  readonly hash: string;
  readonly order: number;
  /** Monotonic. */
  readonly knownAt: number;
}

const mostPuts = 1_000;

export class OwnChanges {
  private readonly changing = new Map<string, number>();
  /** By path: events of paths under change, attributed when the change ends. */
  private readonly heldBack = new Map<string, FileChange>();
  private readonly puts = new Map<string, OwnPut>();

  /** Created by an upload, and in no listing yet. */
  private readonly folders = new Set<string>();

  /** `report` gets other clients' changes. */
  constructor(private readonly report: (changes: readonly FileChange[]) => void) {}

  /** The own put that made this version; `hash`: of its content, where known. */
  putOf(path: string, version: FileVersion, hash?: string): OwnPut | undefined {
    const own = this.puts.get(path);
    return own && isSameVersion(own.version, version) && (hash ?? own.hash) === own.hash ? own : undefined;
  }

  /** Proof of the last own put; monotonic. */
  putAt(path: string): number | undefined {
    return this.puts.get(path)?.knownAt;
  }

  stored(path: string, put: OwnPut): void {
    this.puts.delete(path);
    this.puts.set(path, put);
    const [oldest] = this.puts.keys();
    if (this.puts.size > mostPuts && oldest !== undefined) this.puts.delete(oldest);
  }

  made(folder: string): void {
    this.folders.add(folder);
  }

  gone(path: string): void {
    for (const folder of this.folders) if (isWithin(path, folder)) this.folders.delete(folder);
  }

  /** `hidden`: paths with a queued deletion. */
  seen(changes: readonly FileChange[], hidden: readonly string[]): void {
    const others: FileChange[] = [];
    for (const change of changes) {
      const isOurs = this.folders.delete(change.path) && change.type === "created";
      if (isOurs || hidden.some((path) => overlaps(path, change.path))) continue;
      if (this.isChanging(change.path)) this.heldBack.set(change.path, change);
      else others.push(change);
    }
    if (others.length > 0) this.report(others);
  }

  /** `left`: paths that were not changed after all. */
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

  private settle(paths: readonly string[], unchanged: readonly string[]): void {
    const others: FileChange[] = [];
    for (const [seen, change] of [...this.heldBack]) {
      if (this.isChanging(seen) || !paths.some((path) => overlaps(path, seen))) continue;
      this.heldBack.delete(seen);
      const isOurs = paths.some((path) => overlaps(path, seen) && !unchanged.includes(path));
      if (!isOurs) others.push(change);
    }
    if (others.length > 0) this.report(others);
  }

  private isChanging(path: string): boolean {
    for (const changing of this.changing.keys()) if (overlaps(changing, path)) return true;
    return false;
  }
}

/**
 * By name, type, size and time. A folder's own time is meaningless, so folders are only created and deleted.
 */
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
