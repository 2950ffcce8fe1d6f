// How this service spells what interface.md leaves open ("its name: not shown"). Users set it in `service.wire`.

export interface Wire {
  /** Query parameter of the page number of GET /v1/apps. */
  readonly pageParameter: string;
  /** Query parameter of the page size of GET /v1/apps. */
  readonly limitParameter: string;
  /** Query parameter of the team filter of GET /v1/apps. */
  readonly teamParameter: string;
  /** Query parameter of the path inside an app, for files, upload and download. */
  readonly pathParameter: string;
  /** Number of the first page: 1 or 0. */
  readonly firstPage: number;
  /** Whether an upload's path names the folder or the whole path of the file. */
  readonly uploadTarget: "directory" | "file";
  /** Whether an uploaded zip is kept as it is or unpacked in place. */
  readonly archiveUploads: "stored" | "extracted";
}

/** What the local service speaks, and our best guess for any other. */
export const defaultWire: Wire = {
  pageParameter: "page",
  limitParameter: "limit",
  teamParameter: "teamId",
  pathParameter: "path",
  firstPage: 1,
  uploadTarget: "directory",
  archiveUploads: "stored",
};
