// What is different between two listings of a folder, as a file system tells it.

import { joinAppPath } from "../../core/paths/appPath";
import type { Listing } from "./observations";
import { isSameVersion } from "./serviceTime";

/** What changed, for the editor's events. */
export interface FileChange {
  readonly type: "created" | "changed" | "deleted";
  readonly path: string;
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
