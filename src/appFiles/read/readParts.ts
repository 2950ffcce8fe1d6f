// What an app's files are read with, what a look brings, and how an upload was proved.
import type { Priority } from "../../api/http/exchange";
import type { Clock } from "../../core/async/clock";
import type { FileEntry } from "../../core/model/model";
import type { AppWire } from "./appWire";
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
