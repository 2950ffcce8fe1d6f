// Names that services use for what interface.md does not name, the likeliest first.

import type { WirePart } from "../../core/model/wire";

const pathNames = ["path", "filePath", "dir", "directory", "folder", "file", "filepath", "file_path"];

/** The parts that are names, and what they may be. */
export const candidates = {
  pageParameter: ["page", "pageNumber", "p", "pageIndex", "page_number", "pageNo", "currentPage"],
  limitParameter: ["limit", "pageSize", "perPage", "per_page", "size", "count", "page_size", "itemsPerPage"],
  teamParameter: ["teamId", "team", "team_id"],
  listPathParameter: pathNames,
  downloadPathParameter: pathNames,
  uploadPathParameter: pathNames,
} as const satisfies { readonly [Part in WirePart]?: readonly string[] };

export type NamedPart = keyof typeof candidates;

/** The endpoints that take a path, in the order in which they are met: what one heeds is likely for the next. */
export const pathParts = ["listPathParameter", "downloadPathParameter", "uploadPathParameter"] as const;
