// Journalled operations, such as a push or a deletion of many files, and single changes.
import type { AppKey } from "../../core/model/appKey";
import type { ChangeEnd, ChangeId, ChangeLog } from "./changeLog";

export const operationKinds = [
  "push",
  "pull",
  "upload",
  "download",
  "move",
  "copy",
  "delete",
  "restore",
  "undo",
  "rollback",
  "create",
] as const;

export type OperationKind = (typeof operationKinds)[number];

interface OperationTitle {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly folder?: string | undefined;
  readonly count?: number | undefined;
  /** Number of the release that a rollback leads to. */
  readonly release?: number | undefined;
  readonly isBetweenApps?: boolean | undefined;
}

export interface OperationHeader extends AppKey {
  readonly kind: OperationKind;
  readonly appName?: string | undefined;
  readonly title?: OperationTitle | undefined;
}

export type OperationOutcome = "done" | "failed" | "cancelled";

export interface OperationLog extends ChangeLog {
  readonly id: string;
  /** Never rejects: a failed write is retried while the window runs. */
  end(outcome: OperationOutcome): Promise<void>;
}

export interface ContentFile {
  readonly hash: string;
  readonly file: string;
}

export type PreviousContent =
  | { readonly kind: "absent" }
  | (ContentFile & {
      readonly kind: "content";
      readonly sizeBytes: number;
      readonly modifiedAt?: number | undefined;
    })
  | { readonly kind: "notBackedUp"; readonly why: WhyNoBackup; readonly sizeBytes: number };

/** "gone": was backed up, but is older than a day or had to make room. */
export type WhyNoBackup = "tooLarge" | "unreadable" | "generated" | "gone";

export interface LoggedChange {
  readonly id: ChangeId;
  readonly side: "app" | "local";
  readonly path: string;
  readonly what: "put" | "remove";
  readonly before: PreviousContent;
  /** As found after the change, else as it was to be put. */
  readonly after: {
    readonly hash?: string | undefined;
    readonly sizeBytes?: number | undefined;
    readonly modifiedAt?: number | undefined;
  };
  /** "unknown" also when the window died before the end. */
  readonly end: ChangeEnd;
  /** Just before the change, in milliseconds since the epoch. */
  readonly at: number;
}

export interface Operation {
  readonly id: string;
  readonly header: OperationHeader;
  /** "cutOff": without an end, and its window is gone. */
  readonly state: "running" | "ended" | "cutOff";
  readonly outcome?: OperationOutcome | undefined;
  /** In milliseconds since the epoch. */
  readonly startedAt: number;
  readonly lastAt: number;
  readonly changes: readonly LoggedChange[];
}

export interface BackupFile extends ContentFile, AppKey {
  readonly id: ChangeId;
  readonly side: "app" | "local";
  readonly path: string;
  readonly why: "deleted" | "overwritten";
  readonly sizeBytes: number;
  /** Time of the change, in milliseconds since the epoch. */
  readonly lostAt: number;
  /** The remote or local file's own time. */
  readonly modifiedAt?: number | undefined;
  /** Absent for a single change. */
  readonly operationId?: string | undefined;
}
