// A put that was asked for: by whom, who waits for it, and how far it is.

import type { Priority } from "../../api/http/exchange";
import { onAbort } from "../../core/async/onAbort";
import type { FileEntry } from "../../core/model/model";
import type { ChangeLog } from "../backups/changeLog";
import type { ServiceTime } from "../read/serviceTime";
import { type Base, baseOrJust, type Found } from "./base";
import type { CannotKeep } from "./change";

/** The phase of a put, as its progress shows it. */
type PutPhase = "waiting" | "sending" | "proving";

export interface PutOptions {
  /** What the author had seen of the path; asked for when the change's turn has come. */
  readonly base: Base | (() => Base);
  /** Its place among all changes that were asked for; `AppFiles.nextOrder` when absent. */
  readonly order?: number | undefined;
  /** Who writes. While an older put of the same author to the same path waits, this one takes its place. */
  readonly author: string;
  readonly priority?: Priority | undefined;
  /** Aborting gives up a put that was not sent yet; one that was sent is waited for. */
  readonly signal?: AbortSignal | undefined;
  /** Where the change is written down; the window's own log of single changes when absent. */
  readonly log?: ChangeLog | undefined;
  /** Throws when the remote file must not be replaced, whatever its content, or when none may be made. */
  readonly require?: ((found: FileEntry | undefined) => void) | undefined;
  /**
   * A person has agreed to lose what is too large to be backed up: the file as it was found then, or (true) whatever the
   * base allows.
   */
  readonly lossAgreed?: CannotKeep | true | undefined;
  /** Whether something new may be put beside this path, which differs only in letter case or accents; not when absent. */
  readonly mayStandBeside?: ((alike: string) => boolean) | undefined;
  /** Told of the content's hash each time it is about to be sent. */
  readonly onWillSend?: ((hash: string) => void) | undefined;
  readonly onPhase?: ((phase: PutPhase) => void) | undefined;
  /** How long the proof may wait for a listing that somebody else asks for, in milliseconds; 0 when absent. */
  readonly proofWithinMs?: number | undefined;
}

/** A file that is proved to be on the service. */
export interface Stored {
  readonly entry: FileEntry;
  /** SHA-256 of what is stored: of a newer put's content when that took this one's place. */
  readonly hash: string;
  /** The remote file before it. */
  readonly replaced: FileEntry | undefined;
  /** The version alone proves from now on that the content is this one. */
  readonly isCertain: boolean;
  /**
   * Somebody else has put the same content in this place: `before` it was sent; or, unless the service stores what it
   * has answered, `after` its answer.
   */
  readonly others: "before" | "after" | undefined;
}

/** Content that is put to one path: while it was not sent, newer content of the same author takes its place. */
export class PutJob {
  /** Monotonic; undefined until its first request goes out. */
  sentAt: number | undefined;
  /** Monotonic; undefined unless its first request was answered. */
  answeredAt: number | undefined;
  /** Aborts when nobody waits for it any more and it was not sent. */
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

  /** Newer content can still take the place of its own: it is neither sent nor given up. */
  get isOpen(): boolean {
    return this.sentAt === undefined && !this.cancel.signal.aborted;
  }

  /** Settles as its outcome does. A caller that cancels before the request is told so; without callers it is not sent. */
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

  tell(phase: PutPhase): void {
    for (const { onPhase } of this.callers) onPhase?.(phase);
  }
}

/** For an author for whom nothing is there, since they have deleted what was, just as it was found. */
export function alsoReplacing(options: PutOptions, deleted: Found, serviceTime: ServiceTime): PutOptions {
  const { base, require } = options;
  return {
    ...options,
    require: require && (() => require(undefined)),
    base: () => baseOrJust(typeof base === "function" ? base() : base, deleted, serviceTime),
  };
}
