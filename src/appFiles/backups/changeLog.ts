// Where a change is written down before it is made, with what it overwrites or deletes.
import type { FileVersion } from "../read/serviceTime";

/** What was in the place of a change. */
export type Before =
  | "absent"
  | {
      readonly bytes: Uint8Array;
      readonly hash?: string | undefined;
      readonly entry?: FileVersion | undefined;
    }
  | { readonly notKept: "tooLarge" | "unreadable" | "generated"; readonly sizeBytes: number };

/** A change of one file that is about to be made. */
export interface PlannedChange {
  /** In the app, or on this machine. */
  readonly side: "app" | "local";
  readonly path: string;
  readonly what: "put" | "remove";
  readonly before: Before;
  /** SHA-256 of the content that is put. */
  readonly afterHash?: string | undefined;
  /** It undoes what a late request did: it is made though backups take too much. */
  readonly isRepair?: boolean | undefined;
}

/** What became of a change. */
export type ChangeEnd = "done" | "notDone" | "unknown";

/** Names a change within its log. */
export type ChangeId = string;

export interface ChangeLog {
  /** Backs up what the change replaces and writes it down. Rejects when that cannot be done: then nothing may be changed. */
  will(change: PlannedChange): Promise<ChangeId>;
  /** Writes down what became of it. */
  did(
    change: ChangeId,
    end: ChangeEnd,
    after?: { readonly hash?: string | undefined; readonly entry?: FileVersion | undefined },
  ): Promise<void>;
}

/** Larger files are not kept, in bytes; what is about to change them says so before. */
export const largestKeptBytes = 20 * 1024 * 1024;
