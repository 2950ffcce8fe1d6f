// The dialects of the tests, with names for their titles.
import type { Dialect } from "./dialect";

export const plain: Dialect = {
  pageParameter: "page",
  firstPage: 1,
  sizeParameter: "limit",
  pageSize: { kind: "asked", default: 20, most: 100 },
  teamParameter: "teamId",
  ...pathIn("path"),
  uploadTarget: "directory",
  archiveUploads: "stored",
  decodes: "utf8",
  unknownParameters: "ignored",
  totals: "insideEachItem",
  saysCurrentPage: true,
  created: 200,
  done: 200,
  times: "ms",
  paths: "absolute",
  numbersAsText: false,
  userWrapped: false,
  errors: "error",
};

const different: Dialect = {
  pageParameter: "pageIndex",
  firstPage: 0,
  sizeParameter: undefined,
  pageSize: { kind: "fixed", size: 30 },
  teamParameter: "team_id",
  listPathParameter: "dir",
  downloadPathParameter: "file",
  uploadPathParameter: "filePath",
  uploadTarget: "file",
  archiveUploads: "stored",
  decodes: "utf8",
  unknownParameters: "refused",
  totals: "absent",
  saysCurrentPage: false,
  created: 201,
  done: 204,
  times: "wholeSeconds",
  paths: "relative",
  numbersAsText: true,
  userWrapped: true,
  errors: "message",
};

/** "plain" is the local service's. */
export const dialects = {
  plain,
  "pages from 0": {
    ...plain,
    pageParameter: "pageIndex",
    firstPage: 0,
    sizeParameter: "pageSize",
    totals: "beside",
    created: 201,
  },
  "pages from 0 under the usual name, which do not say where they are": {
    ...plain,
    firstPage: 0,
    saysCurrentPage: false,
    paths: "relative",
  },
  "pages of a fixed size without totals": {
    ...plain,
    pageParameter: "p",
    sizeParameter: undefined,
    pageSize: { kind: "fixed", size: 20 },
    totals: "absent",
    teamParameter: "team",
  },
  "pages that are capped at 25": {
    ...plain,
    pageParameter: "pageNumber",
    sizeParameter: "perPage",
    pageSize: { kind: "asked", default: 10, most: 25 },
    teamParameter: "team_id",
    times: "wholeSeconds",
  },
  "capped pages without totals": {
    ...plain,
    pageParameter: "page_number",
    sizeParameter: "per_page",
    pageSize: { kind: "asked", default: 10, most: 50 },
    totals: "absent",
    numbersAsText: true,
  },
  "only whether there is a next page": {
    ...plain,
    pageParameter: "pageNo",
    sizeParameter: "count",
    totals: "onlyHasNext",
    userWrapped: true,
  },
  "filePath, which names the file in an upload": {
    ...plain,
    ...pathIn("filePath"),
    uploadTarget: "file",
    errors: "message",
  },
  "path, which names the file in an upload": { ...plain, uploadTarget: "file", done: 204 },
  "dir, relative paths and times with an offset": {
    ...plain,
    ...pathIn("dir"),
    paths: "relative",
    times: "offset",
  },
  "another name for the path in each endpoint": {
    ...plain,
    listPathParameter: "directory",
    downloadPathParameter: "file",
    uploadPathParameter: "folder",
    sizeParameter: "size",
    done: 204,
  },
  "archives that are extracted": {
    ...plain,
    ...pathIn("directory"),
    archiveUploads: "extracted",
    created: 201,
    times: "wholeSeconds",
  },
  "another name for the upload's path only": {
    ...plain,
    uploadPathParameter: "filePath",
    uploadTarget: "file",
    times: "offset",
    numbersAsText: true,
  },
  "400 for an unknown parameter": {
    ...plain,
    ...pathIn("folder"),
    pageParameter: "pageNumber",
    sizeParameter: "pageSize",
    teamParameter: "team",
    unknownParameters: "refused",
    errors: "message",
    userWrapped: true,
  },
  "everything different": different,
  "everything different, and unknown parameters ignored": {
    ...different,
    pageParameter: "p",
    pageSize: { kind: "fixed", size: 15 },
    teamParameter: "team",
    listPathParameter: "folder",
    downloadPathParameter: "filePath",
    uploadPathParameter: "file",
    archiveUploads: "extracted",
    unknownParameters: "ignored",
    totals: "beside",
    times: "offset",
    numbersAsText: false,
  },
} as const satisfies Readonly<Record<string, Dialect>>;

export type DialectName = keyof typeof dialects;

export const dialectNames = Object.keys(dialects) as DialectName[];

function pathIn(
  name: string,
): Pick<Dialect, "listPathParameter" | "downloadPathParameter" | "uploadPathParameter"> {
  return { listPathParameter: name, downloadPathParameter: name, uploadPathParameter: name };
}
