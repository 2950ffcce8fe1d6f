// A window's knowledge of an app's files, from listings and own changes. Listeners hear of other clients'.

import { ServiceError } from "../../core/errors/serviceError";
import type { FileEntry } from "../../core/model/model";
import { ancestorsOf, nameOf, parentOf } from "../../core/paths/appPath";
import { CachedReads } from "./cachedReads";
import { type Content, Contents } from "./contents";
import { FileReads } from "./fileReads";
import { type ListedFolder, Listings } from "./listings";
import { type FileChange, listingChanges, OwnChanges } from "./ownChanges";
import { PathLookup } from "./pathLookup";
import type { ReadParts, StoredProof } from "./readParts";
import { isSameEntry } from "./serviceTime";

export interface LeftPath {
  readonly path: string;
  readonly error: unknown;
}

export interface AppFilesEvents {
  onRemoteChange?(changes: readonly FileChange[]): void;
  /** Undefined: listings work again. */
  onFailing?(error: unknown): void;
  onConfirmed?(path: string): void;
  /** `left`: answered as deleted and still existing; `gone`: the rest of their request. */
  onDeletionFailed?(left: readonly LeftPath[], gone: readonly string[]): void;
}

const contentCacheBytes = 32 * 1024 * 1024;

export class KnownFiles {
  readonly listings: Listings;
  readonly contents: Contents;
  readonly lookup: PathLookup;
  readonly reads: CachedReads;
  readonly own = new OwnChanges((changes) => this.reportChanges(changes));
  private readonly listeners = new Set<AppFilesEvents>();

  /** `hidden`: answered as deleted and still existing. */
  constructor(
    private readonly parts: ReadParts,
    private readonly hidden: () => readonly string[],
  ) {
    const { service, clock, serviceTime, hash } = parts;
    const listings = new Listings((directory) => this.load(directory), clock, {
      onReplaced: (directory, before, after) => this.announce(listingChanges(directory, before, after)),
      onFailing: (error) => {
        for (const { onFailing } of this.listeners) onFailing?.(error);
      },
    });
    this.listings = listings;
    this.contents = new Contents(contentCacheBytes, serviceTime);
    this.lookup = new PathLookup(listings, service);
    const reads = new FileReads(service, async (path) => (await this.lookup.observe(path, 0)).entry);
    this.reads = new CachedReads({ reads, listings, contents: this.contents, clock, serviceTime, hash });
  }

  listen(events: AppFilesEvents): { dispose(): void } {
    this.listeners.add(events);
    return { dispose: () => void this.listeners.delete(events) };
  }

  /** For changes from here that no listener made itself. */
  reportChanges(changes: readonly FileChange[]): void {
    for (const { onRemoteChange } of this.listeners) onRemoteChange?.(changes);
  }

  stored(path: string, entry: FileEntry, content: Content, { order, ...seen }: StoredProof): void {
    this.own.stored(path, { hash: content.hash, order, version: entry, knownAt: seen.knownAt });
    this.contents.put(path, content, { version: entry, ...seen });
    this.listings.putEntry(parentOf(path), entry);
    // The parent's listing does not show a new folder yet.
    for (const folder of ancestorsOf(path)) {
      const above = this.listings.peek(parentOf(folder));
      if (!above || above.entries.has(nameOf(folder))) continue;
      this.listings.markStale(parentOf(folder));
      this.own.made(folder);
    }
    for (const { onConfirmed } of this.listeners) onConfirmed?.(path);
  }

  gone(path: string, removed: FileEntry | undefined): void {
    const shown = this.listings.peek(parentOf(path))?.entries.get(nameOf(path));
    // A newer listing shows another version: a later file.
    if (shown && !isSameEntry(shown, removed)) this.listings.markStale(parentOf(path));
    else this.listings.deleteEntry(parentOf(path), nameOf(path));
    this.contents.delete(path);
    this.own.gone(path);
  }

  deletionFailed(left: readonly LeftPath[], gone: readonly string[]): void {
    for (const { path } of left) this.listings.markStale(parentOf(path));
    for (const { onDeletionFailed } of this.listeners) onDeletionFailed?.(left, gone);
  }

  clear(): void {
    this.listings.clear();
    this.contents.clear();
  }

  private announce(changes: readonly FileChange[]): void {
    for (const { type, path } of changes) if (type === "deleted") this.contents.delete(path);
    this.own.seen(changes, this.hidden());
  }

  private async load(directory: string): Promise<ListedFolder> {
    const { service, clock, serviceTime } = this.parts;
    const sentAt = clock.monotonicMs();
    // A user may join a request that a program started.
    const { content, hidden, dateMs } = await service.observe(directory, { priority: "interactive" });
    if (dateMs !== undefined) serviceTime.saw(dateMs, sentAt, clock.monotonicMs());
    if (!content.isDirectory) throw new ServiceError("badInput", "a file was listed as if it were a folder");
    return { entries: content.entries, hidden };
  }
}
