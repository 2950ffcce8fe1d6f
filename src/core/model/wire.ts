// The dialect of a service: what docs/interface.md#dialects leaves open.

export interface Wire {
  /** Query parameter of the page number of GET /v1/apps. */
  readonly pageParameter: string;
  /** Query parameter of the page size of GET /v1/apps; empty where the service has none. */
  readonly limitParameter: string;
  /** Query parameter of the team filter of GET /v1/apps. */
  readonly teamParameter: string;
  /** Number of the first page: 1 or 0. */
  readonly firstPage: number;
  /** Query parameter of the path inside an app of GET files. */
  readonly listPathParameter: string;
  /** Query parameter of the path of GET download. */
  readonly downloadPathParameter: string;
  /** Query parameter of the path of POST upload. */
  readonly uploadPathParameter: string;
  /** Whether an upload's path names the folder or the whole path of the file. */
  readonly uploadTarget: "directory" | "file";
  /** Whether an uploaded zip is kept as it is or unpacked in place. */
  readonly archiveUploads: "stored" | "extracted";
}

/** One thing that services spell differently. */
export type WirePart = keyof Wire;

/** What is known of a service's spelling. */
export type KnownWire = { readonly [Part in WirePart]?: Wire[Part] | undefined };

/** What the local service speaks, and our best guess for any other. */
export const defaultWire: Wire = {
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

export const wireParts: readonly WirePart[] = [
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
