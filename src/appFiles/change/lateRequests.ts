// Abandoned requests may be carried out minutes later and undo newer changes, which are watched and restored.

import type { Priority } from "../../api/http/exchange";
import type { Clock } from "../../core/async/clock";
import { forEachParallel } from "../../core/async/parallel";
import { aloneForMs, inTime } from "../../core/disk/sharedFile";
import type { Logger } from "../../core/logger";
import type { FileEntry } from "../../core/model/model";
import { isWithin, overlaps } from "../../core/paths/appPath";
import { largestBackupBytes } from "../backups/changeLog";
import type { Content } from "../read/contents";
import { isSameEntry, isSameVersion } from "../read/serviceTime";
import {
  type AcknowledgedRow,
  isTemporaryFile,
  type LateFile,
  lastCheckWithinMs,
  type RequestRow,
} from "./lateFile";

const lateRequestLifeMs = 120_000;
const listedAfterMs = 5_000;
const firstCheckMs = 2_000;
const longestPauseMs = 15_000;
const checksAtOnce = 8;
const shortestPassageMs = 30_000;
const shareAgainMs = 5_000;
const noRows = { requests: [], acknowledged: [] } as const;

export interface SentRequest {
  readonly kind: "put" | "remove";
  readonly path: string;
  /** Of the content; undefined for a unique name, where any content is its own. */
  readonly hash?: string | undefined;
  /** Hash of the content that its author has seen and backs up. */
  readonly replaces?: string | undefined;
}

export interface InFlight {
  /** Monotonic. Set it right before the request: what another window did until then is older. */
  sentAt: number;
  /** There is no response, or may be none in `mayTakeMs`. Call each returned function when that request has arrived. */
  lost(mayTakeMs?: number): readonly (() => void)[];
  /** Nothing was sent, or the result is known. Must be called in any case. */
  over(): void;
}

interface LateRequest extends SentRequest {
  /** Among abandoned requests and acknowledged contents. */
  readonly order: number;
  /** Time of sending; monotonic. */
  readonly at: number;
  readonly until: number;
  readonly id: string | undefined;
  /** Its window died before the response: the row expires with the request's life. */
  readonly wasOpen?: boolean | undefined;
  /** Of another window: the file that it stores has an author there and is not deleted here. */
  readonly isOthers?: boolean;
}

interface Acknowledged {
  readonly content: Content | undefined;
  readonly changeOrder: number;
  /** Among abandoned requests and acknowledged contents: a request from after it cannot undo it. */
  readonly order: number;
  readonly at: number;
  /** A version that proves the acknowledged content. */
  checked?: FileEntry;
  /** Request time of the last successful check; monotonic. */
  checkedAt?: number;
  /** Running checks and restores: then only a newer content replaces it. */
  checks?: number;
  isBeingRead?: boolean;
  readonly isAdopted?: boolean;
  /** Monotonic. */
  missedSince?: number;
}

/** Files that could not be deleted; the next start retries. Undefined: not journaled, so retry here, too. */
export type OnLeft = (paths: readonly string[]) => "journaled" | "gone" | undefined;

interface LateRequestsOptions {
  readonly clock: Clock;
  readonly logger: Logger;
  /** `isByName`: requests the path itself when no listing shows it. */
  readonly observe: (path: string, isByName: boolean) => Promise<FileEntry | undefined>;
  readonly read: (
    path: string,
    entry: FileEntry,
    priority: Priority,
  ) => Promise<Pick<Content, "hash" | "isCertain">>;
  /** True when the file was certainly written after `time` (monotonic). */
  readonly isAfter: (entry: FileEntry, time: number) => boolean;
  readonly repair: (path: string, undone: Undone) => Promise<unknown>;
  readonly onLeft?: OnLeft | undefined;
  /** Absent: this window's requests only. */
  readonly shared?: LateFile | undefined;
}

interface News {
  readonly requests: RequestRow[];
  readonly over: Set<string>;
  /** `isAgain`: a newer content may be watched by now. */
  readonly own: { readonly path: string; readonly now: Acknowledged; readonly isAgain?: boolean }[];
}

export interface Undone {
  readonly content: Content | undefined;
  /** Of the late content; undefined for a deletion, and for a unique name. */
  readonly lateHash: string | undefined;
  /** A newer content was acknowledged: nothing is to be restored. */
  isOver(): boolean;
}

