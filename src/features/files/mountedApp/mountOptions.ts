// What a mounted app is given, and what is asked of it.

import type { OperationLog } from "../../../appFiles/backups/operation";
import type { CannotKeep } from "../../../appFiles/change/change";
import type { RemoveOptions } from "../../../appFiles/change/remove";
import type { CopyDialog } from "../../../appFiles/moves";
import type { LeftPath } from "../../../appFiles/read/knownFiles";
import type { FileChange } from "../../../appFiles/read/ownChanges";
import type { ReadOptions } from "../../../appFiles/read/readParts";
import type { Clock } from "../../../core/async/clock";
import type { AppAccess } from "../../../core/model/appAccess";
import type { ConflictChoice } from "../asks/conflictQuestions";
import type { StoredBases } from "./authors";
import type { PendingFolders } from "./pendingFolders";

/** Runs an upload as one of the window's transfers: calls `started` when its request starts. */
export type RunUpload = <T>(
  file: { readonly path: string; readonly sizeBytes: number },
  work: (transfer: { readonly signal: AbortSignal; started(): void }) => Promise<T>,
  options: { readonly signal?: AbortSignal | undefined; readonly canRetry?: boolean | undefined },
) => Promise<T>;

export interface MountOptions {
  readonly clock: Clock;
  /** Whether a file of more than `largeFileBytes` may be read; none may where it is absent. */
  readonly mayOpenLarge?: (path: string, sizeBytes: number) => Promise<boolean>;
  /** Asks the user what to do about a change that VS Code could not see. */
  readonly askConflict: (path: string) => Promise<ConflictChoice>;
  /** Asks whether files may go that cannot be kept, or not even be shown. */
  readonly askLoss: (path: string, lost: CannotKeep["files"]) => Promise<boolean>;
  /** Asks whether a file may be replaced that is too large to be kept. */
  readonly askReplace: (path: string) => Promise<boolean>;
  /** Asks whether a file may be made beside one whose name differs only in letter case or accents. */
  readonly askAlike: (path: string, alike: string) => Promise<boolean>;
  readonly copyDialog: CopyDialog;
  readonly pendingFolders?: PendingFolders;
  /** What the user may do, as far as it is known now. */
  readonly access?: () => AppAccess;
  /** Why it may not be done. */
  readonly refusal?: (kind: keyof AppAccess) => Error | undefined;
  /** Resolves when it is known what the user may do, or that it cannot be known. */
  readonly accessKnown?: () => Promise<unknown>;
  readonly storedBases?: StoredBases;
  /** Whether VS Code is set to save over a change that it sees, instead of asking about it. */
  readonly isSetToOverwrite?: (path: string) => boolean;
  readonly runUpload?: RunUpload;
  /** Begins the log of a copy, a move or a deletion of many. */
  readonly beginOperation: (
    kind: "move" | "copy" | "delete",
    title: {
      readonly from: string;
      readonly to?: string;
      readonly count: number;
      readonly isBetweenApps?: boolean;
    },
  ) => Promise<OperationLog>;
  /** Shows that files are being kept before they are deleted, when that takes a while. */
  readonly withKeepProgress?: <T>(
    paths: readonly string[],
    work: (options: RemoveOptions) => Promise<T>,
  ) => Promise<T>;
  /** A listing shows what somebody else did, or what was answered as done was not done. */
  readonly onRemoteChange?: (changes: readonly FileChange[]) => void;
  /** What VS Code deleted to make room was not replaced: the upload in its place failed. */
  readonly onReplaceFailed?: (path: string) => void;
  /** Files that were answered as deleted are still there; others of the same request are gone. */
  readonly onDeletionFailed?: (left: readonly LeftPath[], gone: readonly string[]) => void;
  /** Listings have begun to fail, or (undefined) work again. */
  readonly onFailing?: (error: unknown) => void;
}

export interface MountWriteOptions extends ReadOptions {
  readonly create: boolean;
  readonly overwrite: boolean;
  /** Nobody else keeps the bytes: a failure can be tried again from the list of transfers. */
  readonly canRetry?: boolean | undefined;
}

export interface CopyOptions {
  readonly overwrite: boolean;
}

/** What a copy or move changed in the app it came from, and in the one it went to. */
export interface Moved {
  readonly left: readonly FileChange[];
  readonly arrived: readonly FileChange[];
}
