// What was last seen of an app's folders, the one memory of it: one request answers for all who ask at the same time and
// for some seconds after, and a name that a listing lacks is known to be missing without another request.

import { type Clock, stopwatch } from "../../core/async/clock";
import type { FileEntry } from "../../core/model/model";
import { ancestorsOf, isWithin, joinAppPath, nameOf, parentOf } from "../../core/paths/appPath";

/** What a folder was seen to hold. */
export interface Listing {
  /** By name. */
  readonly entries: ReadonlyMap<string, FileEntry>;
  /** Entries that cannot be shown: with any, the folder is incomplete, and holds more than `entries` says. */
  readonly hidden: number;
  /** When the request was sent; monotonic. */
  readonly askedAt: number;
}

/** A folder as the service lists it. */
export interface ListedFolder {
  readonly entries: readonly FileEntry[];
  readonly hidden: number;
}

interface ObservationEvents {
  /** A listing took the place of an older one of the same folder. */
  readonly onReplaced?: (directory: string, before: Listing, after: Listing) => void;
  /** Whether there is a folder whose last attempt to be listed failed (then one such error), told when that changes. */
  readonly onFailing?: (error: unknown) => void;
}

interface Known extends Listing {
  /** Not to be taken for an answer any more, however young it is. */
  readonly isStale?: boolean;
}

interface Flight {
  readonly startedAt: number;
  readonly listing: Promise<Listing>;
}

/** Told each answer, and which of all requests it is the answer to. */
type Arrival = (listing: Listing, request: number) => void;

interface Failure {
  readonly error: unknown;
  readonly at: number;
}

/** Probes of many names in a folder that cannot be listed share one failure for this long. */
const failureAgeMs = 1_000;

export class Observations {
  private readonly listings = new Map<string, Known>();
  private readonly flights = new Map<string, Flight>();
  private readonly failures = new Map<string, Failure>();
  private readonly failing = new Map<string, unknown>();
  private readonly arrivals = new Map<string, Set<Arrival>>();
  private toldFailing = false;
  private requests = 0;
  /** By folder: the answers of this request and of those before it are overtaken, or too old to be fresh. */
  private readonly overtaken = new Map<string, number>();
  private readonly stale = new Map<string, number>();
  private cleared = 0;

  constructor(
    private readonly load: (directory: string) => Promise<ListedFolder>,
    private readonly clock: Clock,
    private readonly events: ObservationEvents = {},
  ) {}

  /** A listing asked for at most `maxAgeMs` ago, from now on when that is 0; joins a request that is young enough. */
  get(directory: string, maxAgeMs: number): Promise<Listing> {
    if (maxAgeMs <= 0) return this.fetch(directory);
    return this.since(directory, this.clock.monotonicMs() - maxAgeMs);
  }

  /** A listing asked for no sooner than `time` (monotonic); joins a request that is young enough. */
  since(directory: string, time: number): Promise<Listing> {
    const known = this.listings.get(directory);
    if (known && !known.isStale && known.askedAt >= time) return Promise.resolve(known);
    const flight = this.flights.get(directory);
    // The very promise of the first who asked, so that all go on in the order in which they asked.
    return flight && flight.startedAt >= time ? flight.listing : this.fetch(directory);
  }

  /** A listing asked for after `time` (monotonic) by anybody, or by this call when nobody has within `withinMs`. */
  async after(directory: string, time: number, withinMs: number): Promise<Listing> {
    const known = this.listings.get(directory);
    if (known && !known.isStale && known.askedAt > time) return known;
    if (withinMs <= 0) return await this.fetch(directory);
    const found = await this.arrival(directory, time, withinMs);
    return found ?? (await this.fetch(directory));
  }

