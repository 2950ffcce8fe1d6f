// What the changes of one app's files are made with: the parts of AppFiles that put, remove and move share.
import type { Priority } from "../api/callOptions";
import type { Clock } from "../core/async/clock";
import type { FileEntry } from "../core/model/model";
import type { AppWire } from "./appWire";
import type { ChangeLog } from "./backups/changeLog";
import type { LateRequests } from "./lateRequests";
import type { OwnChanges } from "./ownChanges";
import type { PathLocks } from "./pathLocks";
import type { Content, Contents, Observed } from "./read/contents";
import type { Observations } from "./read/observations";
import type { ServiceTime } from "./serviceTime";

/** What was seen in a place, and when that was asked for (monotonic). */
export interface Observation {
  readonly entry: FileEntry | undefined;
  readonly askedAt: number;
}

export interface ReadOptions {
  readonly signal?: AbortSignal | undefined;
  /** Who waits for it; "normal" when absent. */
  readonly priority?: Priority | undefined;
}

/** A path that was to be removed and is still there, or of which that is not known, and why. */
export interface LeftPath {
  readonly path: string;
  readonly error: unknown;
}

/** How a file that was put from here was proved to be stored; times are monotonic. */
export interface StoredProof {
  /** The place of the change among all that were asked for. */
  readonly order: number;
  /** When it was last known to be the service's, and when it was sent or read. */
  readonly knownAt: number;
  readonly seenAt: number;
}

/** What an app's files are read with. */
export interface ReadParts {
  readonly wire: AppWire;
  readonly clock: Clock;
  readonly serviceTime: ServiceTime;
  /** SHA-256 in hexadecimal. */
  readonly hash: (bytes: Uint8Array) => Promise<string>;
}

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
/** A look right before a request that took longer than this, since contents had to be read, is done again. */
export const slowReadMs = 2_000;
/** Waits between looks at listings that may lag behind, in milliseconds. */
export const lagWaitsMs = [0, 400, 1_200, 2_400] as const;