export class LateRequests {
  private requests: LateRequest[] = [];
  private orders = 0;
  private readonly acked = new Map<string, Acknowledged>();
  private readonly journaledIds = new Set<string>();
  private pauseMs = firstCheckMs;
  private stopTimer: (() => void) | undefined;
  private lastShare: Promise<void> = Promise.resolve();
  /** Collected and written at once: an archive may have thousands of files. */
  private news: News | undefined;
  private unwritten: News = { requests: [], over: new Set(), own: [] };
  private stopRetry: (() => void) | undefined;
  private isDisposed = false;
  private stopLook: (() => void) | undefined;
  private aloneUntil = Number.NEGATIVE_INFINITY;

  constructor(private readonly options: LateRequestsOptions) {
    void this.withShared((shared) => this.adopt(shared));
  }

  /**
   * Send when `whenShared` has resolved: other windows know of the requests, should this one die. `mayTakeMs`:
   * longest time until the response.
   */
  begin(requests: readonly SentRequest[], mayTakeMs: number): InFlight {
    const { shared, clock } = this.options;
    const news = this.rowsToShare();
    const at = clock.monotonicMs();
    const until = at + Math.max(mayTakeMs, shortestPassageMs) + lateRequestLifeMs;
    const ids: string[] = [];
    if (shared && news)
      for (const request of requests) {
        const id = shared.nextId();
        ids.push(id);
        news.requests.push({ ...request, id, at, until, isOpen: true });
      }
    const over = (): void => {
      for (const id of ids.splice(0)) this.rowsToShare()?.over.add(id);
    };
    const lost = (mayTakeMs = 0) => {
      const watched = requests.map((request) => this.watch(request, inFlight.sentAt, mayTakeMs));
      over();
      return watched.map((request) => () => this.arrived(request));
    };
    const inFlight = { sentAt: at, lost, over };
    return inFlight;
  }

  /** A temporary file could not be deleted: watch its unique name until it is. */
  watchLeft(path: string): void {
    if (!this.requests.some((request) => request.path === path && isTemporaryFile(request)))
      this.watch({ kind: "put", path }, this.options.clock.monotonicMs());
    this.acknowledged(path, undefined);
  }

  private arrived(watched: LateRequest): void {
    this.requests = this.requests.filter((request) => request !== watched);
    if (watched.id !== undefined) this.rowsToShare()?.over.add(watched.id);
  }

  /**
   * A content or (undefined) a deletion. `changeOrder`: its change's place in this window. `at`: when it was
   * certainly there (monotonic): another window's later request is newer. A content counts as the newest of its
   * path: a question may have delayed its save.
   */
  acknowledged(
    path: string,
    content: Content | undefined,
    changeOrder = Number.POSITIVE_INFINITY,
    at = this.options.clock.monotonicMs(),
  ): void {
    let latest = Number.isFinite(changeOrder) ? changeOrder : 0;
    for (const [known, acknowledged] of [...this.acked]) {
      const isOlder = content !== undefined || acknowledged.changeOrder <= changeOrder;
      if (!isOlder || !decides(path, content?.hash, known)) continue;
      latest = Math.max(latest, acknowledged.changeOrder);
      this.acked.delete(known);
    }
    this.dropRequests();
    // The number before it goes to a request that another window abandoned earlier.
    this.orders++;
    const now = { content, changeOrder: latest, order: ++this.orders, at };
    this.watchAcknowledged(path, now);
    this.rowsToShare()?.own.push({ path, now });
  }

  private watchAcknowledged(path: string, now: Acknowledged): void {
    const isNewest = (late: string): boolean => (this.acked.get(late)?.order ?? 0) <= now.order;
    if (now.content === undefined) {
      for (const request of this.requests) {
        const { kind, path: late } = request;
        if (kind === "put" && isWithin(path, late) && threatens(request, late, now) && !this.acked.has(late))
          this.acked.set(late, { ...now });
      }
    } else if (isNewest(path) && this.requests.some((request) => threatens(request, path, now)))
      this.acked.set(path, now);
    if (this.acked.size === 0) return;
    this.pauseMs = firstCheckMs;
    this.schedule();
  }

