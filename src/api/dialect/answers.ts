// Intermediate results of calls: pages of apps, paths and deletions.
import type { App, PathContent } from "../../core/model/model";
import { normalizeAppPath } from "../../core/paths/appPath";

export const pageSize = 100;

/** `dropped`: items that were not in the documented shape. */
interface ReadList<T> {
  readonly items: readonly T[];
  readonly dropped: number;
}

/** One page of GET /v1/apps. Paging fields that the service omits are absent. */
export interface AppsPage extends ReadList<App> {
  readonly hasNextPage?: boolean;
  readonly hasPrevPage?: boolean;
  readonly totalPages?: number;
  readonly totalItems?: number;
  readonly currentPage?: number;
  readonly itemsPerPage?: number;
}

export interface PathAnswer {
  readonly content: PathContent;
  /** Number of the folder's entries with an odd name or an unknown shape. */
  readonly hidden: number;
  /** Date header, in milliseconds since the epoch, cut to seconds. */
  readonly dateMs: number | undefined;
}

/** docs/interface.md#delete-files, with the paths as they were sent. A path may be in neither list. */
export interface Deletion {
  readonly deleted: string[];
  readonly failed: string[];
}

/** Maps the service's form of each path back to the `paths` that were sent. */
export function deletionOf(paths: readonly string[], answered: Deletion): Deletion {
  const among = (returned: readonly string[]): string[] => {
    const known = new Set(returned.map(normalizeAppPath));
    return paths.filter((path) => known.has(normalizeAppPath(path)));
  };
  return { deleted: among(answered.deleted), failed: among(answered.failed) };
}
