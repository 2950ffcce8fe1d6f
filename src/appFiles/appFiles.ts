// The files of one app in a window: the single way to read and to change them. Everything that does goes through here,
// so that what one of them knows all of them know, and no two changes of a path meet.
import type { Priority, SendOptions } from "../api/callOptions";
import type { Clock } from "../core/async/clock";
import { FileProblem } from "../core/errors/fileProblem";
import { isServiceError, ServiceError } from "../core/errors/serviceError";
import type { Logger } from "../core/logger";
import type { AppKey } from "../core/model/appKey";
import type { FileEntry } from "../core/model/model";
import { ancestorsOf, nameOf, normalizeAppPath, parentOf } from "../core/paths/appPath";
import type { AppWire } from "./appWire";
import { type Base, type Found, isBaseMet } from "./base";
import type { ChangeLog } from "./changeLog";
import type { ChangeParts, Look, ReadOptions } from "./changeParts";
import { LateRequests, type Undone } from "./lateRequests";
import { type FileChange, listingChanges } from "./listingChanges";
import { OwnChanges, type OwnPut } from "./ownChanges";
import { PathLocks } from "./pathLocks";
import { Puts, requireUploadable } from "./put/put";
import type { PutOptions, Stored } from "./put/putJob";
import { type Content, Contents, type Observed } from "./read/contents";
import { mayBeText } from "./read/exactText";
import { FileReads } from "./read/fileReads";
import { type Listing, Observations } from "./read/observations";
import type { LeftPath, RemoveOptions, RemoveResult, RemoveTarget } from "./remove/removal";
import { type EndingLog, RemovalBurst } from "./remove/removalBurst";
import { outermostOf, Removals } from "./remove/remove";
import { isSameEntry, type ServiceTime } from "./serviceTime";

export interface AppFilesOptions {
  readonly key: AppKey;
  readonly wire: AppWire;
  readonly clock: Clock;
  readonly logger: Logger;
  /** SHA-256 in hexadecimal. */
  readonly hash: (bytes: Uint8Array) => Promise<string>;
  readonly serviceTime: ServiceTime;
  /** The log of the window's single changes. */
  readonly log: () => ChangeLog;
  /** Begins the log of deletions that are answered before they are proved. */
  readonly beginDeletion: () => Promise<EndingLog>;
  /** The service unpacks zip files that are uploaded, so that none can be stored. */
  readonly unpacksArchives: () => boolean;
}

/** What others are told of an app's files. */
export interface AppFilesEvents {
  /** A listing shows what somebody else did. */
  onRemoteChange?(changes: readonly FileChange[]): void;
  /** Listings have begun to fail, or (undefined) work again. */
  onFailing?(error: unknown): void;
  /** The service has confirmed a file. */
  onConfirmed?(path: string): void;
  /** Files that were answered as deleted are still there, and why. */
  onDeletionFailed?(left: readonly LeftPath[]): void;
}

export interface LookOptions {
  /** How old the listing may be, in milliseconds; 10,000 when absent. */
  readonly maxAgeMs?: number | undefined;
}

/** How old a listing may be for a look, and for a decision to write, in milliseconds. */
export const lookAgeMs = 10_000;
const contentCacheBytes = 32 * 1024 * 1024;
/** Larger files that are read in bulk would push out what editors have open. */
const largestBulkCachedBytes = 1024 * 1024;

export class AppFiles {
  readonly key: AppKey;
  readonly observations: Observations;
  private readonly contents = new Contents(contentCacheBytes);
  private readonly locks = new PathLocks();
  private readonly late: LateRequests;
  private readonly reads: FileReads;
  private readonly puts: Puts;
  private readonly removals: Removals;
  private readonly burst: RemovalBurst;
  private orders = 0;
  private readonly listeners = new Set<AppFilesEvents>();
  private readonly own = new OwnChanges((changes) => {
    for (const { onRemoteChange } of this.listeners) onRemoteChange?.(changes);
  });

