// Listings of an app's folders: one request answers for all who ask at the same time and for some seconds after,
// and a name that a listing lacks is known to be missing without another request.
import type { Clock } from "./clock";
import type { FileEntry } from "./model";

/** The entries of a folder by name, and when the request for them was sent. */
export interface Listing {
  readonly entries: ReadonlyMap<string, FileEntry>;
  readonly requestedAt: number;
}

interface Flight {
  readonly startedAt: number;
  readonly listing: Promise<Listing>;
}

export class ListingCache {
  private readonly listings = new Map<string, Listing>();
  private readonly flights = new Map<string, Flight>();

  constructor(
    private readonly load: (directory: string) => Promise<readonly FileEntry[]>,
    private readonly clock: Clock,
  ) {}

  /** A listing asked for at most `maxAgeMs` ago; joins a request under way when that is young enough. */
  async get(directory: string, maxAgeMs: number): Promise<Listing> {
    const oldest = this.clock.now() - maxAgeMs;
    const known = this.listings.get(directory);
    if (known && known.requestedAt >= oldest) return known;
    const flight = this.flights.get(directory);
    if (flight && flight.startedAt >= oldest) return await flight.listing;
    return await this.fetch(directory);
  }

  /** The last good listing however old, or undefined. */
  peek(directory: string): Listing | undefined {
    return this.listings.get(directory);
  }

  /** Records one entry that the service has just confirmed. */
  putEntry(directory: string, entry: FileEntry): void {
    this.change(directory, (entries) => entries.set(entry.name, entry));
  }

  /** Records that the service has just confirmed the absence of a name, and forgets what lay below it. */
  deleteEntry(directory: string, name: string): void {
    this.change(directory, (entries) => entries.delete(name));
    const below = directory === "/" ? `/${name}` : `${directory}/${name}`;
    for (const path of [...this.listings.keys()]) {
      if (path === below || path.startsWith(`${below}/`)) this.listings.delete(path);
    }
  }

  /** The next get of `directory` asks the service; the old listing can still be peeked at. */
  markStale(directory: string): void {
    const known = this.listings.get(directory);
    if (known) this.listings.set(directory, { ...known, requestedAt: Number.NEGATIVE_INFINITY });
    this.flights.delete(directory);
  }

  markAllStale(): void {
    for (const directory of this.listings.keys()) this.markStale(directory);
    this.flights.clear();
  }

  clear(): void {
    this.listings.clear();
    this.flights.clear();
  }

  private async fetch(directory: string): Promise<Listing> {
    const startedAt = this.clock.now();
    const flight: Flight = {
      startedAt,
      listing: this.load(directory).then((entries) => ({
        entries: new Map(entries.map((entry) => [entry.name, entry])),
        requestedAt: startedAt,
      })),
    };
    this.flights.set(directory, flight);
    try {
      const listing = await flight.listing;
      // An answer that was overtaken by a change of ours, or by a younger request, must not bring the old state back.
      if (this.flights.get(directory) === flight) this.listings.set(directory, listing);
      return listing;
    } finally {
      if (this.flights.get(directory) === flight) this.flights.delete(directory);
    }
  }

  private change(directory: string, apply: (entries: Map<string, FileEntry>) => void): void {
    this.flights.delete(directory);
    const known = this.listings.get(directory);
    if (!known) return;
    const entries = new Map(known.entries);
    apply(entries);
    this.listings.set(directory, { entries, requestedAt: known.requestedAt });
  }
}
