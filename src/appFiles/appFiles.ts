// The files of one app in a window, and the only way to read and change them
// (docs/engine.md#the-ten-promises).

import { zipNotStored } from "../api/dialect/uploadDialect";
import type { Priority, SendOptions } from "../api/http/exchange";
import { FileProblem } from "../core/errors/fileProblem";
import type { Logger } from "../core/logger";
import type { AppKey } from "../core/model/appKey";
import type { FileEntry } from "../core/model/model";
import { normalizeAppPath } from "../core/paths/appPath";
import type { ChangeLog } from "./backups/changeLog";
import { type ArchivedFile, Archives } from "./change/archives";
import type { BaseVersion } from "./change/base";
import type { Target } from "./change/change";
import { type ChangeParts, recheckAfterMs } from "./change/changeParts";
import type { LateFile } from "./change/lateFile";
import { LateRequests, type OnLeft, type Undone } from "./change/lateRequests";
import { PathLocks } from "./change/pathLocks";
import { Puts, requireUploadable } from "./change/put";
import { alsoReplacing, type PutOptions, type Stored } from "./change/putJob";
import { type EndingLog, RemovalBurst } from "./change/removalBurst";
import { outermostOf, Removals, type RemoveOptions, type RemoveResult } from "./change/remove";
import type { TakeAhead } from "./read/cachedReads";
import type { Content } from "./read/contents";
import { mayBeText } from "./read/fileReads";
import { type AppFilesEvents, KnownFiles } from "./read/knownFiles";
import type { Listing, Listings } from "./read/listings";
import type { FileChange } from "./read/ownChanges";
import { isUnlisted, listingMaxAgeMs } from "./read/pathLookup";
import type { ReadOptions, ReadParts } from "./read/readParts";

export interface AppFilesOptions extends ReadParts {
  readonly key: AppKey;
  readonly logger: Logger;
  readonly log: () => ChangeLog;
  /** For deletions that are answered before they are proved. */
  readonly beginDeletion: () => Promise<EndingLog>;
  readonly lateFile?: LateFile | undefined;
  /** A late request's effect on the file was undone. */
  readonly onRepaired?: ((path: string) => void) | undefined;
  readonly onLeft?: OnLeft | undefined;
  readonly unpacksArchives: () => boolean;
}

const background = { priority: "background" } as const;

export class AppFiles {
  readonly key: AppKey;
  readonly listings: Listings;
  private readonly known: KnownFiles;
  private readonly locks = new PathLocks();
  private readonly late: LateRequests;
  private readonly puts: Puts;
  private readonly removals: Removals;
  private readonly archives: Archives;
  private readonly burst: RemovalBurst;
  private orders = 0;

  constructor(private readonly options: AppFilesOptions) {
    const { key, service, clock, logger, hash, serviceTime } = options;
    this.key = key;
    const known = new KnownFiles({ service, clock, serviceTime, hash }, () => this.burst.hidden);
    const { listings, contents, own, lookup, reads } = known;
    this.known = known;
    this.listings = listings;
    this.late = new LateRequests({
      clock,
      logger,
      observe: (path, isByName) =>
        this.find(path, { maxAgeMs: recheckAfterMs, byName: isByName ? background : undefined }),
      read: async (path, entry, priority) => {
        const found = { entry, askedAt: clock.monotonicMs() };
        if (serviceTime.knowsFileTimes) return await reads.content(path, found, { priority });
        // Until an own upload shows files' times, these may never change: each check must read.
        return { ...(await reads.freshContent(path, entry, { priority })), isCertain: false };
      },
      isAfter: (entry, time) => !isUnlisted(entry) && serviceTime.isCertainlyAfter(entry, time),
      repair: (path, undone) => this.repair(path, undone),
      onLeft: options.onLeft,
      shared: options.lateFile,
    });
    const parts: ChangeParts = {
      service,
      clock,
      serviceTime,
      listings,
      contents,
      locks: this.locks,
      late: this.late,
      hash,
      log: options.log,
      observe: (path, maxAgeMs) => lookup.observe(path, maxAgeMs),
      observeByName: (path, maxAgeMs, read) => lookup.observeByName(path, maxAgeMs, read),
      content: (path, observed, read) => reads.content(path, observed, read, true),
      own,
      stored: (path, entry, content, proof) => {
        known.stored(path, entry, content, proof);
        this.late.acknowledged(path, content, proof.order, proof.knownAt);
      },
      gone: (path, removed, goneAt) => {
        known.gone(path, removed);
        this.late.acknowledged(path, undefined, undefined, goneAt);
      },
    };
    this.puts = new Puts(parts);
    this.removals = new Removals(parts);
    this.archives = new Archives(parts, this.puts, this.removals);
    this.burst = new RemovalBurst({
      parts,
      removals: this.removals,
      begin: options.beginDeletion,
      onFailed: (left, gone) => known.deletionFailed(left, gone),
    });
  }