  constructor(private readonly options: AppFilesOptions) {
    const { wire, clock, logger, hash, serviceTime } = options;
    this.key = options.key;
    this.observations = new Observations((directory) => this.askFor(directory), clock, {
      onReplaced: (directory, before, after) => this.announce(listingChanges(directory, before, after)),
      onFailing: (error) => {
        for (const { onFailing } of this.listeners) onFailing?.(error);
      },
    });
    this.reads = new FileReads(wire, async (path) => (await this.look(path, 0)).entry);
    this.late = new LateRequests({
      clock,
      logger,
      look: async (path) => (await this.look(path, 0)).entry,
      read: async (path, entry) => await this.content(path, { entry, askedAt: clock.monotonicMs() }, {}),
      repair: (path, undone) => this.repair(path, undone),
    });
    const parts: ChangeParts = {
      wire,
      clock,
      serviceTime,
      observations: this.observations,
      contents: this.contents,
      locks: this.locks,
      late: this.late,
      hash,
      log: options.log,
      look: (path, maxAgeMs) => this.look(path, maxAgeMs),
      content: (path, observed, read) => this.content(path, observed, read, true),
      own: this.own,
      confirmed: (path, entry, put) => this.confirmed(path, entry, put),
      gone: (path, removed) => {
        this.forget(path, removed);
        this.late.acknowledged(path, undefined);
      },
    };
    this.puts = new Puts(parts);
    this.removals = new Removals(parts);
    this.burst = new RemovalBurst({
      parts,
      removals: this.removals,
      begin: options.beginDeletion,
      onFailed: (left) => {
        for (const { path } of left) this.observations.markStale(parentOf(path));
        for (const { onDeletionFailed } of this.listeners) onDeletionFailed?.(left);
      },
    });
  }

  /** Tells of the files until it is disposed of. */
  listen(events: AppFilesEvents): { dispose(): void } {
    this.listeners.add(events);
    return { dispose: () => void this.listeners.delete(events) };
  }

  /** For whoever has something to do before a change: the change's place is taken now. */
  nextOrder(): number {
    return ++this.orders;
  }

  /** What a folder holds (interface.md GET files). Rejects with a ServiceError when it cannot be listed. */
  async list(directory: string, { maxAgeMs = lookAgeMs }: LookOptions = {}): Promise<Listing> {
    // Whoever must know how it is now would take what is answered as deleted for what stays.
    if (maxAgeMs <= 0) await this.burst.settled();
    return await this.observations.get(normalizeAppPath(directory), maxAgeMs);
  }

  /** What is at a path; undefined only after listings that were good and lack it. Rejects as `list`. */
  async find(path: string, { maxAgeMs = lookAgeMs }: LookOptions = {}): Promise<FileEntry | undefined> {
    return (await this.walkTo(normalizeAppPath(path), maxAgeMs)).entry;
  }

  /** The exact bytes of a listed file, of any size. Rejects with a ServiceError, "badResponse" when they cannot be had. */
  async read(path: string, entry: FileEntry, options: ReadOptions = {}): Promise<Uint8Array> {
    return (await this.readContent(path, entry, options)).bytes;
  }

  /** As `read`, with the hash. */
  async readContent(path: string, entry: FileEntry, options: ReadOptions = {}): Promise<Content> {
    const file = normalizeAppPath(path);
    // The listing that the entry is of, when it is still the last one; else nothing newer than now is known of it.
    const listing = this.observations.peek(parentOf(file));
    const isOfListing = listing?.entries.get(nameOf(file)) === entry;
    const askedAt = isOfListing ? listing.askedAt : this.options.clock.monotonicMs();
    return await this.content(file, { entry, askedAt }, options);
  }

  /** The file's content when it is known without a request. */
  known(path: string, entry: FileEntry): Content | undefined {
    const askedAt = this.observations.peek(parentOf(path))?.askedAt ?? this.options.clock.monotonicMs();
    return this.contents.get(path, { entry, askedAt });
  }

