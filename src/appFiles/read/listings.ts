// The one memory of an app's listings, shared by all callers. A name that they lack costs no request.

import { type Clock, stopwatch } from "../../core/async/clock";
import type { FileEntry } from "../../core/model/model";
import { ancestorsOf, isWithin, joinAppPath, nameOf, parentOf } from "../../core/paths/appPath";

export interface Listing {
  readonly entries: ReadonlyMap<string, FileEntry>;
  /** Number of entries that are not in `entries`: the folder is incomplete. */
  readonly hidden: number;
  /** When the request was sent; monotonic. */
  readonly askedAt: number;
}

export interface ListedFolder {
  readonly entries: readonly FileEntry[];
  readonly hidden: number;
}

interface ListingEvents {
  readonly onReplaced?: (directory: string, before: Listing, after: Listing) => void;
  /** An error of one failing folder, or undefined; called on change. */
  readonly onFailing?: (error: unknown) => void;
}

interface Known extends Listing {
  /** Not to be returned, whatever its age. */
  readonly isStale?: boolean;
}

interface Flight {
  readonly startedAt: number;
  readonly listing: Promise<Listing>;
}

type Arrival = (listing: Listing, request: number) => void;

interface Failure {
  readonly error: unknown;
  readonly at: number;
}

/** Lookups of many names in an unlistable folder share one failure for so long. */
const failureAgeMs = 1_000;
const mostSleepMs = 1_000;

export class Listings {
  private readonly byFolder = new Map<string, Known>();
  private readonly flights = new Map<string, Flight>();
  private readonly failures = new Map<string, Failure>();
  private readonly failing = new Map<string, unknown>();
  private readonly arrivals = new Map<string, Set<Arrival>>();
  private reportedFailing = false;
  private requests = 0;
  /** By folder: responses to this request and earlier ones are outdated. */
  private readonly supersededAt = new Map<string, number>();
  private readonly stale = new Map<string, number>();
  private cleared = 0;
  private wallAheadMs: number;

  constructor(
    private readonly load: (directory: string) => Promise<ListedFolder>,
    private readonly clock: Clock,
    private readonly events: ListingEvents = {},
  ) {
    this.wallAheadMs = clock.now() - clock.monotonicMs();
  }

  /** At most `maxAgeMs` old; joins a recent request. 0: requested from now on. */
  get(directory: string, maxAgeMs: number): Promise<Listing> {
    if (maxAgeMs <= 0) return this.fetch(directory);
    return this.since(directory, this.clock.monotonicMs() - maxAgeMs);
  }

  /** Requested at `time` (monotonic) or later; joins a recent request. */
  since(directory: string, time: number): Promise<Listing> {
    this.forgetAfterSleep();
    const known = this.byFolder.get(directory);
    if (known && !known.isStale && known.askedAt >= time) return Promise.resolve(known);
    const flight = this.flights.get(directory);
    // The same promise, so that callers continue in call order.
    return flight && flight.startedAt >= time ? flight.listing : this.fetch(directory);
  }

  /** Requested after `time` (monotonic) by any caller, or by this one after `withinMs`. */
  async after(directory: string, time: number, withinMs: number): Promise<Listing> {
    const known = this.byFolder.get(directory);
    if (known && !known.isStale && known.askedAt > time) return known;
    if (withinMs <= 0) return await this.fetch(directory);
    const found = await this.arrival(directory, time, withinMs);
    return found ?? (await this.fetch(directory));
  }

  /** For display: the last good listing while the service is unreachable (`mayBeOld`), else the failure. */
  async getForShow(
    directory: string,
    maxAgeMs: number,
    mayBeOld: (error: unknown) => boolean,
  ): Promise<Listing> {
    const failure = this.failures.get(directory);
    const isRecent = failure && this.clock.monotonicMs() - failure.at <= failureAgeMs;
    try {
      if (isRecent) throw failure.error;
      return await this.get(directory, maxAgeMs);
    } catch (error) {
      if (!isRecent) this.failures.set(directory, { error, at: this.clock.monotonicMs() });
      const known = this.byFolder.get(directory);
      if (known && mayBeOld(error)) return known;
      throw error;
    }
  }