  private rowsToShare(): News | undefined {
    if (!this.options.shared || this.isAlone) return undefined;
    if (this.news) return this.news;
    this.news = this.unwritten;
    this.unwritten = { requests: [], over: new Set(), own: [] };
    void this.withShared(async (shared) => {
      const news = this.news;
      this.news = undefined;
      if (!news) return;
      await this.share(news, shared).catch((error: unknown) => {
        this.shareLater(news);
        throw error;
      });
    });
    return this.news;
  }

  private shareLater({ requests, over, own }: News): void {
    const { unwritten } = this;
    unwritten.requests.push(...requests);
    for (const each of own) unwritten.own.push({ ...each, isAgain: true });
    for (const id of over) unwritten.over.add(id);
    this.stopRetry?.();
    if (this.isDisposed) return;
    this.stopRetry = this.options.clock.after(shareAgainMs, () => void this.rowsToShare());
  }

  private async share({ requests, over, own }: News, shared: LateFile): Promise<void> {
    const lost = requests.filter(({ isOpen, id }) => !isOpen && !over.has(id));
    const mustRead = own.length > 0 || lost.length > 0;
    const { requests: known, acknowledged: others } = mustRead ? await shared.read() : noRows;
    const isNewerHere = (row: AcknowledgedRow): boolean =>
      own.some(({ path, now }) => now.at >= row.at && decides(path, now.content?.hash, row.path));
    // A request could undo another window's save that came while it was sent.
    const isUndone = (row: AcknowledgedRow): boolean =>
      lost.some(({ path, at }) => at <= row.at && overlaps(path, row.path));
    for (const row of others)
      if (!isNewerHere(row) && (isUndone(row) || !(await shared.isWatched(row))))
        await this.adoptAcknowledged(row, shared);
    for (const row of known) {
      const after = own.find(({ now }) => row.at <= now.at);
      if (after) await this.adoptRequest(row, shared, after.now.order - 1);
    }
    const isOther = ({ id, isOpen }: RequestRow): boolean =>
      !over.has(id) && !(isOpen && shared.isOwn({ id }));
    const open = [...known, ...requests].filter(isOther);
    const rows: AcknowledgedRow[] = [];
    for (const { path, now, isAgain } of own) {
      if (!isAgain) this.watchAcknowledged(path, now);
      const late = open.filter((row) => overlaps(row.path, path));
      if (late.length === 0) continue;
      const { content, at } = now;
      if (content && late.some(({ hash }) => hash !== content.hash)) await this.keep(content, shared);
      const untilMs = late.flatMap(({ isOpen, until }) => (isOpen ? [until - lateRequestLifeMs] : []));
      if (untilMs.length > 0) this.lookAgainAt(Math.max(...untilMs), shared);
      rows.push({ id: shared.nextId(), path, hash: content?.hash, at });
    }
    if (requests.length + over.size + rows.length === 0) return;
    await shared.change((before) => ({
      requests: [...before.requests, ...requests].filter(({ id }) => !over.has(id)),
      acknowledged: rows.reduce(withNewest, before.acknowledged),
    }));
    if (rows.some(({ hash }) => hash !== undefined)) await shared.removeOldContents();
  }

  private lookAgainAt(time: number, shared: LateFile): void {
    this.stopLook?.();
    const inMs = time - this.options.clock.monotonicMs();
    this.stopLook = this.options.clock.after(inMs, () => void this.withShared(() => this.adopt(shared)));
  }

  /** Without the content, other windows cannot restore and leave the remote file. */
  private async keep({ bytes, hash }: Content, shared: LateFile): Promise<void> {
    if (bytes.byteLength > largestBackupBytes) return;
    try {
      await shared.keep(bytes, hash);
    } catch (error) {
      this.options.logger.warn(`A file is not kept for other windows: ${error}`);
    }
  }

  /** Rows of closed and reloaded windows: living windows watch their own. */
  private async adopt(shared: LateFile): Promise<void> {
    const { requests, acknowledged } = await shared.read();
    const all = [...requests.map((request) => ({ request, at: request.at })), ...acknowledged].sort(
      (a, b) => a.at - b.at,
    );
    for (const row of all)
      if ("request" in row) await this.adoptRequest(row.request, shared, ++this.orders);
      else if (shared.isOwn(row) || !(await shared.isWatched(row))) await this.adoptAcknowledged(row, shared);
  }

