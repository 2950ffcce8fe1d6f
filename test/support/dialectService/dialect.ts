// The dialect of one service (docs/interface.md#dialects).

export interface Dialect {
  /** Query parameters of GET /v1/apps. */
  readonly pageParameter: string;
  readonly firstPage: 0 | 1;
  /** Absent: no page size parameter. */
  readonly sizeParameter: string | undefined;
  readonly pageSize: PageSize;
  readonly teamParameter: string;
  /** Query parameters for a path, by endpoint. */
  readonly listPathParameter: string;
  readonly downloadPathParameter: string;
  readonly uploadPathParameter: string;
  /** An upload's path names its folder or the file itself. */
  readonly uploadTarget: "directory" | "file";
  readonly archiveUploads: "stored" | "extracted";
  /** Decoding of text; "ascii" clears the eighth bit of every byte. */
  readonly decodes: "utf8" | "ascii";
  readonly unknownParameters: "ignored" | "refused";
  /** Where GET /v1/apps returns the totals. */
  readonly totals: "insideEachItem" | "beside" | "onlyTotal" | "onlyHasNext" | "absent";
  /** The pagination has `currentPage` and `hasPrevPage`. */
  readonly saysCurrentPage: boolean;
  readonly created: 200 | 201;
  /** Status of an update, upload or deletion; 204 has no body. */
  readonly done: 200 | 204;
  readonly times: "ms" | "wholeSeconds" | "offset";
  /** In responses: "/src/a" or "src/a". */
  readonly paths: "absolute" | "relative";
  readonly numbersAsText: boolean;
  /** As {user}. */
  readonly userWrapped: boolean;
  /** Field with an error's message. */
  readonly errors: "error" | "message";
}

export type PageSize =
  | { readonly kind: "asked"; readonly default: number; readonly most: number }
  | { readonly kind: "fixed"; readonly size: number };
