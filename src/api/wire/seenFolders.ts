// What listings have shown of apps' folders: which paths are certainly not there, and which version is.

import type { FileEntry } from "../../core/model/model";
import { ancestorsOf, nameOf, parentOf } from "../../core/paths/appPath";

/** The folders that were listed last. */
const mostFolders = 64;

interface SeenFolder {
  readonly entries: ReadonlyMap<string, FileEntry>;
  /** Monotonic. */
  readonly askedAt: number;
}

export class SeenFolders {
  private readonly folders = new Map<string, SeenFolder>();

  note(appId: string, folder: string, entries: readonly FileEntry[], askedAt: number): void {
    const key = JSON.stringify([appId, folder]);
    this.folders.delete(key);
    this.folders.set(key, { entries: new Map(entries.map((entry) => [entry.name, entry])), askedAt });
    const [oldest] = this.folders.keys();
    if (this.folders.size > mostFolders && oldest !== undefined) this.folders.delete(oldest);
  }

  /** What a listing asked for since `since` (monotonic) shows of a path; undefined when none does. */
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
