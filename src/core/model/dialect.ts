// The dialect of a service (docs/interface.md#dialects). Page, limit ("" where there is none) and team are parameters of
// GET /v1/apps; the paths inside the app are those of GET files (list), GET download and POST upload.

export interface Dialect {
  readonly pageParameter: string;
  readonly limitParameter: string;
  readonly teamParameter: string;
  /** 1 or 0. */
  readonly firstPage: number;
  readonly listPathParameter: string;
  readonly downloadPathParameter: string;
  readonly uploadPathParameter: string;
  /** An upload's path names the folder or the file itself. */
  readonly uploadTarget: "directory" | "file";
  /** An uploaded zip is stored unchanged or unpacked in place. */
  readonly archiveUploads: "stored" | "extracted";
}

export type DialectPart = keyof Dialect;

export type KnownDialect = { readonly [Part in DialectPart]?: Dialect[Part] | undefined };

/** The local service's dialect, and the first guess for any other. */
export const defaultDialect: Dialect = {
  pageParameter: "page",
  limitParameter: "limit",
  teamParameter: "teamId",
  firstPage: 1,
  listPathParameter: "path",
  downloadPathParameter: "path",
  uploadPathParameter: "path",
  uploadTarget: "directory",
  archiveUploads: "stored",
};

export const dialectParts: readonly DialectPart[] = [
  "pageParameter",
  "limitParameter",
  "teamParameter",
  "firstPage",
  "listPathParameter",
  "downloadPathParameter",
  "uploadPathParameter",
  "uploadTarget",
  "archiveUploads",
];
