// Why a row is not transferred, in the plan or at the end. Sentences: features/transfers/ask/problemText.ts.
import { type LocalNameProblem, localPathProblem } from "../../../core/paths/localNames";
import type { FolderProblemKind } from "../../../core/project/readFolder";

export type TransferProblem =
  | { readonly kind: PlainProblem }
  | { readonly kind: "error" | "unreadable" | "unwritable"; readonly error: unknown }
  | { readonly kind: "obstacle"; readonly obstacle: string }
  | { readonly kind: "localName"; readonly name: string; readonly problem: LocalNameProblem }
  /** This disk treats both names as equal. */
  | { readonly kind: "nameCollision"; readonly collidesWith: string }
  /** The names differ only in letter case or accents. */
  | { readonly kind: "alikeInApp" | "alikeHere"; readonly alike: string }
  /** Names that cannot be shown. */
  | { readonly kind: "hiddenEntries"; readonly count: number };

type PlainProblem =
  | Exclude<FolderProblemKind, "unreadable">
  /** Equal sizes; contents were not compared. */
  | "sizeAlike"
  /** Takes effect as soon as an editor opens the folder. */
  | "actsInEditor"
  | "goneInApp"
  | "deletedHere"
  | "neverCompared"
  | "unsaved"
  | "isFolderInApp"
  | "isSpecialInApp"
  | "isFolderHere"
  | "isSpecialHere"
  /** A link to a folder, which may lead outside or in circles. */
  | "link"
  /** A link at the target, which may lead outside. */
  | "linkInPlace"
  | "duplicate"
  | "mayHoldSecret"
  | "notInApp"
  /** A listing lacks it, which proves nothing. */
  | "maybeInApp"
  | "changedHere"
  | "changedInApp"
  /** Its time proves nothing, and it is too large to read. */
  | "maybeChangedInApp"
  | "changedSince"
  | "notBackedUp"
  /** Created after the question about replacements. */
  | "appearedHere"
  | "notTried";

export class RowProblem extends Error {
  override readonly name = "RowProblem";

  constructor(readonly problem: TransferProblem) {
    super(problem.kind);
  }
}

export function transferNameProblem(localPath: string, isWindows: boolean): TransferProblem | undefined {
  const found = localPathProblem(localPath, isWindows);
  return found && { kind: "localName", ...found };
}