  /** The text for searching in it: what is known, else the service's own decoding; never a download. Not to be saved. */
  async readText(path: string, entry: FileEntry, options: ReadOptions = {}): Promise<string | undefined> {
    const file = normalizeAppPath(path);
    const known = this.known(file, entry);
    return known ? new TextDecoder().decode(known.bytes) : await this.reads.readText(file, options);
  }

  /** A large file piece by piece, held nowhere; resolves with how many bytes came. */
  async download(
    path: string,
    entry: FileEntry,
    options: ReadOptions & { readonly onChunk: (bytes: Uint8Array) => Promise<void> | void },
  ): Promise<number> {
    let bytes = 0;
    await this.options.wire.download(normalizeAppPath(path), {
      ...options,
      expectedBytes: entry.sizeBytes,
      onChunk: async (chunk) => {
        bytes += chunk.byteLength;
        await options.onChunk(chunk);
      },
    });
    return bytes;
  }

  /**
   * Stores a file. Resolves only when it is proved to be on the service. Rejects with a Conflict, and nothing is changed,
   * when the service has what the author had not seen; with NotStored when the service took it and has something else;
   * with a ServiceError whose `outcomeUnknown` says whether it may have arrived all the same.
   */
  async put(path: string, bytes: Uint8Array, options: PutOptions): Promise<Stored> {
    const file = normalizeAppPath(path);
    requireUploadable(file);
    if (this.options.unpacksArchives() && file.toLowerCase().endsWith(".zip"))
      throw new ServiceError(
        "badInput",
        "the service unpacks zip files, so that one cannot be stored as a file",
      );
    // Without a pause, so that changes of a path take their turns in the order in which they were asked for.
    const takenBack = this.burst.takeBack(file);
    const own = this.inOrder(options);
    return await this.puts.put(
      file,
      bytes,
      takenBack ? withSeen(own, takenBack, this.options.serviceTime) : own,
    );
  }

  /**
   * Does what changes the paths in a way of its own, and tells what is proved to be stored: every other change of them,
   * and of what is above or below, waits until it has settled. Rejects with the signal's reason when it aborts before
   * its turn has come.
   */
  async whileHeld<T>(
    paths: readonly string[],
    work: (stored: (path: string, entry: FileEntry, hash: string) => void) => Promise<T>,
    signal?: AbortSignal,
  ): Promise<T> {
    const held = paths.map(normalizeAppPath);
    const order = this.nextOrder();
    const release = await this.locks.acquire(held, { signal, order });
    try {
      return await this.own.whileChanging(held, () =>
        work((path, entry, hash) => this.confirmed(path, entry, { hash, order })),
      );
    } finally {
      release();
    }
  }

  /** An archive that the service unpacks: nothing is proved by it. For pushes, which prove what it held. */
  async putArchive(path: string, bytes: Uint8Array, options: SendOptions): Promise<void> {
    await this.options.wire.upload(normalizeAppPath(path), bytes, options);
  }

  /** SHA-256 in hexadecimal, by which contents are known. */
  async hash(bytes: Uint8Array): Promise<string> {
    return await this.options.hash(bytes);
  }

  /** Whether the version, as it was listed at `askedAt` (monotonic), proves from then on that the file is the same. */
  isCertain(entry: FileEntry, askedAt: number): boolean {
    return this.options.serviceTime.isCertain(entry, askedAt);
  }

  /** Removes files and folders by one request. Resolves with what is proved to be gone, and what is not and why. */
  async remove(targets: readonly RemoveTarget[], options: RemoveOptions = {}): Promise<RemoveResult> {
    const normal = targets.map((target) => ({ ...target, path: normalizeAppPath(target.path) }));
    if (normal.some(({ path }) => path === "/")) throw new FileProblem("root", "/");
    const outermost = new Set(outermostOf(normal.map(({ path }) => path)));
    return await this.removals.remove(
      normal.filter(({ path }) => outermost.has(path)),
      this.inOrder(options),
    );
  }

