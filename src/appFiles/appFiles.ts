// The files of one app in a window: the single way to read and to change them (docs/engine.md#the-ten-promises). All
// features go through here, so that what one of them knows all of them know, and no two changes of a path meet.
import type { Priority, SendOptions } from "../api/http/exchange";
import { zipNotStored } from "../api/wire/uploadSpelling";
import { FileProblem } from "../core/errors/fileProblem";
import type { Logger } from "../core/logger";
import type { AppKey } from "../core/model/appKey";
import type { FileEntry } from "../core/model/model";
import { normalizeAppPath } from "../core/paths/appPath";
import type { ChangeLog } from "./backups/changeLog";
import { type ArchivedFile, Archives } from "./change/archives";
import type { Base } from "./change/base";
import type { Target } from "./change/change";
import { type ChangeParts, momentMs } from "./change/changeParts";
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
import type { Listing, Observations } from "./read/observations";
import type { FileChange } from "./read/ownChanges";
import { isUnlisted, listingMaxAgeMs } from "./read/pathLookup";
import type { ReadOptions, ReadParts } from "./read/readParts";

export interface AppFilesOptions extends ReadParts {
  readonly key: AppKey;
  readonly logger: Logger;
  /** The log of the window's single changes. */
  readonly log: () => ChangeLog;
  /** Begins the log of deletions that are answered before they are proved. */
  readonly beginDeletion: () => Promise<EndingLog>;
  /** What windows tell each other of requests without an answer. */
  readonly lateFile?: LateFile | undefined;
  /** What a late request did to a file was put right. */
  readonly onRepaired?: ((path: string) => void) | undefined;
  readonly onLeft?: OnLeft | undefined;
  /** The service unpacks zip files that are uploaded, so that none can be stored. */
  readonly unpacksArchives: () => boolean;
}

const background = { priority: "background" } as const;

export class AppFiles {
  readonly key: AppKey;
  readonly observations: Observations;
  private readonly known: KnownFiles;
  private readonly locks = new PathLocks();
  private readonly late: LateRequests;
  private readonly puts: Puts;
  private readonly removals: Removals;
  private readonly archives: Archives;
  private readonly burst: RemovalBurst;
  private orders = 0;