  private async adoptRequest(row: RequestRow, shared: LateFile, order: number): Promise<void> {
    if (shared.isOwn(row) || this.requests.some(({ id }) => id === row.id) || this.journaledIds.has(row.id))
      return;
    const { id, kind, path, hash, isOpen } = row;
    const isWatched = await shared.isWatched(row);
    const isTemporary = isTemporaryFile(row);
    // Its window reports the end, and deletes its own temporary files.
    if (isWatched && (isOpen || isTemporary)) return;
    const now = this.options.clock.monotonicMs();
    const life = now + lateRequestLifeMs;
    // The row may date from before a restart, with another monotonic clock.
    const until = isTemporary ? life : isOpen ? Math.min(row.until, life) : row.until;
    // A dead window may have stored it before a deletion here; after its life, it may be another client's.
    const isOthers = isWatched || (isOpen === true && hash !== undefined) || until <= now;
    const at = isTemporary ? now : row.at;
    this.requests.push({ id, kind, path, hash, at, until, order, isOthers, wasOpen: isOpen });
    if (isTemporary)
      this.watchAcknowledged(path, { content: undefined, changeOrder: 0, order: ++this.orders, at: now });
  }

  /** False when its content is not available. */
  private async adoptAcknowledged({ path, hash, at }: AcknowledgedRow, shared: LateFile): Promise<boolean> {
    const bytes = hash === undefined ? undefined : await shared.contentOf(hash);
    if (hash !== undefined && !bytes) return false;
    const isOlder = ([known, acknowledged]: [string, Acknowledged]): boolean =>
      acknowledged.at < at && decides(path, hash, known);
    for (const [known] of [...this.acked].filter(isOlder)) this.acked.delete(known);
    const content = hash !== undefined && bytes ? { bytes, hash, isCertain: true } : undefined;
    if (!this.acked.has(path))
      this.watchAcknowledged(path, { content, changeOrder: 0, order: ++this.orders, at, isAdopted: true });
    return true;
  }

  /** Resolves when other windows can see all rows, or the disk takes too long. */
  async whenShared(): Promise<void> {
    if (this.options.shared && !this.isAlone) await this.inTime(this.lastShare);
  }

  private get isAlone(): boolean {
    return this.options.clock.monotonicMs() < this.aloneUntil;
  }

  /** `work` must not reject. Resolves at its end, or when the disk takes too long. */
  private async inTime(work: Promise<void>): Promise<void> {
    const { clock } = this.options;
    await inTime(clock, work).catch(() => {
      this.aloneUntil = clock.monotonicMs() + aloneForMs;
    });
  }

  /** One at a time. Never rejects: without the file this window knows only its own requests. */
  private withShared(work: (shared: LateFile) => Promise<unknown>): Promise<void> {
    const { shared, logger } = this.options;
    if (!shared) return this.lastShare;
    this.lastShare = this.lastShare.then(async () => {
      try {
        await work(shared);
      } catch (error) {
        logger.warn(`Other windows know nothing of requests without an answer: ${error}`);
      }
    });
    return this.lastShare;
  }

  isExpected(path: string, hash: string): boolean {
    const now = this.options.clock.monotonicMs();
    return this.requests.some((late) => late.path === path && late.hash === hash && late.until > now);
  }

  dispose(): void {
    this.isDisposed = true;
    this.stopTimer?.();
    this.stopLook?.();
    this.stopRetry?.();
    this.requests = [];
    this.dropOver();
  }

  private watch(request: SentRequest, sentAt: number, mayTakeMs = 0): LateRequest {
    const { clock, shared } = this.options;
    const until = clock.monotonicMs() + mayTakeMs + lateRequestLifeMs;
    const id = shared?.nextId();
    const watched = { ...request, id, order: ++this.orders, at: sentAt, until };
    this.requests.push(watched);
    if (id !== undefined) this.rowsToShare()?.requests.push({ id, ...request, at: sentAt, until });
    return watched;
  }

  /** True if every matching late request predates the acknowledged change, and the change may be restored. */
  private isByLate(known: Acknowledged, isIt: (request: LateRequest) => boolean): boolean {
    const all = this.requests.filter(isIt);
    return all.length > 0 && all.every((request) => isBefore(request, known) && !isLeftTo(request, known));
  }

