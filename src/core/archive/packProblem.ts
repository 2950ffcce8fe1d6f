// What can keep a folder from becoming an archive. features/create turns it into a sentence.

type PackProblemKind =
  /** A file could not be read, or is no longer there. */
  | "unreadable"
  /** More files than a zip can name. */
  | "tooManyFiles"
  /** The archive would be larger than what was allowed. */
  | "tooLarge";

/** Nothing was packed. `message` is for logs. */
export class PackProblem extends Error {
  override readonly name = "PackProblem";

  constructor(
    readonly kind: PackProblemKind,
    /** The file it is about; empty when it is about all of them. */
    readonly path: string,
    options?: ErrorOptions,
  ) {
    super(path === "" ? kind : `${kind}: ${path}`, options);
  }
}