  constructor(private readonly options: AppFilesOptions) {
    const { key, wire, clock, logger, hash, serviceTime } = options;
    this.key = key;
    const known = new KnownFiles({ wire, clock, serviceTime, hash }, () => this.burst.hidden);
    const { observations, contents, own, lookup, reads } = known;
    this.known = known;
    this.observations = observations;
    this.late = new LateRequests({
      clock,
      logger,
      observe: (path, isByName) =>
        this.find(path, { maxAgeMs: momentMs, byName: isByName ? background : undefined }),
      read: async (path, entry) =>
        await reads.content(path, { entry, askedAt: clock.monotonicMs() }, background),
      isAfter: (entry, time) => !isUnlisted(entry) && serviceTime.isCertainlyAfter(entry, time),
      repair: (path, undone) => this.repair(path, undone),
      onLeft: options.onLeft,
      shared: options.lateFile,
    });
    const parts: ChangeParts = {
      wire,
      clock,
      serviceTime,
      observations,
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
        this.late.acknowledged(path, content, proof.order);
      },
      gone: (path, removed) => {
        known.gone(path, removed);
        this.late.acknowledged(path, undefined);
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

  /** Tells of the files until it is disposed of. */
  listen(events: AppFilesEvents): { dispose(): void } {
    return this.known.listen(events);
  }

  /** Tells listeners what a transfer has done: they know what was done through them. */
  tell(changes: readonly FileChange[]): void {
    this.known.tell(changes);
  }

  /** For callers that have something to do before a change: the change's place is taken now. */
  nextOrder(): number {
    return ++this.orders;
  }

  /**
   * What a folder holds (docs/interface.md#read-a-path); the listing may be `maxAgeMs` old. Rejects with a ServiceError when
   * it cannot be listed.
   */
  async list(directory: string, { maxAgeMs = listingMaxAgeMs } = {}): Promise<Listing> {
    // A caller that needs the present state would take what is answered as deleted for what stays.
    if (maxAgeMs <= 0) await this.burst.settled();
    return await this.observations.get(normalizeAppPath(directory), maxAgeMs);
  }

  /**
   * What is at a path; undefined only after listings that were good and lack it. Rejects as `list`. With `byName`, what no
   * listing shows is asked for itself, and it may reject with FileProblem "unchecked".
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

  /** The exact bytes of a listed file, of any size. Rejects with a ServiceError, "badResponse" when they cannot be had. */
  async read(path: string, entry: FileEntry, options: ReadOptions = {}): Promise<Uint8Array> {
    return (await this.readContent(path, entry, options)).bytes;
  }

  /** As `read`, with the hash. */
  async readContent(path: string, entry: FileEntry, options: ReadOptions = {}): Promise<Content> {
    return await this.known.reads.listed(normalizeAppPath(path), entry, options);
  }

  /** The text for searching in it: what is known, else the service's own decoding; never a download. Not to be saved. */
  readText(path: string, entry: FileEntry, options: ReadOptions = {}): Promise<string | undefined> {
    return this.known.reads.text(normalizeAppPath(path), entry, options);
  }

  /** Asks for a text that will be needed while its folder is listed; never a download. */
  readAhead(path: string, options: ReadOptions): TakeAhead {
    return this.known.reads.readAhead(normalizeAppPath(path), options);
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
    if (this.options.unpacksArchives() && file.toLowerCase().endsWith(".zip")) throw zipNotStored();
    // Without a pause, so that changes of a path take their turns in the order in which they were asked for.
    const takenBack = this.burst.takeBack(file);
    const own = this.inOrder(options);
    const base = takenBack ? alsoReplacing(own, takenBack, this.options.serviceTime) : own;
    try {
      return await this.puts.put(file, bytes, base);
    } finally {
      await this.late.told();
    }
  }

  /**
   * Stores many files by one archive, which the service unpacks. Resolves with the files that are proved to be stored, by
   * path: none when one of them may not be replaced. Rejects only with the signal's reason, and nothing was sent then.
   */
  async putArchive(
    bytes: Uint8Array,
    files: readonly ArchivedFile[],
    options: Pick<SendOptions, "signal" | "onDidSend">,
  ): Promise<ReadonlyMap<string, FileEntry>> {
    // A name that no app has by itself.
    const path = `/.hosted-apps-push-${crypto.randomUUID()}.zip`;
    return await this.archives.put(path, bytes, files, { ...options, order: this.nextOrder() });
  }

  /**
   * To be waited for before something is put there under names that nothing else has, to be removed soon. What may be left
   * in the end is looked for and removed, by another window if this one has ended.
   */
  async willPutForAWhile(paths: readonly string[]): Promise<(left: readonly string[]) => void> {
    const requests = paths.map((path) => ({ kind: "put", path }) as const);
    const underWay = this.late.begin(requests, 0);
    await this.late.told();
    return (left) => {
      for (const path of left) this.late.watchLeft(path);
      underWay.over();
    };
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
  async remove(targets: readonly Target[], options: RemoveOptions = {}): Promise<RemoveResult> {
    const normal = targets.map((target) => ({ ...target, path: normalizeAppPath(target.path) }));
    if (normal.some(({ path }) => path === "/")) throw new FileProblem("root", "/");
    const outermost = new Set(outermostOf(normal.map(({ path }) => path)));
    const own = normal.filter(({ path }) => outermost.has(path));
    return await this.removals.remove(own, this.inOrder(options));
  }

  /** As `remove` for one path, for callers that remove one path after the other: it may be answered before it is proved. */
  async removeSoon(target: Target, options: RemoveOptions = {}): Promise<void> {
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
    const content = await this.known.reads.contentAnew(path, stored.entry, { priority });
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
    // Asked for when its turn has come: by then a newer change may be done.
    const base = (): Base => {
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
      if (content) await this.put(path, content.bytes, repair);
      else if (lateHash !== undefined)
        // What it stored came whenever it did; only its content tells that it is that.
        await this.remove([{ path, base }], { ...options, asked: new Map() });
      else if (await this.archives.remove(path)) return;
      else throw new Error("an archive is still there, and is looked for again");
      this.options.onRepaired?.(path);
    } catch (error) {
      if (!isOver()) throw error;
    }
  }
}