  /** As `remove` for one path, for those who ask for one after the other: it may be answered before it is proved. */
  async removeSoon(target: RemoveTarget, options: RemoveOptions = {}): Promise<void> {
    const path = normalizeAppPath(target.path);
    if (path === "/") throw new FileProblem("root", path);
    await this.burst.remove({ ...target, path }, this.inOrder(options));
  }

  /** Whether the path is answered as deleted and is on its way. */
  isHidden(path: string): boolean {
    return this.burst.isHidden(path);
  }

  /** Resolves when no deletion that was answered is on its way. */
  async settled(): Promise<void> {
    await this.burst.settled();
  }

  /** Resolves when every change of the path, and of what is above or below it, that was asked for here is over. */
  async changesOver(path: string): Promise<void> {
    (await this.locks.acquire([path]))();
  }

  /** Whether the bytes of a stored file are those that were sent, where that costs no download; undefined when unknown. */
  async isStoredAs(
    path: string,
    stored: Stored,
    priority: Priority = "normal",
  ): Promise<boolean | undefined> {
    if (!mayBeText(stored.entry.name, stored.entry.sizeBytes)) return undefined;
    this.contents.delete(path);
    const content = await this.readContentNow(path, stored.entry, priority);
    return content.hash === stored.hash;
  }

  /** Whether an upload of that content was given up without an answer and may still arrive. */
  mayArriveLate(path: string, hash: string): boolean {
    return this.late.isExpected(path, hash);
  }

  /** The next look into the folder asks the service. */
  markStale(directory: string): void {
    this.observations.markStale(directory);
  }

  /** The next look at anything asks the service. */
  refresh(): void {
    this.observations.markAllStale();
  }

  /** Forgets everything that was read: the account signed out. What is under way ends by itself. */
  clear(): void {
    this.observations.clear();
    this.contents.clear();
  }

  dispose(): void {
    this.late.dispose();
  }

  private inOrder<T extends { readonly order?: number | undefined }>(options: T): T {
    return { ...options, order: options.order ?? this.nextOrder() };
  }

  private async askFor(directory: string): Promise<{ entries: readonly FileEntry[]; hidden: number }> {
    const { wire, clock, serviceTime } = this.options;
    const sentAt = clock.monotonicMs();
    // A person may wait for it, whoever asked first.
    const { content, hidden, serviceTime: time } = await wire.look(directory, { priority: "interactive" });
    if (time !== undefined) serviceTime.saw(time, sentAt, clock.monotonicMs());
    if (!content.isDirectory) throw new ServiceError("badInput", "a file was listed as if it were a folder");
    return { entries: content.entries, hidden };
  }

  /** For a decision: never from memory that is older, never after a failure. */
  private async look(path: string, maxAgeMs: number): Promise<Look> {
    try {
      return await this.walkTo(path, maxAgeMs);
    } catch (error) {
      if (isServiceError(error, "unauthorized", "forbidden", "wire")) throw error;
      throw new FileProblem("unchecked", path, undefined, { cause: error });
    }
  }

  /** Walks from the app's folder down, so that a name missing high up costs no request below it. */
  private async walkTo(path: string, maxAgeMs: number): Promise<Look> {
    const { observations } = this;
    for (const folder of ancestorsOf(path)) {
      // That a folder is there may be known for a while; that it is not must be known of now.
      const known = await observations.get(parentOf(folder), Math.max(maxAgeMs, lookAgeMs));
      if (isFolderIn(known, folder)) continue;
      const now = await observations.get(parentOf(folder), Math.min(maxAgeMs, lookAgeMs));
      if (!isFolderIn(now, folder)) return { entry: undefined, askedAt: now.askedAt };
    }
    try {
      const { entries, askedAt } = await observations.get(parentOf(path), maxAgeMs);
      return { entry: entries.get(nameOf(path)), askedAt };
    } catch (error) {
      // A folder that vanished since those above were listed holds nothing.
      if (parentOf(path) === "/" || !isServiceError(error, "notFound", "badInput")) throw error;
      for (const folder of ancestorsOf(path)) {
        const above = await observations.get(parentOf(folder), 0);
        if (!isFolderIn(above, folder)) return { entry: undefined, askedAt: above.askedAt };
      }
      throw error;
    }
  }

