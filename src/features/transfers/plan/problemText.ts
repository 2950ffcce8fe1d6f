// Why a file of many was not moved, in words: short in a plan, with the error's own sentence at its end.

import * as vscode from "vscode";
import type { TransferRow } from "../../../appFiles/transfer/plan/transferPlan";
import type { RowEnd } from "../../../appFiles/transfer/rowEnd";
import type { TransferProblem } from "../../../appFiles/transfer/transferProblem";
import type { LocalNameProblem } from "../../../core/paths/localNames";
import { formatCount } from "../../../core/text/format";
import { sentenceFor } from "../../../editor/errorSentences";

/** A file that was not moved, as a command answers with it; the path is the one in the app. */
export interface LeftFile {
  readonly path: string;
  readonly reason: string;
}

/** Turns what the engine rejects with into the error with its sentence. */
export type ErrorWords = (error: unknown, path: string) => Error;

/** Rows that ended with a problem. */
export function failedEnds(ends: readonly RowEnd[], words: ErrorWords): LeftFile[] {
  return ends.flatMap((end) =>
    "problem" in end ? [{ path: end.row.path, reason: endReason(end, words) }] : [],
  );
}

/** Rows that could not be moved from the start. */
export function failedRow({ path, reason }: TransferRow, words: ErrorWords): LeftFile {
  return { path, reason: reason ? problemText(reason, path, words) : vscode.l10n.t("not chosen") };
}

function endReason(
  { row, end, problem }: RowEnd & { readonly problem: TransferProblem },
  words: ErrorWords,
): string {
  const text = problemText(problem, row.path, words);
  return end === "notKnown" ? vscode.l10n.t("not known whether it was done. {0}", text) : text;
}

/** A sentence for an error of a file: those that only name it are put in words. */
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

/** Why; in a few words where no error has a sentence of its own. */
export function problemText(problem: TransferProblem, path: string, words: ErrorWords): string {
  const { l10n } = vscode;
  switch (problem.kind) {
    case "error":
      return errorSentence(words(problem.error, path));
    case "unreadable":
      return problem.error === undefined
        ? l10n.t("could not be read on this machine")
        : l10n.t("could not be read on this machine: {0}", errorSentence(problem.error));
    case "unwritable":
      return l10n.t(
        "could not be written on this machine, where the old file is as it was: {0}",
        errorSentence(problem.error),
      );
    case "rulesUnreadable":
      return l10n.t("a file of ignore rules could not be read, so what it leaves out is not known");
    case "vanished":
      return l10n.t("is no longer there");
    case "special":
      return l10n.t("is neither a file nor a folder");
    case "badName":
      return l10n.t("the service cannot take its name; rename it and try again");
    case "tooLarge":
      return l10n.t("is larger than hostedApps.deploy.maxArchiveMB allows");
    case "tooDeep":
      return l10n.t("lies in too many folders");
    case "sizeAlike":
      return l10n.t("same size, content not compared");
    case "newerInApp":
      return l10n.t("newer in the app, never compared before");
    case "goneInApp":
      return l10n.t("missing in the app");
    case "deletedHere":
      return l10n.t("deleted here, changed in the app");
    case "neverCompared":
      return l10n.t("never compared before");
    case "unsaved":
      return l10n.t("open with unsaved changes");
    case "isFolderInApp":
      return l10n.t("a folder of this name is in the app");
    case "isSpecialInApp":
      return l10n.t("neither file nor folder in the app");
    case "isFolderHere":
      return l10n.t("a folder of this name is here");
    case "isSpecialHere":
      return l10n.t("neither file nor folder here");
    case "link":
      return l10n.t("a link, which is not followed; choose what it leads to itself");
    case "linkInPlace":
      return l10n.t("a link is in its place, and nothing is written through links");
    case "duplicate":
      return l10n.t("another of the chosen files has the same name, and only that one was taken");
    case "notInApp":
      return l10n.t("no longer in the app");
    case "changedHere":
      return l10n.t("changed here meanwhile; compare again to see it");
    case "changedInApp":
      return l10n.t("changed in the app meanwhile; compare again to see it");
    case "changedSince":
      return l10n.t("changed since; tick to undo that too");
    case "notKept":
      return l10n.t("what was there before is not kept");
    case "appearedHere":
      return l10n.t("a file of this name came into the folder meanwhile and was left as it is");
    case "notTried":
      return l10n.t("not tried, since the service failed too often");
    case "obstacle":
      return l10n.t("{0} is no folder, so nothing can be put below it", problem.obstacle);
    case "localName":
      return localNameText(problem.name, problem.problem);
    case "nameCollision":
      return l10n.t("this machine takes its name and {0} for the same", problem.collidesWith);
    case "hiddenEntries":
      return problem.count === 1
        ? l10n.t("holds an entry whose name cannot be shown")
        : l10n.t("holds {0} entries whose names cannot be shown", formatCount(problem.count));
  }
}

function localNameText(name: string, problem: LocalNameProblem): string {
  const { l10n } = vscode;
  switch (problem) {
    case "unsafe":
      return l10n.t('the name "{0}" would lead out of the folder', name);
    case "tooLong":
      return l10n.t('the name "{0}" is longer than this machine allows', name);
    case "device":
      return l10n.t('Windows keeps the name "{0}" for a device', name);
    case "ending":
      return l10n.t('Windows allows no dot or space at the end of "{0}"', name);
    case "character":
      return l10n.t('the name "{0}" has a character that Windows does not allow', name);
  }
}
