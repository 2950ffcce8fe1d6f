type PackProblemKind = "unreadable" | "tooManyFiles" | "tooLarge";

/**
 * Why a folder did not become an archive; features/create makes a sentence of it. Nothing was packed. `message` is
 * for logs.
 */
export class PackProblem extends Error {
  override readonly name = "PackProblem";

  constructor(
    readonly kind: PackProblemKind,
    /** Empty when the problem concerns all files. */
    readonly path: string,
    options?: ErrorOptions,
  ) {
    super(path === "" ? kind : `${kind}: ${path}`, options);
  }
}
