// What can be wrong with an operation on an app's files before or beside the service's own errors.
// editor/fileErrors.ts turns a problem into VS Code's error and a sentence.

/** A larger file is "tooLargeToOpen", whatever anybody agrees to. */
export const mostFileBytes = 200 * 1024 * 1024;

type FileProblemKind =
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
  /** The user was asked first and would rather not. */
  | "declined"
  /** A folder cannot be copied or moved into itself. */
  | "intoItself"
  /** The service shows other bytes of a copy than were sent; the original was not touched. */
  | "copyDiffers"
  /** The original changed while it was copied, so it was not deleted. */
  | "changedWhileCopied"
  /** A copy failed and what was copied could not be removed again. */
  | "copiesLeft"
  /** A tree too large to be renamed or copied through the service. */
  | "treeTooLarge"
  /** The user's permissions in the team do not include it. */
  | "notAllowed"
  /** Copied, but the original is still there. */
  | "originalLeft"
  | "badName"
  /** The service took the file and has something else in its place, or nothing. */
  | "notStored"
  /** What would be deleted cannot be kept, or cannot even be shown: asked about first. */
  | "cannotKeep"
  /** The app has another name that differs only in letter case or accents; the detail is its path. */
  | "alike"
  /** A folder that was to be deleted is still there, without some of its files; the detail has their paths, line by line. */
  | "partlyDeleted"
  /** The folder holds entries that are not shown, so that it cannot be moved or copied whole. */
  | "incomplete"
  /** It acts in an editor, and the user has not accepted its content. */
  | "notReviewed"
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

/** True for a FileProblem, of one of `kinds` when any are given. */
export function isFileProblem(error: unknown, ...kinds: FileProblemKind[]): error is FileProblem {
  return error instanceof FileProblem && (kinds.length === 0 || kinds.includes(error.kind));
}
