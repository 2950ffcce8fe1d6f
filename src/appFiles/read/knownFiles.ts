// What a window knows of an app's files: listings bring it up to date, and so do its own changes as soon as they are
// confirmed. Listeners are told of what others do.

import { ServiceError } from "../../core/errors/serviceError";
import type { FileEntry } from "../../core/model/model";
import { ancestorsOf, nameOf, parentOf } from "../../core/paths/appPath";
import { CachedReads } from "./cachedReads";
import { type Content, Contents } from "./contents";
import { FileReads } from "./fileReads";
import { type ListedFolder, Observations } from "./observations";
import { type FileChange, listingChanges, OwnChanges } from "./ownChanges";
import { PathLookup } from "./pathLookup";
import type { ReadParts, StoredProof } from "./readParts";
import { isSameEntry } from "./serviceTime";

/** A path that was to be removed and is still there, or of which that is not known, and why. */
export interface LeftPath {
  readonly path: string;
  readonly error: unknown;
}

/** What others are told of an app's files. */
export interface AppFilesEvents {
  /** A listing shows what somebody else did. */
  onRemoteChange?(changes: readonly FileChange[]): void;
  /** Listings have begun to fail, or (undefined) work again. */
  onFailing?(error: unknown): void;
  /** The service has confirmed a file. */
  onConfirmed?(path: string): void;
  /** Files that were answered as deleted are still there, and why; others of the same request are gone. */
  onDeletionFailed?(left: readonly LeftPath[], gone: readonly string[]): void;
}

const contentCacheBytes = 32 * 1024 * 1024;

export class KnownFiles {
  readonly observations: Observations;
  readonly contents: Contents;
  readonly lookup: PathLookup;
  readonly reads: CachedReads;
  readonly own = new OwnChanges((changes) => this.tell(changes));
  private readonly listeners = new Set<AppFilesEvents>();

  /** `hidden`: paths that are answered as deleted and are still there. */
  constructor(
    private readonly parts: ReadParts,
    private readonly hidden: () => readonly string[],
  ) {
    const { wire, clock, serviceTime, hash } = parts;
    const observations = new Observations((directory) => this.load(directory), clock, {
      onReplaced: (directory, before, after) => this.announce(listingChanges(directory, before, after)),
      onFailing: (error) => {
        for (const { onFailing } of this.listeners) onFailing?.(error);
      },
    });
    this.observations = observations;
    this.contents = new Contents(contentCacheBytes, serviceTime);
    this.lookup = new PathLookup(observations, wire);
    const reads = new FileReads(wire, async (path) => (await this.lookup.observe(path, 0)).entry);
    this.reads = new CachedReads({ reads, observations, contents: this.contents, clock, serviceTime, hash });
  }

  /** Tells of the files until it is disposed of. */
  listen(events: AppFilesEvents): { dispose(): void } {
    this.listeners.add(events);
    return { dispose: () => void this.listeners.delete(events) };
  }

  /** Tells of changes from here that no listener has made itself. */
  tell(changes: readonly FileChange[]): void {
    for (const { onRemoteChange } of this.listeners) onRemoteChange?.(changes);
  }

  /** A file that was put from here is proved to be stored. */
  stored(path: string, entry: FileEntry, content: Content, { order, ...seen }: StoredProof): void {
    this.own.stored(path, { hash: content.hash, order, version: entry, knownAt: seen.knownAt });
    this.contents.put(path, content, { version: entry, ...seen });
    this.observations.putEntry(parentOf(path), entry);
    // A folder that the file has made is not in the listing of the one above yet.
    for (const folder of ancestorsOf(path)) {
      const above = this.observations.peek(parentOf(folder));
      if (!above || above.entries.has(nameOf(folder))) continue;
      this.observations.markStale(parentOf(folder));
      this.own.made(folder);
    }
    for (const { onConfirmed } of this.listeners) onConfirmed?.(path);
  }

  /** What was to be removed is gone. */
  gone(path: string, removed: FileEntry | undefined): void {
    const shown = this.observations.peek(parentOf(path))?.entries.get(nameOf(path));
    // What a younger listing shows there has come since.
    if (shown && !isSameEntry(shown, removed)) this.observations.markStale(parentOf(path));
    else this.observations.deleteEntry(parentOf(path), nameOf(path));
    this.contents.delete(path);
    this.own.gone(path);
  }

  /** These were answered as deleted and are still there. */
  deletionFailed(left: readonly LeftPath[], gone: readonly string[]): void {
    for (const { path } of left) this.observations.markStale(parentOf(path));
    for (const { onDeletionFailed } of this.listeners) onDeletionFailed?.(left, gone);
  }

  clear(): void {
    this.observations.clear();
    this.contents.clear();
  }

  private announce(changes: readonly FileChange[]): void {
    for (const { type, path } of changes) if (type === "deleted") this.contents.delete(path);
    this.own.seen(changes, this.hidden());
  }

  private async load(directory: string): Promise<ListedFolder> {
    const { wire, clock, serviceTime } = this.parts;
    const sentAt = clock.monotonicMs();
    // A person may wait for it, also when a program asked first.
    const { content, hidden, serviceTime: time } = await wire.observe(directory, { priority: "interactive" });
    if (time !== undefined) serviceTime.saw(time, sentAt, clock.monotonicMs());
    if (!content.isDirectory) throw new ServiceError("badInput", "a file was listed as if it were a folder");
    return { entries: content.entries, hidden };
  }
}
