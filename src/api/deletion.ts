// What the service said of the paths that it was asked to delete (docs/interface.md#delete-files).
import { normalizeAppPath } from "../core/paths/appPath";

/** Paths as they were asked for. One may be in neither list. */
export interface Deletion {
  readonly deleted: string[];
  readonly failed: string[];
}

/** The answer for the `paths` that were asked for, however the service spells them. */
export function deletionOf(paths: readonly string[], answered: Deletion): Deletion {
  const among = (spelled: readonly string[]): string[] => {
    const known = new Set(spelled.map(normalizeAppPath));
    return paths.filter((path) => known.has(normalizeAppPath(path)));
  };
  return { deleted: among(answered.deleted), failed: among(answered.failed) };
}
