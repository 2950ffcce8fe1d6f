// Listings of an app's folders: one request answers for all who ask at the same time and for some seconds after,
// and a name that a listing lacks is known to be missing without another request.
import { ancestorsOf, isWithin, joinAppPath, nameOf, parentOf } from "./appPath";
import type { Clock } from "./clock";
import type { FileEntry } from "./model";

/** The entries of a folder by name, and when the request for them was sent. */
export interface Listing {
  readonly entries: ReadonlyMap<string, FileEntry>;
  readonly requestedAt: number;
}

export interface ListingEvents {
  /** A listing took the place of an older one of the same folder. */
  readonly onReplaced?: (directory: string, before: Listing, after: Listing) => void;
  /** Whether there is a folder whose last attempt to be listed failed (then one such error), told when that changes. */
  readonly onFailing?: (error: unknown) => void;
}

interface Flight {
  readonly startedAt: number;
  readonly listing: Promise<Listing>;
}

interface Failure {
  readonly error: unknown;
  readonly at: number;
}

/** Probes of many names in a folder that cannot be listed share one failure for this long. */
const failureAgeMs = 1_000;

export class ListingCache {
  private readonly listings = new Map<string, Listing>();
  private readonly flights = new Map<string, Flight>();
  private readonly failures = new Map<string, Failure>();
  private readonly failing = new Map<string, unknown>();
  private toldFailing = false;

  constructor(
    private readonly load: (directory: string) => Promise<readonly FileEntry[]>,
    private readonly clock: Clock,
    private readonly events: ListingEvents = {},
  ) {}

  /** A listing asked for at most `maxAgeMs` ago, from now on when that is 0; joins a request that is young enough. */
  get(directory: string, maxAgeMs: number): Promise<Listing> {
    if (maxAgeMs <= 0) return this.fetch(directory);
    const oldest = this.clock.now() - maxAgeMs;
    const known = this.listings.get(directory);
    if (known && known.requestedAt >= oldest) return Promise.resolve(known);
    const flight = this.flights.get(directory);
    // The very promise of the first who asked, so that all go on in the order in which they asked.
    return flight && flight.startedAt >= oldest ? flight.listing : this.fetch(directory);
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
    const isRecent = failure && this.clock.now() - failure.at <= failureAgeMs;
    try {
      if (isRecent) throw failure.error;
      return await this.get(directory, maxAgeMs);
    } catch (error) {
      if (!isRecent) this.failures.set(directory, { error, at: this.clock.now() });
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
    if (known) this.listings.set(directory, { ...known, requestedAt: Number.NEGATIVE_INFINITY });
    this.flights.delete(directory);
    this.failures.delete(directory);
  }

  markAllStale(): void {
    for (const directory of this.listings.keys()) this.markStale(directory);
    this.flights.clear();
    this.failures.clear();
    // Not told: the next listing says whether it is so.
    this.failing.clear();
  }

  clear(): void {
    this.listings.clear();
    this.flights.clear();
    this.failures.clear();
    this.failing.clear();
  }

  private fetch(directory: string): Promise<Listing> {
    const startedAt = this.clock.now();
    const isCurrent = (): boolean => this.flights.get(directory)?.listing === listing;
    const load = async (): Promise<Listing> => {
      try {
        const found = await this.loadConfirmed(directory);
        // An answer that was overtaken by a change of ours, or by a younger request, must not bring the old state back.
        if (isCurrent()) this.replace(directory, found);
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
    const listing = load();
    this.flights.set(directory, { startedAt, listing });
    return listing;
  }

  /** A folder that suddenly is empty is looked at twice: half an answer must not pass for a deletion. */
  private async loadConfirmed(directory: string): Promise<Listing> {
    const requestedAt = this.clock.now();
    let entries = await this.load(directory);
    if (entries.length === 0 && (this.listings.get(directory)?.entries.size ?? 0) > 0)
      entries = await this.load(directory);
    return { entries: new Map(entries.map((entry) => [entry.name, entry])), requestedAt };
  }

  private replace(directory: string, listing: Listing): void {
    const before = this.listings.get(directory);
    this.listings.set(directory, listing);
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
    this.flights.delete(directory);
    this.failures.delete(directory);
    const known = this.listings.get(directory);
    if (!known) return;
    const entries = new Map(known.entries);
    apply(entries);
    this.listings.set(directory, { entries, requestedAt: known.requestedAt });
  }
}
