import type { OperationLog } from "../../../appFiles/backups/operation";
import type { CannotBackUp } from "../../../appFiles/change/change";
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

/** Runs an upload as one of the window's transfers. Call `started` when its request starts. */
export type RunUpload = <T>(
  file: { readonly path: string; readonly sizeBytes: number },
  work: (transfer: { readonly signal: AbortSignal; started(): void }) => Promise<T>,
  options: { readonly signal?: AbortSignal | undefined; readonly canRetry?: boolean | undefined },
) => Promise<T>;

export interface MountOptions {
  readonly clock: Clock;
  /** Whether a file larger than `largeFileBytes` may be read; absent: none may. */
  readonly mayOpenLarge?: (path: string, sizeBytes: number) => Promise<boolean>;
  /** Asks about a remote change that VS Code could not see. */
  readonly askConflict: (path: string) => Promise<ConflictChoice>;
  /** Asks whether files may be deleted that cannot be backed up, or not even be listed. */
  readonly askLoss: (path: string, lost: CannotBackUp["files"]) => Promise<boolean>;
  readonly askReplace: (path: string) => Promise<boolean>;
  /** Asks whether a file may be created beside `alike`, which differs only in letter case or accents. */
  readonly askAlike: (path: string, alike: string) => Promise<boolean>;
  readonly copyDialog: CopyDialog;
  readonly pendingFolders?: PendingFolders;
  readonly access?: () => AppAccess;
  readonly refusal?: (kind: keyof AppAccess) => Error | undefined;
  /** Resolves when `access` is known, or when it cannot be. */
  readonly accessKnown?: () => Promise<unknown>;
  readonly storedBases?: StoredBases;
  /** Whether the settings let VS Code save over a change that it sees, without asking. */
  readonly isSetToOverwrite?: (path: string) => boolean;
  readonly runUpload?: RunUpload;
  readonly beginOperation: (
    kind: "move" | "copy" | "delete",
    title: {
      readonly from: string;
      readonly to?: string;
      readonly count: number;
      readonly isBetweenApps?: boolean;
    },
  ) => Promise<OperationLog>;
  readonly withBackupProgress?: <T>(
    paths: readonly string[],
    work: (options: RemoveOptions) => Promise<T>,
  ) => Promise<T>;
  /** A listing shows changes by others, or that a change reported as done was not made. */
  readonly onRemoteChange?: (changes: readonly FileChange[]) => void;
  /** The upload failed for which VS Code had deleted the file at this path. */
  readonly onReplaceFailed?: (path: string) => void;
  /** `left` still exist, although VS Code's deletion succeeded; `gone` were deleted by the same request. */
  readonly onDeletionFailed?: (left: readonly LeftPath[], gone: readonly string[]) => void;
  /** Listings began to fail, or (undefined) work again. */
  readonly onFailing?: (error: unknown) => void;
}

export interface MountWriteOptions extends ReadOptions {
  readonly create: boolean;
  readonly overwrite: boolean;
  /** Only this call has the bytes: a failed upload can be retried from the list of transfers. */
  readonly canRetry?: boolean | undefined;
}

export interface CopyOptions {
  readonly overwrite: boolean;
}

/** Changes in the source app, and in the receiving one. */
export interface Moved {
  readonly left: readonly FileChange[];
  readonly arrived: readonly FileChange[];
}
