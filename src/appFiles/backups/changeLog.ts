// Journal of changes: written before each change, with what it overwrites or deletes.
import type { FileVersion } from "../read/serviceTime";

/** The file before the change. "generated": tools generate it again, as in node_modules. */
export type Before =
  | "absent"
  | {
      readonly bytes: Uint8Array;
      readonly hash?: string | undefined;
      readonly entry?: FileVersion | undefined;
    }
  | { readonly notBackedUp: "tooLarge" | "unreadable" | "generated"; readonly sizeBytes: number };

export interface PlannedChange {
  readonly side: "app" | "local";
  readonly path: string;
  readonly what: "put" | "remove";
  readonly before: Before;
  /** SHA-256 of the content that is put. */
  readonly afterHash?: string | undefined;
  /** Undoes a late request: allowed beyond the limit of backups. */
  readonly isRepair?: boolean | undefined;
}

export type ChangeEnd = "done" | "notDone" | "unknown";

export type ChangeId = string;

export interface ChangeLog {
  /** Rejects with BackupFailed "takenOver" when another window has claimed the operation. */
  requireOurs?(path: string): Promise<void>;
  /** Backs up the replaced file and journals the change. When it rejects, nothing may be changed. */
  will(change: PlannedChange): Promise<ChangeId>;
  did(
    change: ChangeId,
    end: ChangeEnd,
    after?: { readonly hash?: string | undefined; readonly entry?: FileVersion | undefined },
  ): Promise<void>;
}

/** Larger files are not backed up: the user is asked before one is replaced or deleted. */
export const largestBackupBytes = 20 * 1024 * 1024;