  private dropRequests(): void {
    const now = this.options.clock.monotonicMs();
    const left: LateRequest[] = [];
    for (const request of [...this.requests]) {
      if (request.until > now) continue;
      const isUnseen = this.isUnseen(request);
      if (isUnseen && now <= request.until + lastCheckWithinMs) continue;
      this.requests = this.requests.filter((other) => other !== request);
      const { id, wasOpen } = request;
      const isTemporary = isTemporaryFile(request);
      if (isTemporary && isUnseen) left.push(request);
      else if (id !== undefined && (isTemporary || wasOpen)) this.rowsToShare()?.over.add(id);
    }
    if (left.length === 0) return;
    const end = this.options.onLeft?.([...new Set(left.map(({ path }) => path))]);
    const ids =
      end === "journaled" ? this.journaledIds : end === "gone" ? this.rowsToShare()?.over : undefined;
    for (const { id } of left) if (id !== undefined) ids?.add(id);
  }

  private dropOver(): void {
    this.dropRequests();
    for (const [path, known] of [...this.acked])
      if (!known.checks && !this.requests.some((request) => threatens(request, path, known)))
        this.acked.delete(path);
  }

  /** The effect was not seen during the request's life. A late deletion looks like any other client's. */
  private isUnseen(request: LateRequest): boolean {
    if (request.kind === "remove") return false;
    const seenFrom = request.until + listedAfterMs;
    return [...this.acked].some(
      ([path, known]) =>
        threatens(request, path, known) && (known.checkedAt ?? Number.NEGATIVE_INFINITY) < seenFrom,
    );
  }

  private schedule(): void {
    if (this.isDisposed) return;
    this.stopTimer?.();
    this.stopTimer = this.options.clock.after(this.pauseMs, () => void this.checkAgain());
  }

  private async checkAgain(): Promise<void> {
    const startedAt = this.options.clock.monotonicMs();
    this.pauseMs = Math.min(longestPauseMs, this.pauseMs * 1.5);
    // Now: a read that waits long for the limit, or a slow restore, must not delay the checks of other files.
    this.schedule();
    await forEachParallel([...this.acked], checksAtOnce, ([path, known]) =>
      this.checkAlone(path, known, startedAt),
    );
    this.dropOver();
    if (this.acked.size === 0) this.stopTimer?.();
  }

  private async checkAlone(path: string, known: Acknowledged, startedAt: number): Promise<void> {
    const { checks = 0, checkedAt = Number.NEGATIVE_INFINITY, isBeingRead } = known;
    // A read may wait long for the limit: meanwhile a deletion must be noticed.
    if (checks > (isBeingRead ? 1 : 0) || checkedAt > startedAt) return;
    known.checks = checks + 1;
    try {
      const askedAt = this.options.clock.monotonicMs();
      await this.check(path, known);
      if (!isBeingRead) known.checkedAt = askedAt;
    } catch (error) {
      this.options.logger.warn(`Watching a file after a request without an answer: ${error}`);
    } finally {
      known.checks--;
    }
  }

  private async check(path: string, known: Acknowledged): Promise<void> {
    const { clock, observe, read, repair, isAfter } = this.options;
    const isOver = (): boolean => this.acked.get(path) !== known;
    const undone = { content: known.content, isOver };
    // For temporary files a listing is enough until the request's life is over.
    const life = this.requests.find((request) => request.path === path && isTemporaryFile(request))?.until;
    const isByName = life === undefined || life <= clock.monotonicMs();
    const entry = await observe(path, isByName);
    if (isOver()) return;
    if (!entry) {
      const isUndone = (): boolean =>
        known.content !== undefined &&
        this.isByLate(known, ({ kind, path: root }) => kind === "remove" && isWithin(root, path));
      const now = clock.monotonicMs();
      // Another window may be about to delete it and report.
      known.missedSince ??= now;
      const isEarly = known.isAdopted && now - known.missedSince < longestPauseMs;
      if (isUndone() && !isEarly && !(await this.isSuperseded(path, known)) && isUndone())
        await repair(path, { ...undone, lateHash: undefined });
      return;
    }
    if (this.requests.some((late) => late.path === path && late.kind === "put" && late.hash === undefined)) {
      await repair(path, { ...undone, lateHash: undefined });
      return;
    }
    if (entry.type !== "file" || (known.checked && isSameVersion(entry, known.checked))) return;
    if (known.isBeingRead) return;
    known.isBeingRead = true;
    // A save may have been undone, and downloads of a pull must not hide it. An archive has many files.
    const priority = known.checked || this.acked.size <= checksAtOnce ? "interactive" : "background";
    const { hash, isCertain } = await read(path, entry, priority).finally(() => {
      known.isBeingRead = false;
    });
    if (hash === known.content?.hash && isCertain) known.checked = entry;
    // Written after every request's life: equal content is another author's.
    const mayBe = (late: LateRequest): boolean =>
      late.path === path && late.hash === hash && !isAfter(entry, late.until);
    if (!this.isByLate(known, mayBe) || hash === known.content?.hash) return;
    // A read may wait long for the limit and return newer content; the next check covers that.
    if (!isSameEntry(await observe(path, isByName), entry) || isOver()) return;
    if ((await this.isSuperseded(path, known, hash)) || !this.isByLate(known, mayBe)) return;
    await repair(path, { ...undone, lateHash: hash });
  }

