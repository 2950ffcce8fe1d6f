// Turns a problem with a remote file into VS Code's file system error with a sentence. FileNotFound is used only after a
// listing that lacks the name: VS Code would offer to create the file.
import { FileSystemError, l10n, type Uri } from "vscode";
import { isCancellation } from "../core/errors/cancelledError";
import { type FileProblem, isFileProblem, mostFileBytes } from "../core/errors/fileProblem";
import { isServiceError } from "../core/errors/serviceError";
import { formatBytes } from "../core/text/format";
import { inertText } from "../core/text/inertText";
import { appUri } from "./appUris";
import { sentenceFor, sentenceForRest } from "./errorSentences";
import { someNames } from "./safeUi/someNames";

/** VS Code shows the message in a notice, which renders links. */
export function toFileSystemError(error: unknown, uri: Uri): Error {
  // The user knows what they canceled; VS Code treats it as any other failure.
  if (isCancellation(error)) return error as Error;
  const found = error instanceof FileSystemError ? error : fromError(error, uri);
  found.message = inertText(found.message);
  return found;
}

/** Why paths could not be deleted, after the names of those that were. */
export function deletionSentence(error: unknown, uri: Uri, gone: readonly string[]): string {
  if (gone.length === 0) return sentenceFor(toFileSystemError(error, uri));
  const why = isServiceError(error) ? sentenceForRest(error) : sentenceFor(toFileSystemError(error, uri));
  return l10n.t("Deleted: {0}. {1}", someNames(gone), why);
}

/** The sentence of any error, also of a FileProblem. */
export function fileSentence(error: unknown): string {
  if (!isFileProblem(error)) return sentenceFor(error);
  return fromProblem(error, appUri({ accountId: "app", appId: "files", path: error.path })).message;
}

function fromError(error: unknown, uri: Uri): FileSystemError {
  if (isFileProblem(error)) return fromProblem(error, uri);
  if (isServiceError(error, "forbidden", "unauthorized"))
    return FileSystemError.NoPermissions(sentenceFor(error));
  return FileSystemError.Unavailable(sentenceFor(error));
}

function tooLargeText(path: string, sizeBytes: number): string {
  const size = formatBytes(sizeBytes);
  return sizeBytes > mostFileBytes
    ? l10n.t("{0} ({1}) is too large to open here. In the Apps view, select Download from App.", path, size)
    : l10n.t("{0} wasn't opened because it's {1}. In the Apps view, select Download from App.", path, size);
}

function fromProblem(problem: FileProblem, uri: Uri): FileSystemError {
  const { kind } = problem;
  switch (kind) {
    case "notFound":
      return FileSystemError.FileNotFound(uri);
    case "exists":
      return FileSystemError.FileExists(uri);
    case "isDirectory":
      return FileSystemError.FileIsADirectory(uri);
    case "notDirectory":
      return FileSystemError.FileNotADirectory(uri);
    case "wouldEmpty":
      return FileSystemError.FileExists(problemSentence(kind, problem, uri));
    case "root":
    case "notAllowed":
    case "badName":
    case "notReviewed":
    case "signedOut":
      return FileSystemError.NoPermissions(problemSentence(kind, problem, uri));
    default:
      return FileSystemError.Unavailable(problemSentence(kind, problem, uri));
  }
}