  listen(events: AppFilesEvents): { dispose(): void } {
    return this.known.listen(events);
  }

  /** Reports a transfer's changes to listeners, which know only their own. */
  reportChanges(changes: readonly FileChange[]): void {
    this.known.reportChanges(changes);
  }

  /** For callers that need time before a change: reserves its place in the order now. */
  nextOrder(): number {
    return ++this.orders;
  }

  /** docs/interface.md#read-a-path. The listing may be `maxAgeMs` old. Rejects with a ServiceError. */
  async list(directory: string, { maxAgeMs = listingMaxAgeMs } = {}): Promise<Listing> {
    // Else a queued deletion, already answered, would be listed as existing.
    if (maxAgeMs <= 0) await this.burst.settled();
    return await this.listings.get(normalizeAppPath(directory), maxAgeMs);
  }

  /**
   * Undefined only after good listings without it. `byName` requests an unlisted path itself, which may
   * reject with "unchecked".
   */
  async find(
    path: string,
    {
      maxAgeMs = listingMaxAgeMs,
      byName,
    }: { readonly maxAgeMs?: number; readonly byName?: ReadOptions | undefined } = {},
  ): Promise<FileEntry | undefined> {
    const { lookup } = this.known;
    const file = normalizeAppPath(path);
    const look = byName ? lookup.observeByName(file, maxAgeMs, byName) : lookup.find(file, maxAgeMs);
    return (await look).entry;
  }

  /** Exact bytes, any size. Rejects with a ServiceError, "badResponse" when they cannot be read exactly. */
  async read(path: string, entry: FileEntry, options: ReadOptions = {}): Promise<Uint8Array> {
    return (await this.readContent(path, entry, options)).bytes;
  }

  async readContent(path: string, entry: FileEntry, options: ReadOptions = {}): Promise<Content> {
    return await this.known.reads.listed(normalizeAppPath(path), entry, options);
  }

  /** To store it elsewhere. Until an own upload shows the clock of files, a version may prove nothing cached. */
  async readToCopy(path: string, entry: FileEntry, options: ReadOptions = {}): Promise<Content> {
    if (this.options.serviceTime.knowsFileTimes) return await this.readContent(path, entry, options);
    return await this.known.reads.freshContent(normalizeAppPath(path), entry, options);
  }

  /** For search: cached, or as the service decodes it; never a download. Must not be saved. */
  readText(path: string, entry: FileEntry, options: ReadOptions = {}): Promise<string | undefined> {
    return this.known.reads.text(normalizeAppPath(path), entry, options);
  }

  /** Requests a text while its folder is still being listed; never a download. */
  readAhead(path: string, options: ReadOptions): TakeAhead {
    return this.known.reads.readAhead(normalizeAppPath(path), options);
  }

