// What calls bring before it becomes the model: pages of apps, paths and deletions.
import type { App, PathContent } from "../../core/model/model";
import { normalizeAppPath } from "../../core/paths/appPath";

/** How many apps are asked for at a time (docs/interface.md#list-apps). */
export const pageSize = 100;

/** A list as it was read, with how many of its items were not in the documented shape and are left out. */
interface ReadList<T> {
  readonly items: readonly T[];
  readonly dropped: number;
}

/** One page of GET /v1/apps. What the service did not say of its pages is absent. */
export interface AppsPage extends ReadList<App> {
  readonly hasNextPage?: boolean;
  readonly hasPrevPage?: boolean;
  readonly totalPages?: number;
  readonly totalItems?: number;
  readonly currentPage?: number;
  readonly itemsPerPage?: number;
}

/** What the service answers when it is asked for a path (docs/interface.md#read-a-path). */
export interface PathAnswer {
  readonly content: PathContent;
  /** How many entries are in the folder that are not shown: they have odd names, or are in no known shape. */
  readonly hidden: number;
  /** The service's own time of the answer, in milliseconds since the epoch, cut to seconds; from its Date header. */
  readonly serviceTime: number | undefined;
}

/** The result of a deletion (docs/interface.md#delete-files), with the paths as they were sent. One may be in neither list. */
export interface Deletion {
  readonly deleted: string[];
  readonly failed: string[];
}

/** The result for the `paths` that were sent, whichever form the service gives them in. */
export function deletionOf(paths: readonly string[], answered: Deletion): Deletion {
  const among = (spelled: readonly string[]): string[] => {
    const known = new Set(spelled.map(normalizeAppPath));
    return paths.filter((path) => known.has(normalizeAppPath(path)));
  };
  return { deleted: among(answered.deleted), failed: among(answered.failed) };
}
