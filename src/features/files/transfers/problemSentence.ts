// Where the reason of one file that was not transferred becomes a sentence.
import * as vscode from "vscode";
import { sentenceFor } from "../../../editor/errorSentences";
import type { TransferFailure, TransferProblem } from "./transferProblem";

/** Turns what a mount rejects with into the error with its sentence; fileErrors.ts has the real one. */
export type ToFileError = (error: unknown, uri: vscode.Uri) => Error;

/** A file that was not transferred, as a command answers with it. */
export interface FailedTransfer {
  /** The path inside the app. */
  readonly path: string;
  readonly reason: string;
}

/** Puts a failure in words; `uri` is the address of the file. */
export function failedTransfer(
  { path, problem }: TransferFailure,
  uri: vscode.Uri,
  toFileError: ToFileError,
): FailedTransfer {
  return { path, reason: problemSentence(problem, (error) => errorSentence(toFileError(error, uri))) };
}

/** A sentence for an error of the file system: those that only name the file are put in words. */
export function errorSentence(error: unknown): string {
  if (!(error instanceof vscode.FileSystemError)) return sentenceFor(error);
  switch (error.code) {
    case "FileNotFound":
      return vscode.l10n.t("It was no longer there.");
    case "FileExists":
      return vscode.l10n.t("A file of this name was there already and was left as it is.");
    case "FileIsADirectory":
      return vscode.l10n.t("A folder of this name is there. Nothing was replaced.");
    case "FileNotADirectory":
      return vscode.l10n.t("A file stands where its folder would have to be. Nothing was replaced.");
    default:
      return error.message;
  }
}

function problemSentence(problem: TransferProblem, wordsFor: (error: unknown) => string): string {
  const { l10n } = vscode;
  switch (problem.kind) {
    case "error":
      return wordsFor(problem.error);
    case "unreadable":
      return l10n.t("It could not be read on this machine: {0}", errorSentence(problem.error));
    case "unwritable":
      return l10n.t(
        "It could not be written on this machine, where it may now be incomplete: {0}",
        errorSentence(problem.error),
      );
    case "link":
      return l10n.t("It is a link to a folder, which is not followed. Choose the folder itself.");
    case "localLink":
      return l10n.t(
        "A link is in its place on this machine and was not followed. Nothing was written there.",
      );
    case "gone":
      return l10n.t("It is no longer in the app.");
    case "special":
      return l10n.t("It is neither a file nor a folder.");
    case "duplicate":
      return l10n.t("Another of the chosen files has the same name, and only that one was taken.");
    case "badName":
      return l10n.t("The service cannot take its name. Rename it and try again.");
    case "obstacle":
      return l10n.t("{0} is no folder, so nothing can be put below it.", problem.obstacle);
    case "isFolder":
      return l10n.t("A folder of this name is there. Nothing was replaced.");
    case "localName":
      return localNameSentence(problem.name, problem.problem);
    case "appeared":
      return l10n.t("A file of this name came into the folder meanwhile and was left as it is.");
    case "twin":
      return l10n.t(
        "This machine takes its name and {0} for the same, and only that one was written.",
        problem.twin,
      );
  }
}

function localNameSentence(
  name: string,
  problem: (TransferProblem & { kind: "localName" })["problem"],
): string {
  const { l10n } = vscode;
  switch (problem) {
    case "unsafe":
      return l10n.t('The name "{0}" would lead out of the folder. Nothing was written.', name);
    case "tooLong":
      return l10n.t('The name "{0}" is longer than this machine allows. Nothing was written.', name);
    case "device":
      return l10n.t('Windows keeps the name "{0}" for a device. Nothing was written.', name);
    case "ending":
      return l10n.t('Windows allows no dot or space at the end of "{0}". Nothing was written.', name);
    case "character":
      return l10n.t('The name "{0}" has a character that Windows does not allow. Nothing was written.', name);
  }
}
