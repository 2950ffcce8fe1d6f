// Dependencies that AppFiles passes to put, remove and move.
import type { FileEntry } from "../../core/model/model";
import type { ChangeLog } from "../backups/changeLog";
import type { Content, Contents, Observed } from "../read/contents";
import type { Listings } from "../read/listings";
import type { OwnChanges } from "../read/ownChanges";
import type { Observation, ReadOptions, ReadParts, StoredProof } from "../read/readParts";
import type { LateRequests } from "./lateRequests";
import type { PathLocks } from "./pathLocks";

export interface ChangeParts extends ReadParts {
  readonly listings: Listings;
  readonly contents: Contents;
  readonly locks: PathLocks;
  readonly late: LateRequests;
  readonly log: () => ChangeLog;
  /** From a listing at most `maxAgeMs` old; rejects when listing fails. */
  observe(path: string, maxAgeMs: number): Promise<Observation>;
  /** Requests the path itself when listings do not show it. */
  observeByName(path: string, maxAgeMs: number, options: ReadOptions): Promise<Observation>;
  /** Exact content, cached where the version proves it. */
  content(path: string, observed: Observed, options: ReadOptions): Promise<Content>;
  readonly own: OwnChanges;
  /** Listeners are called before it returns. */
  stored(path: string, entry: FileEntry, content: Content, proof: StoredProof): void;
  gone(path: string, removed: FileEntry | undefined, goneAt: number): void;
}

/** Older listings are repeated right before the request. */
export const recheckAfterMs = 300;
/** A check before the request that took longer is repeated. */
export const slowReadMs = 2_000;
export const lagWaitsMs = [0, 400, 1_200, 2_400] as const;

export const listedWithinMs = lagWaitsMs.reduce<number>((sum, waitMs) => sum + waitMs, 0);
