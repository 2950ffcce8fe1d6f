// Why a file of many is not moved, as code knows it: in a plan, and at its end. features/transfers/problemText.ts says it.
import { type LocalNameProblem, localPathProblem } from "../../../core/paths/localNames";
import type { FolderProblemKind } from "../../../core/project/readFolder";

/** One reason, with what its words need. */
export type TransferProblem =
  | { readonly kind: PlainProblem }
  /** What the service, the engine or the disk said. */
  | { readonly kind: "error" | "unreadable" | "unwritable"; readonly error: unknown }
  /** A file stands where a folder on the way would have to be. */
  | { readonly kind: "obstacle"; readonly obstacle: string }
  /** No file of this name can be on this machine. */
  | { readonly kind: "localName"; readonly name: string; readonly problem: LocalNameProblem }
  /** This machine takes its name and that of another file for the same. */
  | { readonly kind: "nameCollision"; readonly collidesWith: string }
  /** The app has a file whose name differs only in letter case or accents. */
  | { readonly kind: "alikeInApp"; readonly alike: string }
  /** The folder of the app holds so many entries whose names cannot be shown. */
  | { readonly kind: "hiddenEntries"; readonly count: number };

type PlainProblem =
  | Exclude<FolderProblemKind, "unreadable">
  /** Of the same size; the contents were not compared. */
  | "sizeAlike"
  /** It changes how an editor works as soon as its folder is open. */
  | "actsInEditor"
  | "goneInApp"
  | "deletedHere"
  | "neverCompared"
  /** An editor holds text of it that is not saved. */
  | "unsaved"
  /** A folder, or what is neither file nor folder, has the name in the app, or here. */
  | "isFolderInApp"
  | "isSpecialInApp"
  | "isFolderHere"
  | "isSpecialHere"
  /** A link to a folder: following it could leave the folder, or never end. */
  | "link"
  /** A link in the place of what would be written: it could lead out of the folder. */
  | "linkInPlace"
  /** Another of the chosen files has the same place. */
  | "duplicate"
  /** The app no longer lists it. */
  | "notInApp"
  /** A listing lacks it, and the app may have it all the same. */
  | "maybeInApp"
  /** It is not what was planned any more. */
  | "changedHere"
  | "changedInApp"
  /** Its time does not tell whether it is, and it is too large to be read. */
  | "maybeChangedInApp"
  /** Somebody changed it after the operation that is to be undone. */
  | "changedSince"
  /** The earlier content was not kept, or is kept no more. */
  | "notKept"
  /** It came into the folder after the question what is to be replaced there. */
  | "appearedHere"
  /** The service failed too often in a row. */
  | "notTried";

/** A row that ends with a reason of its own. */
export class RowProblem extends Error {
  override readonly name = "RowProblem";

  constructor(readonly problem: TransferProblem) {
    super(problem.kind);
  }
}

/** Why no file of this path can be on this machine. */
export function localNameProblem(localPath: string, isWindows: boolean): TransferProblem | undefined {
  const found = localPathProblem(localPath, isWindows);
  return found && { kind: "localName", ...found };
}
