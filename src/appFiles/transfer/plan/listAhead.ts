// Lists folders of the app while the local folders are being read. When that took too long, no listing is used.

import type { Clock } from "../../../core/async/clock";
import { ancestorsOf, parentOf } from "../../../core/paths/appPath";
import type { AppFiles } from "../../appFiles";
import type { Listing } from "../../read/listings";

const listingsAtOnce = 16;
/** From the start, for all listings: the app may have changed since. */
const longestMs = 5_000;

export class ListAhead {
  private readonly expected: ReadonlySet<string>;
  private readonly startedAt: number;
  private readonly listings = new Map<string, Promise<Listing>>();
  private readonly waiting: string[] = [];
  private inFlight = 0;

  /** `files`: expected paths in the app; only their folders are listed. */
  constructor(
    private readonly app: Pick<AppFiles, "list">,
    files: Iterable<string>,
    private readonly clock: Pick<Clock, "monotonicMs">,
  ) {
    const folders = new Set([...files].map(parentOf));
    this.expected = new Set(["/", ...[...folders].flatMap((folder) => [...ancestorsOf(folder), folder])]);
    this.startedAt = clock.monotonicMs();
  }

  expect(directory: string): void {
    if (!this.expected.has(directory) || this.listings.has(directory)) return;
    this.waiting.push(directory);
    this.next();
  }

  /** Undefined when it was not requested, or when the start is too long ago. Rejects as `list`. */
  listing(directory: string): Promise<Listing> | undefined {
    const isRecent = this.clock.monotonicMs() - this.startedAt <= longestMs;
    return isRecent ? this.listings.get(directory) : undefined;
  }

  stop(): void {
    this.waiting.length = 0;
  }

  private next(): void {
    const directory = this.inFlight < listingsAtOnce ? this.waiting.shift() : undefined;
    if (directory === undefined) return;
    this.inFlight++;
    const listing = this.app.list(directory, { maxAgeMs: 0 });
    this.listings.set(directory, listing);
    const goOn = (): void => {
      this.inFlight--;
      this.next();
    };
    // The caller of `listing` gets the rejection.
    listing.then(goOn, goOn);
  }
}
