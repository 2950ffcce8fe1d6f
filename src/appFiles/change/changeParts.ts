// What the changes of one app's files are made with: the parts of AppFiles that put, remove and move share.
import type { FileEntry } from "../../core/model/model";
import type { ChangeLog } from "../backups/changeLog";
import type { Content, Contents, Observed } from "../read/contents";
import type { Observations } from "../read/observations";
import type { OwnChanges } from "../read/ownChanges";
import type { Observation, ReadOptions, ReadParts, StoredProof } from "../read/readParts";
import type { LateRequests } from "./lateRequests";
import type { PathLocks } from "./pathLocks";

export interface ChangeParts extends ReadParts {
  readonly observations: Observations;
  readonly contents: Contents;
  readonly locks: PathLocks;
  readonly late: LateRequests;
  /** Where single changes are written down. */
  readonly log: () => ChangeLog;
  /** What is at a path, for a decision: from a listing asked for at most `maxAgeMs` ago, never after a failure. */
  observe(path: string, maxAgeMs: number): Promise<Observation>;
  /** The same, and where listings show nothing by one request for the path itself. */
  observeByName(path: string, maxAgeMs: number, options: ReadOptions): Promise<Observation>;
  /** The exact content of a listed file, from memory where that is certain. */
  content(path: string, observed: Observed, options: ReadOptions): Promise<Content>;
  readonly own: OwnChanges;
  /** A file that was put from here is proved to be stored. Everybody else is told before this returns. */
  stored(path: string, entry: FileEntry, content: Content, proof: StoredProof): void;
  /** What was to be removed is gone. */
  gone(path: string, removed: FileEntry | undefined): void;
}

/** What was seen longer ago than this is looked at again right before a request, in milliseconds. */
export const momentMs = 300;
/** A look right before a request that took longer than this is done again, in milliseconds. */
export const slowReadMs = 2_000;
/** Waits between looks at listings that may lag behind, in milliseconds. */
export const lagWaitsMs = [0, 400, 1_200, 2_400] as const;

/** What is in a file now is listed within this, in milliseconds. */
export const listedWithinMs = lagWaitsMs.reduce<number>((sum, waitMs) => sum + waitMs, 0);