/** For the kinds for which VS Code has no sentence. */
function problemSentence(
  kind: Exclude<FileProblem["kind"], "notFound" | "exists" | "isDirectory" | "notDirectory">,
  { path, detail = "", cause }: FileProblem,
  uri: Uri,
): string {
  const because = cause === undefined ? "" : ` ${sentenceFor(cause)}`;
  switch (kind) {
    case "notEmpty":
      return l10n.t("The folder {0} isn't empty. Nothing was deleted.", path);
    case "root":
      return l10n.t(
        "This is the app's root folder. To delete the app, use the Apps view. Nothing was changed.",
      );
    case "wouldEmpty":
      return l10n.t("{0} exists in the app and isn't empty, so it wasn't replaced with an empty file.", path);
    case "unchecked":
      return l10n.t("Couldn't check {0} on the service. Nothing was changed.{1}", path, because);
    case "changedOnService":
      return l10n.t(
        "Someone else changed {0} in the app, so it was left unchanged. Compare it with yours, then try again.",
        path,
      );
    case "tooLargeToOpen":
      return tooLargeText(path, Number(detail));
    case "special":
      return l10n.t("{0} is neither a file nor a folder.", path);
    case "treeTooLarge":
      return l10n.t(
        "{0} contains {1} files, too many to copy through a service that accepts one file every three seconds. Nothing was changed. Download it, or deploy it with a new app.",
        path,
        detail,
      );
    case "declined":
      return l10n.t("{0} wasn't changed.", path);
    case "intoItself":
      return l10n.t("{0} can't be moved or copied into itself. Nothing was changed.", path);
    case "copyDiffers":
      return l10n.t("The copy {0} doesn't match the original, which is unchanged. Try again.", path);
    case "changedWhileCopied":
      return l10n.t("Someone else changed {0} in the meantime, so it wasn't removed. Try again.", path);
    case "notStored":
      return notStoredSentence(path, detail);
    case "cannotBackUp":
      return l10n.t("{0} was left unchanged, because it couldn't be restored afterward.", path);
    case "alike":
      return l10n.t(
        "Couldn't create {0}: the app has {1}, which differs only in letter case or accents. Nothing was changed. Use another name.",
        path,
        detail,
      );
    case "partlyDeleted":
      return l10n.t(
        'Couldn\'t delete all of {0}. Deleted: {1}. {2} Use "Undo or Restore" to bring back what was kept.',
        path,
        someNames(detail.split("\n")),
        sentenceForRest(cause),
      );
    case "incomplete":
      return detail === "1"
        ? l10n.t(
            "{0} contains an entry whose name can't be shown, so it can't be moved or copied as a whole. Nothing was changed.",
            path,
          )
        : l10n.t(
            "{0} contains {1} entries whose names can't be shown, so it can't be moved or copied as a whole. Nothing was changed.",
            path,
            detail,
          );
    case "copiesLeft":
      return l10n.t(
        "{0} is unchanged, but parts of an unfinished copy may remain in {1}. Check later, and delete them.{2}",
        path,
        detail,
        because,
      );
    case "notAllowed":
      return because.trim();
    case "originalLeft":
      return l10n.t("{0} was copied to {1}, but the original couldn't be removed.{2}", path, detail, because);
    case "badName":
      return l10n.t("This name can't be uploaded to the service: {0}. Nothing was changed.", path);
    case "notReviewed":
      return l10n.t(
        '{0} can change how this editor works or what its agents do. To use it, select "Review Files That Act in the Editor" in the app\'s Files menu and accept it.',
        path,
      );
    case "signedOut":
      return l10n.t("Sign in to see this app's files.");
    case "unknownAddress":
      return l10n.t("{0} isn't the URI of an app's file.", uri.toString());
  }
}

/** `detail`: the number of bytes sent and, when a file exists, its size in bytes, or "before" for the old version. */
function notStoredSentence(path: string, detail: string): string {
  const [sent = "", found] = detail.split(" ");
  const sentBytes = formatBytes(Number(sent));
  switch (found) {
    case undefined:
      return l10n.t(
        "The service accepted {0} ({1}) but doesn't list it. Your copy is unchanged. Try again.",
        path,
        sentBytes,
      );
    case "before":
      return l10n.t(
        "The service accepted {0} ({1}) but still has the previous version. Your copy is unchanged. Try again.",
        path,
        sentBytes,
      );
    default:
      return l10n.t(
        "The service accepted {0} ({1}) but stored {2}. Your copy is unchanged, and the previous version is kept on this machine. Try again.",
        path,
        sentBytes,
        formatBytes(Number(found)),
      );
  }
}
