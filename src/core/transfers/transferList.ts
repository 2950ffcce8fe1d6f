import type { Clock } from "../async/clock";
import { Emitter, type Event } from "../async/emitter";
import { onAbort } from "../async/onAbort";
import { CancelledError, isCancellation } from "../errors/cancelledError";
import type { AppKey } from "../model/appKey";

export interface TransferSubject extends AppKey {
  readonly kind: "upload" | "download" | "delete";
  readonly path: string;
  readonly sizeBytes?: number;
}

export interface Transfer extends TransferSubject {
  readonly id: number;
  readonly state: "waiting" | "running" | "failed";
  readonly error?: unknown;
  readonly canRetry: boolean;
  /** Monotonic time in ms at which it entered this state. */
  readonly since: number;
}

/** Runs a transfer: calls `started` each time its request really starts, and sends nothing once `signal` is aborted. */
export type TransferWork<T> = (transfer: { readonly signal: AbortSignal; started(): void }) => Promise<T>;

interface TransferOptions {
  readonly signal?: AbortSignal | undefined;
  /** Keeps failed work with all that it holds, so that `retry` can run it again. */
  readonly canRetry?: boolean | undefined;
}

interface Entry {
  shown: Transfer;
  readonly work: TransferWork<unknown>;
  abort: LazyAbort;
  hasStarted: boolean;
  isCancelled: boolean;
  /** A newer transfer has the same target, or the account was removed: it must not run again. */
  isOutdated: boolean;
  /** The failure that a canceled retry goes back to. */
  failure: Transfer | undefined;
}

/** An AbortController made on demand: most of a thousand transfers never need their signal. */
class LazyAbort {
  isAborted = false;
  reason: unknown;
  private controller: AbortController | undefined;

  get signal(): AbortSignal {
    if (!this.controller) {
      this.controller = new AbortController();
      if (this.isAborted) this.controller.abort(this.reason);
    }
    return this.controller.signal;
  }

  abort(reason: unknown): void {
    if (this.isAborted) return;
    this.isAborted = true;
    this.reason = reason;
    this.controller?.abort(reason);
  }
}

/** Memory limit: failed transfers keep their content for a retry. */
const mostFailedBytes = 32 * 1024 * 1024;

/**
 * The transfers between this machine and the apps that a user can see, cancel and repeat: waiting, running or failed.
 * It knows nothing of rate limits (api/limits/rateLimiter.ts).
 */
export class TransferList {
  private readonly changes = new Emitter<void>();
  private readonly cancels = new Emitter<void>();
  private readonly entries = new Map<number, Entry>();
  private nextId = 1;
  private isAnnouncing = false;

  /** Fires once for all changes of a turn. */
  readonly onDidChange: Event<void> = this.changes.event;
  /** Fires when all waiting transfers were canceled: callers should start no further ones. */
  readonly onDidCancelAll: Event<void> = this.cancels.event;

  constructor(private readonly clock: Clock) {}

  /** Transfers that wait or run, and failed ones that can be retried; oldest first. */
  get all(): readonly Transfer[] {
    return [...this.entries.values()]
      .filter(({ isCancelled, hasStarted }) => !isCancelled || hasStarted)
      .map(({ shown }) => shown);
  }

  /**
   * Runs `work` as a transfer and settles as it does. Canceled while it waits, by `cancel` or by the caller's
   * signal, it rejects with that signal's reason, whatever the work made of it. An upload or a deletion that has
   * started is left to finish, since nothing can take it back; a download still follows the caller's signal. A newer
   * transfer to the same target removes older failures from the list: retrying them would undo it.
   */
  async run<T>(subject: TransferSubject, work: TransferWork<T>, options: TransferOptions = {}): Promise<T> {
    const { signal, canRetry = false } = options;
    signal?.throwIfAborted();
    this.outdate((other) => hasSameTarget(subject, other.shown));
    const id = this.nextId++;
    const { kind, accountId, appId, path, sizeBytes } = subject;
    const entry: Entry = {
      shown: {
        kind,
        accountId,
        appId,
        path,
        ...(sizeBytes === undefined ? {} : { sizeBytes }),
        id,
        state: "waiting",
        canRetry,
        since: this.clock.monotonicMs(),
      },
      work,
      abort: new LazyAbort(),
      hasStarted: false,
      isCancelled: false,
      isOutdated: false,
      failure: undefined,
    };
    this.entries.set(id, entry);
    this.changed();
    const stop = (): void => {
      if (!entry.hasStarted || kind === "download") this.abort(entry, signal?.reason);
    };
    const unfollow = onAbort(signal, stop);
    try {
      return await this.attempt(entry, work);
    } finally {
      unfollow();
    }
  }