  /** Something newer was acknowledged, or another window has sent what is found (`hash`) without a response. */
  private async isSuperseded(path: string, known: Acknowledged, hash?: string): Promise<boolean> {
    const { at, isAdopted } = known;
    let isSuperseded = false;
    if (this.isAlone) return false;
    const look = this.withShared(async (shared) => {
      const { acknowledged, requests } = await shared.read();
      // Another window no longer expects the request of a dead one.
      const ids = new Set(requests.map(({ id }) => id));
      this.requests = this.requests.filter(({ id = "", wasOpen }) => !wasOpen || ids.has(id));
      for (const row of requests) {
        const isHere = row.path === path || (row.kind === "remove" && isWithin(row.path, path));
        if (!isHere || shared.isOwn(row)) continue;
        const isSame = row.at > at && row.hash === hash && (row.kind === "remove") === (hash === undefined);
        // A dead window may not have sent it: an earlier request of the same content may have arrived instead.
        const isSeen = !row.isOpen || (row.replaces !== undefined && row.replaces === known.content?.hash);
        // A living window is changing it and will report the result, unless the disk was full.
        const isPending = row.isOpen === true && row.until > this.options.clock.monotonicMs();
        isSuperseded ||= (isSame && isSeen) || (isPending && (await shared.isWatched(row)));
      }
      // `acked` has each own content, unless only requests of that content were expected.
      const isNewer = (row: AcknowledgedRow) => row.at > at && (isAdopted || !shared.isOwn(row));
      const newer = acknowledged.find((row) => isNewer(row) && decides(row.path, row.hash, path));
      if (!newer) return;
      isSuperseded = true;
      if (!(await this.adoptAcknowledged(newer, shared)) && this.acked.get(path) === known)
        this.acked.delete(path);
    });
    await this.inTime(look);
    return isSuperseded;
  }
}

/** Windows learn of each other's requests late: what was sent after a save is newer in any case. */
function isBefore(request: LateRequest, { order, at }: Acknowledged): boolean {
  return request.order < order && request.at <= at;
}

/** A file that another window's upload stores is not deleted here. */
function isLeftTo({ isOthers }: LateRequest, { content }: Acknowledged): boolean {
  return content === undefined && isOthers === true;
}

function threatens(request: LateRequest, path: string, known: Acknowledged): boolean {
  if (!isBefore(request, known)) return false;
  const { content } = known;
  if (request.kind === "remove") return content !== undefined && isWithin(request.path, path);
  if (request.path !== path || isLeftTo(request, known)) return false;
  return request.hash === undefined || request.hash !== content?.hash;
}

/** Whether an acknowledged content of `path` (without `hash`: deletion) determines the other path. */
function decides(path: string, hash: string | undefined, other: string): boolean {
  return other === path || (hash === undefined && isWithin(path, other));
}

/** Replaces older rows of the path and, for a deletion, of paths below it. */
function withNewest(rows: readonly AcknowledgedRow[], row: AcknowledgedRow): AcknowledgedRow[] {
  const isOlder = (other: AcknowledgedRow): boolean =>
    other.at <= row.at && decides(row.path, row.hash, other.path);
  return [...rows.filter((other) => !isOlder(other)), row];
}
