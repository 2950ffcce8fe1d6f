// Asks for folders of the app while the same folders of this machine are still being read, so that the disk and the
// service need not wait for each other. What was asked for too early is asked for again.

import type { Clock } from "../../../core/async/clock";
import { ancestorsOf, parentOf } from "../../../core/paths/appPath";
import type { AppFiles } from "../../appFiles";
import type { Listing } from "../../read/observations";

const listingsAtOnce = 16;
/** Then reading took long, or a person was asked something meanwhile. */
const longestMs = 5_000;

/** Listings that are asked for ahead of the look that uses them. */
export class ListAhead {
  private readonly known: ReadonlySet<string>;
  private readonly startedAt: number;
  private readonly listings = new Map<string, Promise<Listing>>();
  private readonly waiting: string[] = [];
  private underWay = 0;

  /** `files` are paths in the app that are expected there: only their folders are asked for. */
  constructor(
    private readonly app: Pick<AppFiles, "list">,
    files: Iterable<string>,
    private readonly clock: Pick<Clock, "monotonicMs">,
  ) {
    const folders = new Set([...files].map(parentOf));
    this.known = new Set(["/", ...[...folders].flatMap((folder) => [...ancestorsOf(folder), folder])]);
    this.startedAt = clock.monotonicMs();
  }

  /** The folder will be looked at. */
  expect(directory: string): void {
    if (!this.known.has(directory) || this.listings.has(directory)) return;
    this.waiting.push(directory);
    this.next();
  }

  /** The folder's listing; undefined when it was not asked for, or too long ago. Rejects as `list` of the app does. */
  listing(directory: string): Promise<Listing> | undefined {
    const isRecent = this.clock.monotonicMs() - this.startedAt <= longestMs;
    return isRecent ? this.listings.get(directory) : undefined;
  }

  /** Asks for no more. */
  stop(): void {
    this.waiting.length = 0;
  }

  private next(): void {
    const directory = this.underWay < listingsAtOnce ? this.waiting.shift() : undefined;
    if (directory === undefined) return;
    this.underWay++;
    const listing = this.app.list(directory, { maxAgeMs: 0 });
    this.listings.set(directory, listing);
    const goOn = (): void => {
      this.underWay--;
      this.next();
    };
    // The listing's caller gets the rejection.
    listing.then(goOn, goOn);
  }
}
