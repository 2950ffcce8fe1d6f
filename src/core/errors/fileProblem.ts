/** A larger file is never opened ("tooLargeToOpen"), whatever the user agrees to. */
export const mostFileBytes = 200 * 1024 * 1024;

type FileProblemKind =
  /** A successful listing lacks the name. */
  | "notFound"
  | "exists"
  | "isDirectory"
  | "notDirectory"
  | "notEmpty"
  | "root"
  /** An empty file would have replaced one that has content. */
  | "wouldEmpty"
  /** The remote file could not be read before writing, so nothing was written. */
  | "unchecked"
  /** The remote file is not the version that was edited, and the user kept it. */
  | "changedOnService"
  | "tooLargeToOpen"
  | "special"
  | "declined"
  | "intoItself"
  /** The remote copy has other bytes than were sent; the original was not touched. */
  | "copyDiffers"
  | "changedWhileCopied"
  /** A copy failed, and the part that was copied could not be removed. */
  | "copiesLeft"
  | "treeTooLarge"
  | "notAllowed"
  | "originalLeft"
  | "badName"
  /** The service accepted the upload, but has another file in its place, or none. */
  | "notStored"
  /** Files to be deleted cannot be backed up, or not even listed: the user is asked first. */
  | "cannotBackUp"
  /** The app has a name that differs only in letter case or accents; `detail` is its path. */
  | "alike"
  /** A folder to be deleted still exists, without some of its files; `detail` has their paths, one a line. */
  | "partlyDeleted"
  /** The folder has entries whose names cannot be shown (`detail`: how many), so it cannot be moved or copied whole. */
  | "incomplete"
  /** The file acts in an editor (core/paths/editorFiles.ts), and the user has not accepted its content. */
  | "notReviewed"
  | "signedOut"
  | "unknownAddress";

/**
 * A problem of an operation on an app's files that is no error of the service. editor/fileErrors.ts makes VS Code's
 * error and a sentence of it.
 */
export class FileProblem extends Error {
  override readonly name = "FileProblem";

  constructor(
    readonly kind: FileProblemKind,
    readonly path: string,
    /** Further parts of the sentence beyond the path: a size in bytes, a second path. */
    readonly detail?: string,
    options?: ErrorOptions,
  ) {
    super(`${kind}: ${path}`, options);
  }
}

/** True for a FileProblem, of one of `kinds` when any are given. */
export function isFileProblem(error: unknown, ...kinds: FileProblemKind[]): error is FileProblem {
  return error instanceof FileProblem && (kinds.length === 0 || kinds.includes(error.kind));
}
