// Why one file of many was not transferred, as code knows it; problemSentence.ts makes the sentence.
import type { LocalNameProblem } from "../../../core/localNames";

/** One reason, with what its sentence needs. */
export type TransferProblem =
  /** What the service or the mount said. */
  | { readonly kind: "error"; readonly error: unknown }
  /** The file on this machine could not be read, or written. */
  | { readonly kind: "unreadable" | "unwritable"; readonly error: unknown }
  /** A link to a folder on this machine: following it could leave the folder, or never end. */
  | { readonly kind: "link" }
  /** A link on this machine where a download would write: it could lead out of the target folder. */
  | { readonly kind: "localLink" }
  /** The app no longer lists it. */
  | { readonly kind: "gone" }
  /** Neither a file nor a folder. */
  | { readonly kind: "special" }
  /** Another of the chosen files has the same place. */
  | { readonly kind: "duplicate" }
  /** The service cannot take the name. */
  | { readonly kind: "badName" }
  /** A file stands where a folder on the way would have to be. */
  | { readonly kind: "obstacle"; readonly obstacle: string }
  /** A folder has the name that the file would get. */
  | { readonly kind: "isFolder" }
  /** No file of this name can be on this machine. */
  | { readonly kind: "localName"; readonly name: string; readonly problem: LocalNameProblem }
  /** It was not there when the user was asked about what is. */
  | { readonly kind: "appeared" }
  /** This machine takes its name and that of another downloaded file for the same. */
  | { readonly kind: "twin"; readonly twin: string };

/** A file or folder that was not transferred; `path` is the one inside the app. */
export interface TransferFailure {
  readonly path: string;
  readonly problem: TransferProblem;
}
