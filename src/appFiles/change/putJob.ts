// One requested put: author, callers and phase.

import type { Priority } from "../../api/http/exchange";
import { onAbort } from "../../core/async/onAbort";
import type { FileEntry } from "../../core/model/model";
import type { ChangeLog } from "../backups/changeLog";
import type { ServiceTime } from "../read/serviceTime";
import { type BaseVersion, baseOrJust, type Found } from "./base";
import type { CannotBackUp } from "./change";

type PutPhase = "waiting" | "sending" | "proving";

export interface PutOptions {
  /** A function is called in the change's turn. */
  readonly base: BaseVersion | (() => BaseVersion);
  /** Among all changes; `AppFiles.nextOrder` when absent. */
  readonly order?: number | undefined;
  /** A newer put of the author replaces its queued one for the path. */
  readonly author: string;
  readonly priority?: Priority | undefined;
  /** Aborting cancels a queued put; a sent one is awaited. */
  readonly signal?: AbortSignal | undefined;
  /** The window's log of single changes when absent. */
  readonly log?: ChangeLog | undefined;
  /** Throws when the file must not be replaced (undefined: created), whatever its content. */
  readonly require?: ((found: FileEntry | undefined) => void) | undefined;
  /** Agreed loss of a file that is too large for a backup: that version or (true) any that `base` allows. */
  readonly lossAgreed?: CannotBackUp | true | undefined;
  /** Allows a new file beside a name that differs only in case or accents; absent: refused. */
  readonly mayStandBeside?: ((alike: string) => boolean) | undefined;
  readonly onWillSend?: ((hash: string) => void) | undefined;
  readonly onPhase?: ((phase: PutPhase) => void) | undefined;
  /** How long the proof may wait for another caller's listing; 0 when absent. */
  readonly proofWithinMs?: number | undefined;
}

export interface Stored {
  readonly entry: FileEntry;
  /** SHA-256 of the stored content, which is a newer put's when that replaced this one. */
  readonly hash: string;
  readonly replaced: FileEntry | undefined;
  readonly isCertain: boolean;
  /** Another client put equal content: "before" the request or, if that stored nothing, "after" it. */
  readonly others: "before" | "after" | undefined;
}

export class PutJob {
  /** Monotonic, of the last request; undefined until it is sent. */
  sentAt: number | undefined;
  /** Monotonic, of the last request; undefined without a response. */
  answeredAt: number | undefined;
  /** Aborts when every caller has canceled a queued put. */
  readonly cancel = new AbortController();
  outcome: Promise<Stored> = Promise.reject(new Error("not started"));
  private readonly callers = new Set<PutOptions>();

  constructor(
    readonly path: string,
    public bytes: Uint8Array,
    public options: PutOptions,
  ) {
    this.outcome.catch(() => undefined);
  }

  /** Queued: newer content can still replace it. */
  get isOpen(): boolean {
    return this.sentAt === undefined && !this.cancel.signal.aborted;
  }

  /** A caller that cancels before sending is rejected; without callers nothing is sent. */
  follow(options: PutOptions): Promise<Stored> {
    const { signal } = options;
    this.callers.add(options);
    return new Promise((resolve, reject) => {
      const unfollow = onAbort(signal, () => {
        if (this.sentAt !== undefined) return;
        this.callers.delete(options);
        if (this.callers.size === 0) this.cancel.abort(signal?.reason);
        reject(signal?.reason);
      });
      this.outcome.then(resolve, reject).finally(unfollow);
    });
  }

  reportPhase(phase: PutPhase): void {
    for (const { onPhase } of this.callers) onPhase?.(phase);
  }
}

/** For an author who deleted the file: also replaces that file, unchanged. */
export function alsoReplacing(options: PutOptions, deleted: Found, serviceTime: ServiceTime): PutOptions {
  const { base, require } = options;
  return {
    ...options,
    require: require && (() => require(undefined)),
    base: () => baseOrJust(typeof base === "function" ? base() : base, deleted, serviceTime),
  };
}
