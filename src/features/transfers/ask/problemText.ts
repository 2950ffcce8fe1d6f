// Why a file was not transferred, in words.

import * as vscode from "vscode";
import { putBytesOf } from "../../../appFiles/transfer/plan/transferPlan";
import type { TransferProblem } from "../../../appFiles/transfer/plan/transferProblem";
import type { RowEnd } from "../../../appFiles/transfer/runTransfer";
import { mostArchiveBytes } from "../../../core/archive/packedEstimate";
import type { LocalNameProblem } from "../../../core/paths/localNames";
import { formatBytes, formatCount } from "../../../core/text/format";
import { sentenceFor } from "../../../editor/errorSentences";

/** A file that was not transferred, in the outcome of a command; the path is the one in the app. */
export interface LeftFile {
  readonly path: string;
  readonly reason: string;
}

export function withFullStop(reason: string): string {
  return /[.!?]$/.test(reason) ? reason : `${reason}.`;
}

/** Turns an error of the engine into one whose message is a sentence for the user. */
export type ErrorWords = (error: unknown, path: string) => Error;

export function failedEnds(ends: readonly RowEnd[], words: ErrorWords): LeftFile[] {
  return ends.flatMap((end) =>
    "problem" in end ? [{ path: end.row.path, reason: endReason(end, words) }] : [],
  );
}

function endReason(
  { row, end, problem }: RowEnd & { readonly problem: TransferProblem },
  words: ErrorWords,
): string {
  const isDeletion = putBytesOf(row) === undefined;
  const text =
    problem.kind === "maybeChangedInApp" && isDeletion
      ? vscode.l10n.t(
          "may have changed in the app and is too large to compare, so it was kept; delete it in the app's files",
        )
      : problemText(problem, row.path, words);
  return end === "notKnown" ? vscode.l10n.t("couldn't be confirmed. {0}", text) : text;
}

/** VS Code's own messages for these codes only name the file. */
export function errorSentence(error: unknown): string {
  if (!(error instanceof vscode.FileSystemError)) return sentenceFor(error);
  const sentences: Readonly<Record<string, string>> = {
    FileNotFound: vscode.l10n.t("It no longer existed."),
    FileExists: vscode.l10n.t("A file with this name already existed and was kept."),
    FileIsADirectory: vscode.l10n.t("A folder with this name exists. Nothing was replaced."),
    FileNotADirectory: vscode.l10n.t("A file exists where its folder needs to be. Nothing was replaced."),
  };
  return sentences[error.code] ?? error.message;
}

const plainTexts = () => ({
  rulesUnreadable: vscode.l10n.t("an ignore file couldn't be read, so its rules are unknown"),
  vanished: vscode.l10n.t("no longer exists"),
  special: vscode.l10n.t("is neither a file nor a folder"),
  badName: vscode.l10n.t("the service doesn't accept this name; rename it and try again"),
  tooDeep: vscode.l10n.t("is nested too deeply"),
  actsInEditor: vscode.l10n.t("changes how the editor or its agents work"),
  sizeAlike: vscode.l10n.t("same size, content not compared"),
  goneInApp: vscode.l10n.t("missing in the app"),
  deletedHere: vscode.l10n.t("deleted here, changed in the app"),
  neverCompared: vscode.l10n.t("never compared before"),
  unsaved: vscode.l10n.t("has unsaved changes"),
  isFolderInApp: vscode.l10n.t("the app has a folder with this name"),
  isSpecialInApp: vscode.l10n.t("isn't a file or folder in the app"),
  isFolderHere: vscode.l10n.t("there is a local folder with this name"),
  isSpecialHere: vscode.l10n.t("isn't a local file or folder"),
  link: vscode.l10n.t("a symbolic link, which isn't followed; select its target instead"),
  linkInPlace: vscode.l10n.t("a symbolic link exists in its place and isn't written to"),
  duplicate: vscode.l10n.t("another selected file has the same name; only that one was used"),
  mayHoldSecret: vscode.l10n.t("may contain a secret; use Push File to push it anyway"),
  notInApp: vscode.l10n.t("no longer in the app"),
  maybeInApp: vscode.l10n.t("couldn't confirm that the app no longer has it"),
  changedHere: vscode.l10n.t("changed locally in the meantime; compare again"),
  changedInApp: vscode.l10n.t("changed in the app in the meantime; compare again"),
  maybeChangedInApp: vscode.l10n.t(
    "may have changed in the app and is too large to compare; delete it in the app first",
  ),
  changedSince: vscode.l10n.t("changed since then; select to revert anyway"),
  notBackedUp: vscode.l10n.t("its previous content wasn't kept"),
  appearedHere: vscode.l10n.t("a file with this name was added in the meantime and was kept"),
  notTried: vscode.l10n.t("not tried because other files weren't transferred"),
});

/** A few words, or the sentence of an error. */
export function problemText(problem: TransferProblem, path: string, words: ErrorWords): string {
  const { l10n } = vscode;
  switch (problem.kind) {
    case "error":
      return errorSentence(words(problem.error, path));
    case "unreadable":
      return problem.error === undefined
        ? l10n.t("couldn't be read on this machine")
        : l10n.t("couldn't be read on this machine: {0}", errorSentence(problem.error));
    case "unwritable":
      return l10n.t(
        "couldn't be written on this machine; the old file is unchanged: {0}",
        errorSentence(problem.error),
      );
    case "tooLarge":
      return l10n.t("is larger than {0}", formatBytes(mostArchiveBytes));
    case "alikeInApp":
      return l10n.t("the app has {0}, which differs only in letter case or accents", problem.alike);
    case "alikeHere":
      return l10n.t("the folder has {0}, which differs only in letter case or accents", problem.alike);
    case "obstacle":
      return l10n.t("{0} isn't a folder", problem.obstacle);
    case "localName":
      return localNameText(problem.name, problem.problem);
    case "nameCollision":
      return l10n.t("this machine doesn't distinguish its name from {0}", problem.collidesWith);
    case "hiddenEntries":
      return problem.count === 1
        ? l10n.t("contains an entry whose name can't be shown")
        : l10n.t("contains {0} entries whose names can't be shown", formatCount(problem.count));
    default:
      return plainTexts()[problem.kind];
  }
}

function localNameText(name: string, problem: LocalNameProblem): string {
  const { l10n } = vscode;
  return {
    unsafe: l10n.t('the name "{0}" leads outside the folder', name),
    tooLong: l10n.t('the name "{0}" is longer than this machine allows', name),
    repository: l10n.t('Git would treat "{0}" as a repository; only a zip backup includes it', name),
    device: l10n.t('the name "{0}" is reserved by Windows', name),
    ending: l10n.t('Windows doesn\'t allow a dot or space at the end of "{0}"', name),
    character: l10n.t('the name "{0}" contains a character that Windows doesn\'t allow', name),
  }[problem];
}