  /** A large file in chunks, not cached; resolves with its size. */
  async download(
    path: string,
    entry: FileEntry,
    options: ReadOptions & { readonly onChunk: (bytes: Uint8Array) => Promise<void> | void },
  ): Promise<number> {
    let bytes = 0;
    await this.options.service.download(normalizeAppPath(path), {
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
   * Stores a file; resolves once a listing or a read proves it. Rejects with Conflict when the remote file is
   * not the base (nothing was changed), with NotStored when the service accepted it and has other content, or
   * with a ServiceError whose `outcomeUnknown` says whether it may still arrive.
   */
  async put(path: string, bytes: Uint8Array, options: PutOptions): Promise<Stored> {
    const file = normalizeAppPath(path);
    requireUploadable(file);
    if (this.options.unpacksArchives() && file.toLowerCase().endsWith(".zip")) throw zipNotStored();
    // No await before this: changes of a path keep the order of their calls.
    const takenBack = this.burst.takeBack(file);
    const own = this.inOrder(options);
    const base = takenBack ? alsoReplacing(own, takenBack, this.options.serviceTime) : own;
    try {
      return await this.puts.put(file, bytes, base);
    } finally {
      await this.late.whenShared();
    }
  }

  /**
   * Stores files by one archive that the service unpacks. Resolves with those that are proved, none when one
   * may not be replaced. Rejects only with the signal's reason, before anything was sent.
   */
  async putArchive(
    bytes: Uint8Array,
    files: readonly ArchivedFile[],
    options: Pick<SendOptions, "signal" | "onDidSend">,
  ): Promise<ReadonlyMap<string, FileEntry>> {
    // Unlike any file of an app.
    const path = `/.hosted-apps-push-${crypto.randomUUID()}.zip`;
    return await this.archives.put(path, bytes, files, { ...options, order: this.nextOrder() });
  }

  /** Await before uploading temporary files, whose leftovers are deleted later, or deleting what landed elsewhere. */
  async willSend(kind: "put" | "remove", paths: readonly string[]) {
    const requests = paths.map((path) => ({ kind, path }));
    const inFlight = this.late.begin(requests, 0);
    // No change of the path waits for the deletion.
    const arrived = kind === "remove" ? inFlight.lost(this.options.service.timeoutMs) : [];
    await this.late.whenShared();
    return (left: readonly string[]) => {
      if (kind === "put") for (const path of left) this.late.watchLeft(path);
      else if (left.length === 0) for (const end of arrived) end();
      inFlight.over();
    };
  }

  /** SHA-256 in hexadecimal. */
  async hash(bytes: Uint8Array): Promise<string> {
    return await this.options.hash(bytes);
  }

  /** The version, listed at `askedAt` (monotonic), proves from then on that the content is the same. */
  isCertain(entry: FileEntry, askedAt: number): boolean {
    return this.options.serviceTime.isCertain(entry, askedAt);
  }

  /** One request. Resolves with the paths that are proved deleted, and the others with their reason. */
  async remove(targets: readonly Target[], options: RemoveOptions = {}): Promise<RemoveResult> {
    const normal = targets.map((target) => ({ ...target, path: normalizeAppPath(target.path) }));
    if (normal.some(({ path }) => path === "/")) throw new FileProblem("root", "/");
    const outermost = new Set(outermostOf(normal.map(({ path }) => path)));
    const own = normal.filter(({ path }) => outermost.has(path));
    return await this.removals.remove(own, this.inOrder(options));
  }

  /** `remove` for callers that delete one path after the other: may resolve before the deletion is proved. */
  async removeSoon(target: Target, options: RemoveOptions = {}): Promise<void> {
    const path = normalizeAppPath(target.path);
    if (path === "/") throw new FileProblem("root", path);
    await this.burst.remove({ ...target, path }, this.inOrder(options));
  }

  /** Answered as deleted; the request is queued or sent. */
  isHidden(path: string): boolean {
    return this.burst.isHidden(path);
  }

  /** Resolves when every answered deletion is proved, or its file is shown again. */
  async settled(): Promise<void> {
    await this.burst.settled();
  }

  /** Resolves when every earlier change here of the path, its parents and its children has ended. */
  async changesOver(path: string): Promise<void> {
    (await this.locks.acquire([path]))();
  }

  /** Whether the stored bytes are those that were sent; undefined when only a download could tell. */
  async isStoredAs(
    path: string,
    stored: Stored,
    priority: Priority = "normal",
  ): Promise<boolean | undefined> {
    if (!mayBeText(stored.entry.name, stored.entry.sizeBytes)) return undefined;
    const content = await this.known.reads.freshContent(path, stored.entry, { priority });
    return content.hash === stored.hash;
  }

  /** An upload of that content was abandoned and may still arrive. */
  mayArriveLate(path: string, hash: string): boolean {
    return this.late.isExpected(path, hash);
  }

  markStale(directory: string): void {
    this.listings.markStale(directory);
  }

  refresh(): void {
    this.listings.markAllStale();
  }

  /** For a sign-out. Running changes go on to their end. */
  clear(): void {
    this.known.clear();
  }

  dispose(): void {
    this.late.dispose();
  }

  private inOrder<T extends { readonly order?: number | undefined }>(options: T): T {
    return { ...options, order: options.order ?? this.nextOrder() };
  }

  private async repair(path: string, { content, lateHash, isOver }: Undone): Promise<void> {
    const { logger } = this.options;
    logger.warn("A request that was given up arrived late and undid a change of a file; it is put right.");
    // Read in its turn: a newer change may have ended by then.
    const base = (): BaseVersion => {
      if (isOver()) throw new Error("something newer was stored");
      return lateHash === undefined
        ? { kind: "absent" }
        : { kind: "contents", hashes: [lateHash], mustExist: true };
    };
    const written = this.options.log();
    const log: ChangeLog = {
      will: (planned) => written.will({ ...planned, isRepair: true }),
      did: (...end) => written.did(...end),
    };
    const options = { priority: "interactive", log } as const;
    try {
      const repair = { ...options, base, author: "late request", lossAgreed: true } as const;
      const order = this.nextOrder();
      // The file was there before, so a name that nearly equals its own needs no question. Not by `put`: a
      // queued deletion of the path is newer and goes first.
      if (content) await this.puts.put(path, content.bytes, { ...repair, order, mayStandBeside: () => true });
      else if (lateHash !== undefined)
        // The upload's time is unknown; only equal content proves that the file is its own.
        await this.remove([{ path, base }], { ...options, asked: new Map() });
      else if (await this.archives.remove(path)) return;
      else throw new Error("an archive is still there, and is looked for again");
      this.options.onRepaired?.(path);
    } catch (error) {
      if (!isOver()) throw error;
    }
  }
}