  /** Of any age. */
  peek(directory: string): Listing | undefined {
    return this.byFolder.get(directory);
  }

  /** Folders whose last listing failed, oldest attempt first. */
  get failed(): string[] {
    return [...this.failing.keys()];
  }

  putEntry(directory: string, entry: FileEntry): void {
    this.change(directory, (entries) => entries.set(entry.name, entry));
  }

  /** Also forgets listings below it. */
  deleteEntry(directory: string, name: string): void {
    this.change(directory, (entries) => entries.delete(name));
    this.forgetBelow(joinAppPath(directory, name));
    this.reportFailing();
  }

  /** The old listing stays for `peek`. */
  markStale(directory: string): void {
    const known = this.byFolder.get(directory);
    if (known) this.byFolder.set(directory, { ...known, isStale: true });
    this.flights.delete(directory);
    this.stale.set(directory, this.requests);
    this.failures.delete(directory);
  }

  markAllStale(): void {
    for (const directory of [...this.byFolder.keys(), ...this.flights.keys()]) this.markStale(directory);
    this.failures.clear();
    this.failing.clear();
  }

  clear(): void {
    this.byFolder.clear();
    this.flights.clear();
    this.cleared = this.requests;
    this.failures.clear();
    this.failing.clear();
  }

  /** A monotonic clock need not count the machine's sleep: each listing is as old as that. */
  private forgetAfterSleep(): void {
    const wallAheadMs = this.clock.now() - this.clock.monotonicMs();
    if (Math.abs(wallAheadMs - this.wallAheadMs) > mostSleepMs)
      for (const directory of [...this.byFolder.keys()]) this.markStale(directory);
    this.wallAheadMs = wallAheadMs;
  }

  private fetch(directory: string): Promise<Listing> {
    this.forgetAfterSleep();
    const startedAt = this.clock.monotonicMs();
    const request = ++this.requests;
    const isCurrent = (): boolean => this.flights.get(directory)?.listing === listing;
    const load = async (): Promise<Listing> => {
      try {
        const answer = await this.loadConfirmed(directory);
        // A response from before an own change, or older than another, must not restore the old state.
        const isNewest = request > Math.max(this.cleared, this.supersededAt.get(directory) ?? 0);
        const found = isNewest ? answer : this.newest(directory, answer);
        for (const notify of [...(this.arrivals.get(directory) ?? [])]) notify(found, request);
        if (isNewest) this.replace(directory, found, request);
        this.failing.delete(directory);
        this.reportFailing();
        return found;
      } catch (error) {
        if (isCurrent()) {
          // Moves to the end of the retry order.
          this.failing.delete(directory);
          this.failing.set(directory, error);
        }
        this.reportFailing();
        throw error;
      } finally {
        if (isCurrent()) this.flights.delete(directory);
      }
    };
    const listing = new Promise<Listing>((resolve, reject) => {
      // Callers need not wait for a hanging request when a newer one has its response.
      const stop = this.onArrival(directory, (found, by) => {
        if (by > request) resolve(found);
      });
      void load().then(resolve, reject).finally(stop);
    });
    this.flights.set(directory, { startedAt, listing });
    return listing;
  }

  private newest(directory: string, found: Listing): Listing {
    const known = this.byFolder.get(directory);
    return known && known.askedAt >= found.askedAt ? known : found;
  }

  private overtake(directory: string): void {
    this.flights.delete(directory);
    this.supersededAt.set(directory, this.requests);
  }

