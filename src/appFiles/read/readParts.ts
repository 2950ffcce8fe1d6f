// Dependencies and results of reads.
import type { Priority } from "../../api/http/exchange";
import type { Clock } from "../../core/async/clock";
import type { FileEntry } from "../../core/model/model";
import type { FileService } from "./fileService";
import type { ServiceTime } from "./serviceTime";

/** `askedAt`: when the listing or read was requested (monotonic ms). */
export interface Observation {
  readonly entry: FileEntry | undefined;
  readonly askedAt: number;
}

export interface ReadOptions {
  readonly signal?: AbortSignal | undefined;
  readonly priority?: Priority | undefined;
}

/** `knownAt`: when the content was last proved; `seenAt`: when it was sent or read (monotonic ms). */
export interface StoredProof {
  readonly order: number;
  readonly knownAt: number;
  readonly seenAt: number;
}

export interface ReadParts {
  readonly service: FileService;
  readonly clock: Clock;
  readonly serviceTime: ServiceTime;
  /** SHA-256 in hexadecimal. */
  readonly hash: (bytes: Uint8Array) => Promise<string>;
}
