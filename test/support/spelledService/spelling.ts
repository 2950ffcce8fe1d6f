// The dialect of one service (docs/interface.md#dialects).

export interface Spelling {
  /** Query parameters of GET /v1/apps. */
  readonly pageParameter: string;
  readonly firstPage: 0 | 1;
  /** Absent: the service has no parameter for the size of a page. */
  readonly sizeParameter: string | undefined;
  readonly pageSize: PageSize;
  readonly teamParameter: string;
  /** Query parameters of the path inside an app, of each endpoint. */
  readonly listPathParameter: string;
  readonly downloadPathParameter: string;
  readonly uploadPathParameter: string;
  /** Whether an upload's path names the folder or the file itself. */
  readonly uploadTarget: "directory" | "file";
  readonly archiveUploads: "stored" | "extracted";
  /** How the text of files is decoded; "ascii" clears the eighth bit of every byte. */
  readonly decodes: "utf8" | "ascii";
  /** What is done with a query parameter that the endpoint does not have. */
  readonly unknownParameters: "ignored" | "refused";
  /** Where GET /v1/apps says how many there are. */
  readonly totals: "insideEachItem" | "beside" | "onlyTotal" | "onlyHasNext" | "absent";
  /** Whether the pagination has `currentPage` and `hasPrevPage`. */
  readonly saysCurrentPage: boolean;
  /** The status of a created app. */
  readonly created: 200 | 201;
  /** The status of an update, an upload and a deletion; a 204 has no body. */
  readonly done: 200 | 204;
  readonly times: "ms" | "wholeSeconds" | "offset";
  /** Paths in answers: "/src/a" or "src/a". */
  readonly paths: "absolute" | "relative";
  readonly numbersAsText: boolean;
  /** Whether the user comes as {user}. */
  readonly userWrapped: boolean;
  /** The field of an error's words. */
  readonly errors: "error" | "message";
}

export type PageSize =
  | { readonly kind: "asked"; readonly default: number; readonly most: number }
  | { readonly kind: "fixed"; readonly size: number };