  /** A suddenly empty folder is listed twice: an incomplete response must not count as a deletion. */
  private async loadConfirmed(directory: string): Promise<Listing> {
    const elapsedMs = stopwatch(this.clock);
    // Of the first of two requests: no listing passes for younger than it is.
    const askedAt = this.clock.monotonicMs();
    let found = await this.load(directory);
    if (found.entries.length === 0 && (this.byFolder.get(directory)?.entries.size ?? 0) > 0)
      found = await this.load(directory);
    // The machine slept, which a monotonic clock need not count: the response is as old as the sleep.
    if (elapsedMs() > this.clock.monotonicMs() - askedAt + mostSleepMs)
      return await this.loadConfirmed(directory);
    const { entries, hidden } = found;
    return { entries: new Map(entries.map((entry) => [entry.name, entry])), hidden, askedAt };
  }

  /** Undefined when no listing requested after `time` arrives within `withinMs`. */
  private arrival(directory: string, time: number, withinMs: number): Promise<Listing | undefined> {
    return new Promise((resolve) => {
      const end = (listing: Listing | undefined): void => {
        stop();
        stopTimer();
        resolve(listing);
      };
      const stop = this.onArrival(directory, (listing) => {
        if (listing.askedAt > time) end(listing);
      });
      const stopTimer = this.clock.after(withinMs, () => end(undefined));
    });
  }

  private onArrival(directory: string, notify: Arrival): () => void {
    const listeners = this.arrivals.get(directory) ?? new Set();
    this.arrivals.set(directory, listeners.add(notify));
    return () => {
      listeners.delete(notify);
      if (listeners.size === 0 && this.arrivals.get(directory) === listeners) this.arrivals.delete(directory);
    };
  }

  private replace(directory: string, listing: Listing, request: number): void {
    const before = this.byFolder.get(directory);
    const isStale = request <= (this.stale.get(directory) ?? 0);
    this.byFolder.set(directory, isStale ? { ...listing, isStale } : listing);
    this.supersededAt.set(directory, request);
    this.failures.delete(directory);
    for (const failed of this.failing.keys()) {
      const child = [...ancestorsOf(failed), failed].find((path) => parentOf(path) === directory);
      if (failed !== "/" && child && listing.entries.get(nameOf(child))?.type !== "directory")
        this.failing.delete(failed);
    }
    if (!before) return;
    for (const [name, { type }] of before.entries)
      if (type === "directory" && listing.entries.get(name)?.type !== "directory")
        this.forgetBelow(joinAppPath(directory, name));
    this.events.onReplaced?.(directory, before, listing);
  }

  private reportFailing(): void {
    if (this.failing.size > 0 === this.reportedFailing) return;
    this.reportedFailing = this.failing.size > 0;
    const [error] = this.failing.values();
    this.events.onFailing?.(error);
  }

  private forgetBelow(directory: string): void {
    for (const known of [this.byFolder, this.failing])
      for (const path of [...known.keys()]) if (isWithin(directory, path)) known.delete(path);
  }

  private change(directory: string, apply: (entries: Map<string, FileEntry>) => void): void {
    this.overtake(directory);
    this.failures.delete(directory);
    const known = this.byFolder.get(directory);
    if (!known) return;
    const entries = new Map(known.entries);
    apply(entries);
    this.byFolder.set(directory, { ...known, entries });
  }
}

/**
 * Lists now, and once more when the folder seems empty: a copy or a backup would lack the files of a wrong empty
 * listing, and count as whole.
 */
export async function listConfirmed(
  files: { list(directory: string, options: { readonly maxAgeMs: number }): Promise<Listing> },
  directory: string,
): Promise<Listing> {
  const listing = await files.list(directory, { maxAgeMs: 0 });
  return listing.entries.size > 0 ? listing : await files.list(directory, { maxAgeMs: 0 });
}

/** Memoizes `list` for one look at many files. */
export function listedOnce<T>(list: (directory: string) => Promise<T>): (directory: string) => Promise<T> {
  const listings = new Map<string, Promise<T>>();
  return (directory) => {
    const listing = listings.get(directory) ?? list(directory);
    listings.set(directory, listing);
    return listing;
  };
}
