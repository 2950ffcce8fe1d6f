// Operations, such as a push or a deletion of many files, and single changes, as they were written down.
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
  "create",
] as const;

export type OperationKind = (typeof operationKinds)[number];

/** What its title is made of. */
interface OperationTitle {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** The URI of the local folder. */
  readonly folder?: string | undefined;
  readonly count?: number | undefined;
  /** A move or a copy from one app to another. */
  readonly isBetweenApps?: boolean | undefined;
}

export interface OperationHeader extends AppKey {
  readonly kind: OperationKind;
  readonly appName?: string | undefined;
  readonly title?: OperationTitle | undefined;
}

export type OperationOutcome = "done" | "failed" | "cancelled";

/** Where an operation writes down what it changes. */
export interface OperationLog extends ChangeLog {
  readonly id: string;
  /** Writes down that it is over. Never rejects: a full disk is tried again for as long as the window lasts. */
  end(outcome: OperationOutcome): Promise<void>;
}

/** A content on this machine's disk. */
export interface ContentFile {
  /** SHA-256. */
  readonly hash: string;
  /** The name of its file. */
  readonly file: string;
}

/** What was in the place of a change, as far as it can be had now. */
export type KeptBefore =
  | { readonly kind: "absent" }
  | (ContentFile & {
      readonly kind: "kept";
      readonly sizeBytes: number;
      readonly modifiedAt?: number | undefined;
    })
  | { readonly kind: "notKept"; readonly why: WhyNotKept; readonly sizeBytes: number };

/** "gone": it was kept, and had to make room, or is older than a day. */
export type WhyNotKept = "tooLarge" | "unreadable" | "generated" | "gone";

/** A change of one file, as it was written down. */
export interface LoggedChange {
  readonly id: ChangeId;
  readonly side: "app" | "local";
  readonly path: string;
  readonly what: "put" | "remove";
  readonly before: KeptBefore;
  /** The content after it, as far as that is known: what was found, else what was to be put. */
  readonly after: {
    readonly hash?: string | undefined;
    readonly sizeBytes?: number | undefined;
    readonly modifiedAt?: number | undefined;
  };
  /** "unknown" also when nobody came to write it down. */
  readonly end: ChangeEnd;
  /** When it was about to be made, in milliseconds since the epoch. */
  readonly at: number;
}

/** An operation of the last day. */
export interface Operation {
  readonly id: string;
  readonly header: OperationHeader;
  /** "cutOff": it has no end, and its window is gone. */
  readonly state: "running" | "ended" | "cutOff";
  readonly outcome?: OperationOutcome | undefined;
  /** In milliseconds since the epoch. */
  readonly startedAt: number;
  /** Of what was last written down of it. */
  readonly lastAt: number;
  /** In the order in which they happened. */
  readonly changes: readonly LoggedChange[];
}

/** A file that was overwritten or deleted and can be brought back. */
export interface KeptFile extends ContentFile, AppKey {
  /** The change's. */
  readonly id: ChangeId;
  readonly side: "app" | "local";
  readonly path: string;
  readonly why: "deleted" | "overwritten";
  readonly sizeBytes: number;
  /** When it was deleted or overwritten, in milliseconds since the epoch. */
  readonly lostAt: number;
  /** The file's own time. */
  readonly modifiedAt?: number | undefined;
  /** Absent for a single change. */
  readonly operationId?: string | undefined;
}