  private async content(
    path: string,
    observed: Observed,
    options: ReadOptions,
    isExact = false,
  ): Promise<Content> {
    const known = this.contents.get(path, observed, isExact);
    if (known) return known;
    return await this.readContentNow(path, observed.entry, options.priority, options.signal);
  }

  private async readContentNow(
    path: string,
    listed: FileEntry,
    priority?: Priority,
    signal?: AbortSignal,
  ): Promise<Content> {
    const { clock, serviceTime, hash } = this.options;
    const askedAt = clock.monotonicMs();
    const { bytes, entry } = await this.reads.read(path, listed, { priority, signal });
    const content = { bytes, hash: await hash(bytes), isCertain: serviceTime.isCertain(entry, askedAt) };
    const isWorthKeeping = priority === "interactive" || bytes.byteLength <= largestBulkCachedBytes;
    if (isWorthKeeping)
      this.contents.put(path, content, { version: entry, knownAt: askedAt, seenAt: askedAt });
    return content;
  }

  private announce(changes: readonly FileChange[]): void {
    for (const { type, path } of changes) if (type === "deleted") this.contents.delete(path);
    this.own.seen(changes, this.burst.hidden);
  }

  private confirmed(path: string, entry: FileEntry, put: Pick<OwnPut, "hash" | "order">): void {
    this.own.stored(path, { ...put, version: entry });
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

  private forget(path: string, removed: FileEntry): void {
    const shown = this.observations.peek(parentOf(path))?.entries.get(nameOf(path));
    // What a younger listing shows there has come since.
    if (shown && !isSameEntry(shown, removed)) this.observations.markStale(parentOf(path));
    else this.observations.deleteEntry(parentOf(path), nameOf(path));
    this.contents.delete(path);
    this.own.gone(path);
  }

  private async repair(path: string, { content, lateHash, isOver }: Undone): Promise<void> {
    const { logger } = this.options;
    logger.warn(`A request that was given up arrived late and undid a change of ${path}; it is put right.`);
    // Asked for when its turn has come: by then a newer change may be done.
    const base = (): Base => {
      if (isOver()) throw new Error("something newer was stored");
      return lateHash === undefined ? { kind: "absent" } : seen(lateHash);
    };
    const options = { priority: "interactive" } as const;
    try {
      if (content) await this.put(path, content.bytes, { ...options, base, author: "late request" });
      else await this.remove([{ path, base }], options);
    } catch (error) {
      if (!isOver()) throw error;
    }
  }
}

function seen(hash: string) {
  return { kind: "contents", hashes: [hash] } as const;
}

/** The author has also seen what was to be deleted, just as it was found, and for them nothing is there. */
function withSeen(options: PutOptions, deleted: Found, serviceTime: ServiceTime): PutOptions {
  const { base, require } = options;
  return {
    ...options,
    require: require && (() => require(undefined)),
    base: () => {
      const own = typeof base === "function" ? base() : base;
      if (own.kind === "any" || own.kind === "version") return own;
      return {
        kind: "judged",
        accepts: (entry, hash) =>
          (hash === deleted.hash && isSameEntry(entry, deleted.entry)) ||
          isBaseMet(own, { entry, hash }, serviceTime),
      };
    },
  };
}

function isFolderIn(listing: Listing, folder: string): boolean {
  return listing.entries.get(nameOf(folder))?.type === "directory";
}
