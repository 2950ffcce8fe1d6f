// Memory of recent listings: which remote files certainly do not exist, and which version the others have.

import type { FileEntry } from "../../core/model/model";
import { ancestorsOf, nameOf, parentOf } from "../../core/paths/appPath";

const mostFolders = 64;

interface SeenFolder {
  readonly entries: ReadonlyMap<string, FileEntry>;
  /** Time of the request (monotonic ms). */
  readonly askedAt: number;
  readonly order: number;
}

export class SeenFolders {
  private readonly folders = new Map<string, SeenFolder>();
  private count = 0;

  /** The number of the latest listing. */
  get lastOrder(): number {
    return this.count;
  }

  note(appId: string, folder: string, entries: readonly FileEntry[], askedAt: number): void {
    const key = JSON.stringify([appId, folder]);
    this.folders.delete(key);
    this.folders.set(key, {
      entries: new Map(entries.map((entry) => [entry.name, entry])),
      askedAt,
      order: ++this.count,
    });
    const [oldest] = this.folders.keys();
    if (this.folders.size > mostFolders && oldest !== undefined) this.folders.delete(oldest);
  }

  /** Entries of a folder, from a listing after the one numbered `order`; undefined without one. */
  entriesIn(appId: string, folder: string, order: number): ReadonlyMap<string, FileEntry> | undefined {
    const seen = this.folders.get(JSON.stringify([appId, folder]));
    return seen && seen.order > order ? seen.entries : undefined;
  }

  forget(appId: string, folder: string): void {
    this.folders.delete(JSON.stringify([appId, folder]));
  }

  /** What listings requested after `since` (monotonic ms) show of a path; undefined without one. */
  at(appId: string, path: string, since: number): FileEntry | "absent" | undefined {
    for (const place of [...ancestorsOf(path), path]) {
      const folder = this.folders.get(JSON.stringify([appId, parentOf(place)]));
      if (!folder || folder.askedAt < since) continue;
      const entry = folder.entries.get(nameOf(place));
      if (!entry || (place !== path && entry.type !== "directory")) return "absent";
      if (place === path) return entry;
    }
    return undefined;
  }
}