  /**
   * As `get`, for showing: when the service cannot be asked now (`mayBeOld` says so of the failure), the last good
   * listing is shown on. Without one the failure is thrown, and for a moment to all others who ask.
   */
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
      const known = this.listings.get(directory);
      if (known && mayBeOld(error)) return known;
      throw error;
    }
  }

  /** The last good listing however old, or undefined. */
  peek(directory: string): Listing | undefined {
    return this.listings.get(directory);
  }

  /** Folders that could not be listed when that was last tried, the one that was tried longest ago first. */
  get failed(): string[] {
    return [...this.failing.keys()];
  }

  /** Records one entry that the service has just confirmed. */
  putEntry(directory: string, entry: FileEntry): void {
    this.change(directory, (entries) => entries.set(entry.name, entry));
  }

  /** Records that the service has just confirmed the absence of a name, and forgets what lay below it. */
  deleteEntry(directory: string, name: string): void {
    this.change(directory, (entries) => entries.delete(name));
    this.forgetBelow(joinAppPath(directory, name));
    this.tellFailing();
  }

  /** The next get of `directory` asks the service; the old listing can still be peeked at. */
  markStale(directory: string): void {
    const known = this.listings.get(directory);
    if (known) this.listings.set(directory, { ...known, isStale: true });
    this.flights.delete(directory);
    this.stale.set(directory, this.requests);
    this.failures.delete(directory);
  }

  markAllStale(): void {
    for (const directory of [...this.listings.keys(), ...this.flights.keys()]) this.markStale(directory);
    this.failures.clear();
    // Not told: the next listing says whether it is so.
    this.failing.clear();
  }

  clear(): void {
    this.listings.clear();
    this.flights.clear();
    this.cleared = this.requests;
    this.failures.clear();
    this.failing.clear();
  }

  private fetch(directory: string): Promise<Listing> {
    const startedAt = this.clock.monotonicMs();
    const request = ++this.requests;
    const isCurrent = (): boolean => this.flights.get(directory)?.listing === listing;
    const load = async (): Promise<Listing> => {
      try {
        const answer = await this.loadConfirmed(directory);
        // An answer that was overtaken by a change of ours, or by a younger one, must not bring the old state back.
        const isNewest = request > Math.max(this.cleared, this.overtaken.get(directory) ?? 0);
        const found = isNewest ? answer : this.newest(directory, answer);
        for (const tell of [...(this.arrivals.get(directory) ?? [])]) tell(found, request);
        if (isNewest) this.replace(directory, found, request);
        this.failing.delete(directory);
        this.tellFailing();
        return found;
      } catch (error) {
        if (isCurrent()) {
          // Last in line for another try.
          this.failing.delete(directory);
          this.failing.set(directory, error);
        }
        this.tellFailing();
        throw error;
      } finally {
        if (isCurrent()) this.flights.delete(directory);
      }
    };
    const listing = new Promise<Listing>((resolve, reject) => {
      // Nobody waits for a request that hangs when a younger one is answered.
      const stop = this.onArrival(directory, (found, by) => {
        if (by > request) resolve(found);
      });
      void load().then(resolve, reject).finally(stop);
    });
    this.flights.set(directory, { startedAt, listing });
    return listing;
  }

  /** An answer that a younger one has overtaken is no longer how it is. */
  private newest(directory: string, found: Listing): Listing {
    const known = this.listings.get(directory);
    return known && known.askedAt >= found.askedAt ? known : found;
  }

  private overtake(directory: string): void {
    this.flights.delete(directory);
    this.overtaken.set(directory, this.requests);
  }

  /** A folder that suddenly is empty is looked at twice: half an answer must not pass for a deletion. */
  private async loadConfirmed(directory: string): Promise<Listing> {
    const elapsedMs = stopwatch(this.clock);
    let found = await this.load(directory);
    if (found.entries.length === 0 && (this.listings.get(directory)?.entries.size ?? 0) > 0)
      found = await this.load(directory);
    const { entries, hidden } = found;
    // Of the first of two requests, and before a sleep of the machine: no listing passes for younger than it is.
    const askedAt = this.clock.monotonicMs() - elapsedMs();
    return { entries: new Map(entries.map((entry) => [entry.name, entry])), hidden, askedAt };
  }

  /** Undefined when no listing that was asked for after `time` arrives within `withinMs`. */
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

  /** Tells of each answer until the returned function is called. */
  private onArrival(directory: string, tell: Arrival): () => void {
    const listeners = this.arrivals.get(directory) ?? new Set();
    this.arrivals.set(directory, listeners.add(tell));
    return () => {
      listeners.delete(tell);
      if (listeners.size === 0 && this.arrivals.get(directory) === listeners) this.arrivals.delete(directory);
    };
  }

  private replace(directory: string, listing: Listing, request: number): void {
    const before = this.listings.get(directory);
    const isStale = request <= (this.stale.get(directory) ?? 0);
    this.listings.set(directory, isStale ? { ...listing, isStale } : listing);
    this.overtaken.set(directory, request);
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

  private tellFailing(): void {
    if (this.failing.size > 0 === this.toldFailing) return;
    this.toldFailing = this.failing.size > 0;
    const [error] = this.failing.values();
    this.events.onFailing?.(error);
  }

  private forgetBelow(directory: string): void {
    for (const known of [this.listings, this.failing])
      for (const path of [...known.keys()]) if (isWithin(directory, path)) known.delete(path);
  }

  private change(directory: string, apply: (entries: Map<string, FileEntry>) => void): void {
    this.overtake(directory);
    this.failures.delete(directory);
    const known = this.listings.get(directory);
    if (!known) return;
    const entries = new Map(known.entries);
    apply(entries);
    this.listings.set(directory, { ...known, entries });
  }
}

/** For one look at many files: asks `list` once for each folder, however often that is wanted. */
export function listedOnce<T>(list: (directory: string) => Promise<T>): (directory: string) => Promise<T> {
  const listings = new Map<string, Promise<T>>();
  return (directory) => {
    const listing = listings.get(directory) ?? list(directory);
    listings.set(directory, listing);
    return listing;
  };
}