  /** Cancels a waiting transfer. One that has started or failed stays. */
  cancel(id: number): void {
    const entry = this.entries.get(id);
    if (entry?.shown.state === "waiting")
      this.abort(entry, new CancelledError("It was cancelled before it started."));
  }

  cancelAll(): void {
    this.cancels.fire();
    for (const id of [...this.entries.keys()]) this.cancel(id);
  }

  /** Runs a failed transfer again and settles as it does. Canceled, it is listed as failed again. */
  async retry(id: number): Promise<void> {
    const entry = this.entries.get(id);
    if (entry?.shown.state !== "failed") return;
    const { error: _past, ...subject } = entry.shown;
    entry.failure = entry.shown;
    entry.abort = new LazyAbort();
    entry.hasStarted = false;
    this.show(entry, { ...subject, state: "waiting", since: this.clock.monotonicMs() });
    await this.attempt(entry, entry.work);
  }

  /** Removes a failed transfer from the list, and the content that it was to send. */
  dismiss(id: number): void {
    if (this.entries.get(id)?.shown.state === "failed") this.drop(id);
  }

  /** Cancels waiting transfers of an account, or of one app of it, and removes failed ones. */
  forgetAccount(accountId: string, appId?: string): void {
    const isMeant = ({ shown }: Entry): boolean =>
      shown.accountId === accountId && (appId === undefined || shown.appId === appId);
    this.outdate(isMeant);
    for (const [id, entry] of [...this.entries]) if (isMeant(entry)) this.cancel(id);
  }

  private async attempt<T>(entry: Entry, work: TransferWork<T>): Promise<T> {
    const { abort } = entry;
    try {
      const result = await work({
        get signal() {
          return abort.signal;
        },
        started: () => this.started(entry),
      });
      // Work that ends quietly when its signal aborts has not done its job.
      if (abort.isAborted && !entry.hasStarted) throw abort.reason;
      this.drop(entry.shown.id);
      return result;
    } catch (error) {
      const isCancelled = abort.isAborted && (!entry.hasStarted || entry.shown.kind === "download");
      if (isCancelled || isCancellation(error)) this.leaveCancelled(entry);
      else this.fail(entry, error);
      throw isCancelled ? abort.reason : error;
    }
  }

  private started(entry: Entry): void {
    entry.hasStarted = true;
    if (entry.shown.state !== "waiting") return;
    this.show(entry, { ...entry.shown, state: "running", since: this.clock.monotonicMs() });
  }

  private abort(entry: Entry, reason: unknown): void {
    // Off the list at once: the work may take a while to react.
    entry.isCancelled = true;
    this.changed();
    entry.abort.abort(reason);
  }

  private fail(entry: Entry, error: unknown): void {
    const { shown } = entry;
    if (!shown.canRetry || entry.isOutdated || (shown.sizeBytes ?? 0) > mostFailedBytes) {
      this.drop(shown.id);
      return;
    }
    entry.isCancelled = false;
    this.show(entry, { ...shown, state: "failed", error, since: this.clock.monotonicMs() });
    this.dropOldestFailures();
  }

  private leaveCancelled(entry: Entry): void {
    if (!entry.failure || entry.isOutdated) {
      this.drop(entry.shown.id);
      return;
    }
    entry.isCancelled = false;
    this.show(entry, entry.failure);
    this.dropOldestFailures();
  }

  private dropOldestFailures(): void {
    const failed = [...this.entries.values()]
      .map(({ shown }) => shown)
      .filter(({ state }) => state === "failed");
    let bytes = failed.reduce((sum, { sizeBytes = 0 }) => sum + sizeBytes, 0);
    for (const { id, sizeBytes = 0 } of failed) {
      if (bytes <= mostFailedBytes) return;
      this.drop(id);
      bytes -= sizeBytes;
    }
  }

  private outdate(isMeant: (entry: Entry) => boolean): void {
    for (const [id, entry] of [...this.entries]) {
      if (!isMeant(entry)) continue;
      entry.isOutdated = true;
      if (entry.shown.state === "failed") this.drop(id);
    }
  }

  private show(entry: Entry, shown: Transfer): void {
    entry.shown = shown;
    this.changed();
  }

  private drop(id: number): void {
    if (this.entries.delete(id)) this.changed();
  }

  private changed(): void {
    if (this.isAnnouncing) return;
    this.isAnnouncing = true;
    queueMicrotask(() => {
      this.isAnnouncing = false;
      this.changes.fire();
    });
  }
}

/** A read and a write of a path do not undo each other; two writes do, and of two reads one is enough. */
function hasSameTarget(newer: TransferSubject, older: TransferSubject): boolean {
  return (
    newer.accountId === older.accountId &&
    newer.appId === older.appId &&
    newer.path === older.path &&
    (newer.kind === "download") === (older.kind === "download")
  );
}
