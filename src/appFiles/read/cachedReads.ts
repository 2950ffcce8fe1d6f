// Reads contents through the cache, by listed version.

import type { FileEntry } from "../../core/model/model";
import { nameOf, parentOf } from "../../core/paths/appPath";
import type { Content, Contents, Observed } from "./contents";
import { exactBytes, type FileReads } from "./fileReads";
import type { Listings } from "./listings";
import type { ReadOptions, ReadParts } from "./readParts";

interface CachedReadsOptions extends Omit<ReadParts, "service"> {
  readonly reads: FileReads;
  readonly listings: Listings;
  readonly contents: Contents;
}

export type TakeAhead = (listed: FileEntry) => Promise<void>;

/** Bulk reads of larger files would evict what editors have open. */
const largestBulkCachedBytes = 1024 * 1024;

export class CachedReads {
  constructor(private readonly options: CachedReadsOptions) {}

  listed(path: string, entry: FileEntry, options: ReadOptions): Promise<Content> {
    const { listings, clock } = this.options;
    // Unless the entry's own listing is the last one, nothing newer than now is known of it.
    const listing = listings.peek(parentOf(path));
    const isOfListing = listing?.entries.get(nameOf(path)) === entry;
    const askedAt = isOfListing ? listing.askedAt : clock.monotonicMs();
    return this.content(path, { entry, askedAt }, options);
  }

  /** For search: cached, or as the service decodes it. Must not be saved. */
  async text(path: string, entry: FileEntry, options: ReadOptions): Promise<string | undefined> {
    const { reads, listings, contents, clock } = this.options;
    const askedAt = listings.peek(parentOf(path))?.askedAt ?? clock.monotonicMs();
    const known = contents.get(path, { entry, askedAt });
    return known ? new TextDecoder().decode(known.bytes) : await reads.readText(path, options);
  }

  /** `isExact`: see `Contents.get`. */
  async content(path: string, observed: Observed, options: ReadOptions, isExact = false): Promise<Content> {
    const { contents, serviceTime, reads } = this.options;
    const { entry } = observed;
    // Before an own upload shows the clock of files, a version may prove nothing; a text costs one request.
    const isDoubtful = isExact && !serviceTime.knowsFileTimes && !reads.mustDownload(entry);
    const known = isDoubtful ? undefined : contents.get(path, observed, isExact);
    if (known) return known;
    return await this.contentNow(path, observed.entry, options);
  }

  /** Bypasses the cache. */
  freshContent(path: string, listed: FileEntry, options: ReadOptions): Promise<Content> {
    this.options.contents.delete(path);
    return this.contentNow(path, listed, options);
  }

  readAhead(path: string, options: ReadOptions): TakeAhead {
    const { reads, contents, clock, serviceTime, hash } = this.options;
    const askedAt = clock.monotonicMs();
    // The caller reads it again and gets the error then.
    const text = reads.readText(path, options).catch(() => undefined);
    return async (entry) => {
      const read = await text;
      const isExact = read !== undefined && !reads.mustDownload(entry);
      const bytes = isExact ? exactBytes(read, entry.sizeBytes) : undefined;
      if (!bytes || !serviceTime.isCertain(entry, askedAt)) return;
      const content = { bytes, hash: await hash(bytes), isCertain: true };
      contents.put(path, content, { version: entry, knownAt: askedAt, seenAt: askedAt });
    };
  }

  private async contentNow(
    path: string,
    listed: FileEntry,
    { priority, signal }: ReadOptions,
  ): Promise<Content> {
    const { reads, contents, clock, serviceTime, hash } = this.options;
    const askedAt = clock.monotonicMs();
    const { bytes, entry } = await reads.read(path, listed, { priority, signal });
    const content = { bytes, hash: await hash(bytes), isCertain: serviceTime.isCertain(entry, askedAt) };
    const isWorthKeeping = priority === "interactive" || bytes.byteLength <= largestBulkCachedBytes;
    if (isWorthKeeping) contents.put(path, content, { version: entry, knownAt: askedAt, seenAt: askedAt });
    return content;
  }
}
