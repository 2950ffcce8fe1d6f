// What can be wrong with an operation on an app's files before or beside the service's own errors.
// features/files/fileErrors.ts turns a problem into VS Code's error and a sentence.

export type FileProblemKind =
  /** A successful listing lacks the name. */
  | "notFound"
  | "exists"
  | "isDirectory"
  | "notDirectory"
  | "notEmpty"
  /** The app's own folder cannot be deleted, renamed or overwritten. */
  | "root"
  /** An empty file would have replaced one that has content. */
  | "wouldEmpty"
  /** The file could not be looked at before writing, so nothing was written. */
  | "unchecked"
  /** The file on the service is not the one that was edited, and the user kept it. */
  | "changedOnService"
  | "tooLargeToOpen"
  /** Neither a file nor a folder. */
  | "special"
  | "folderRename"
  /** Copied, but the original is still there. */
  | "originalLeft"
  | "badName"
  | "signedOut"
  | "unknownAddress";

export class FileProblem extends Error {
  override readonly name = "FileProblem";

  constructor(
    readonly kind: FileProblemKind,
    /** The path inside the app. */
    readonly path: string,
    /** What the sentence needs beyond the path: a size, a second path. */
    readonly detail?: string,
    options?: ErrorOptions,
  ) {
    super(`${kind}: ${path}`, options);
  }
}
