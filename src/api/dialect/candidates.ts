// Common names of parameters whose name docs/interface.md#dialects leaves open, likeliest first.

import type { DialectPart } from "../../core/model/dialect";

export const candidates = {
  pageParameter: ["page", "p", "pageNumber", "pageIndex", "page_number", "pageNo", "currentPage"],
  limitParameter: ["limit", "pageSize", "perPage", "per_page", "size", "count", "page_size", "itemsPerPage"],
  teamParameter: ["teamId", "team", "team_id"],
  listPathParameter: ["path", "folder", "directory", "dir", "filePath", "file", "filepath", "file_path"],
  downloadPathParameter: ["path", "file", "filePath", "filepath", "file_path", "dir", "directory", "folder"],
  uploadPathParameter: [
    ...["path", "filePath", "folder", "dir", "directory", "file", "filepath", "file_path"],
    ...["target", "targetPath", "destination", "dest", "to", "uploadPath", "location"],
  ],
} as const satisfies { readonly [Part in DialectPart]?: readonly string[] };

export type NamedPart = keyof typeof candidates;

/** In the order of use: the name that one endpoint applies is likely for the next. */
export const pathParts = ["listPathParameter", "downloadPathParameter", "uploadPathParameter"] as const;
