// Requests that were given up without an answer may still be carried out, minutes later, and undo what was done since.
// While one may live, what the service acknowledged in its place is watched and put right.

import type { Clock } from "../core/async/clock";
import { forEachParallel } from "../core/async/parallel";
import type { Logger } from "../core/logger";
import type { FileEntry } from "../core/model/model";
import { isWithin } from "../core/paths/appPath";
import type { Content } from "./read/contents";
import { isSameVersion } from "./serviceTime";

/** How long such a request can live, in milliseconds. */
export const lateRequestLifeMs = 120_000;
/** What came at the last moment of its life is listed within this. */
const listedAfterMs = 5_000;
/** A service that cannot be looked at for so long after that is not looked at any more. */
const lastCheckWithinMs = 600_000;
const firstCheckMs = 2_000;
const longestPauseMs = 15_000;
const checksAtOnce = 8;

interface LateRequest {
  readonly kind: "put" | "remove";
  readonly path: string;
  /** Of the content that it carries; undefined for a put whose path nothing else has, so that any content there is its. */
  readonly hash: string | undefined;
  /** Its place among what was given up and acknowledged. */
  readonly order: number;
  /** Monotonic. */
  readonly until: number;
}

/** What the service acknowledged last for a path while a late request could undo it. */
interface Acknowledged {
  readonly content: Content | undefined;
  /** The place of its change among those of the window. */
  readonly changeOrder: number;
  /** Its place among what was given up and acknowledged: what was asked for later does not undo it. */
  readonly order: number;
  /** A version of it that was read since, and that no other content can have. */
  checked?: FileEntry;
  /** When the last look that was answered was asked for; monotonic. */
  checkedAt?: number;
  /** It is being looked at, or put back: until then only something newer takes its place. */
  isBusy?: boolean;
}

export interface LateRequestsOptions {
  readonly clock: Clock;
  readonly logger: Logger;
  /** What is at a path now, with its content when that is asked for. */
  readonly observe: (path: string) => Promise<FileEntry | undefined>;
  readonly read: (path: string, entry: FileEntry) => Promise<Pick<Content, "hash" | "isCertain">>;
  /** True when a file was certainly written after that time (monotonic). */
  readonly isAfter: (entry: FileEntry, time: number) => boolean;
  /** Puts back what a late request undid. */
  readonly repair: (path: string, undone: Undone) => Promise<unknown>;
}

/** What a late request undid. */
export interface Undone {
  /** What was acknowledged; undefined: that nothing is there. */
  readonly content: Content | undefined;
  /** Of what the request put in its place; undefined for a deletion, and for a name that nothing else has. */
  readonly lateHash: string | undefined;
  /** Something newer was acknowledged since: nothing is to be put back any more. */
  isOver(): boolean;
}

export class LateRequests {
  private requests: LateRequest[] = [];
  private orders = 0;
  private readonly acked = new Map<string, Acknowledged>();
  private pauseMs = firstCheckMs;
  private stopTimer: (() => void) | undefined;

  constructor(private readonly options: LateRequestsOptions) {}

  /** An upload had no answer. The returned function ends the watch: the upload is known to have arrived. */
  watchPut(path: string, hash: string | undefined): () => void {
    const watched = this.watch({ kind: "put", path, hash });
    return () => {
      this.requests = this.requests.filter((request) => request !== watched);
    };
  }

  /** A deletion had no answer. */
  watchRemove(paths: readonly string[]): void {
    for (const path of paths) this.watch({ kind: "remove", path, hash: undefined });
  }

  /**
   * The service has acknowledged a content, or (undefined) the absence of all that was there. `changeOrder`: the place
   * of that change among those of the window, when it is known; a later one than it stays acknowledged.
   */
  acknowledged(path: string, content: Content | undefined, changeOrder?: number): void {
    const isOlder = (known: Acknowledged): boolean =>
      changeOrder === undefined || known.changeOrder <= changeOrder;
    for (const [known, acknowledged] of [...this.acked])
      if (isOlder(acknowledged) && (known === path || (content === undefined && isWithin(path, known))))
        this.acked.delete(known);
    this.dropRequests();
    const now = { content, changeOrder: changeOrder ?? 0, order: ++this.orders };
    if (content === undefined) {
      for (const { kind, path: late } of this.requests)
        if (kind === "put" && isWithin(path, late) && !this.acked.has(late)) this.acked.set(late, { ...now });
    } else if (this.requests.some((request) => threatens(request, path, now))) this.acked.set(path, now);
    if (this.acked.size === 0) return;
    this.pauseMs = firstCheckMs;
    this.schedule();
  }

  /** Whether an upload of that content may still arrive. */
  isExpected(path: string, hash: string): boolean {
    const now = this.options.clock.monotonicMs();
    return this.requests.some((late) => late.path === path && late.hash === hash && late.until > now);
  }

  dispose(): void {
    this.stopTimer?.();
    this.requests = [];
    this.dropOver();
  }

  private watch(request: Pick<LateRequest, "kind" | "path" | "hash">): LateRequest {
    const until = this.options.clock.monotonicMs() + lateRequestLifeMs;
    const watched = { ...request, order: ++this.orders, until };
    this.requests.push(watched);
    return watched;
  }

  /** Whether one that `isIt` was asked for before what was acknowledged, and none after it. */
  private isByLate({ order }: Acknowledged, isIt: (request: LateRequest) => boolean): boolean {
    const all = this.requests.filter(isIt);
    return all.length > 0 && all.every((request) => request.order < order);
  }

  private dropRequests(): void {
    const now = this.options.clock.monotonicMs();
    this.requests = this.requests.filter((request) => request.until > now || this.mustCheck(request, now));
  }

  private dropOver(): void {
    this.dropRequests();
    for (const [path, known] of [...this.acked])
      if (!known.isBusy && !this.requests.some((request) => threatens(request, path, known)))
        this.acked.delete(path);
  }

  /**
   * Whether nobody has seen yet what the request did before its life was over. What a deletion did cannot be told from
   * what somebody else deletes after that.
   */
  private mustCheck(request: LateRequest, now: number): boolean {
    if (request.kind === "remove" || now > request.until + lastCheckWithinMs) return false;
    const seenFrom = request.until + listedAfterMs;
    return [...this.acked].some(
      ([path, known]) =>
        threatens(request, path, known) && (known.checkedAt ?? Number.NEGATIVE_INFINITY) < seenFrom,
    );
  }

  private schedule(): void {
    this.stopTimer?.();
    this.stopTimer = this.options.clock.after(this.pauseMs, () => void this.checkAgain());
  }

  private async checkAgain(): Promise<void> {
    this.stopTimer = undefined;
    // Side by side: one that is long put back must not let the others wait. An archive may have thousands.
    await forEachParallel([...this.acked], checksAtOnce, ([path, known]) => this.checkAlone(path, known));
    this.dropOver();
    this.pauseMs = Math.min(longestPauseMs, this.pauseMs * 1.5);
    if (this.acked.size > 0 && !this.stopTimer) this.schedule();
  }

  private async checkAlone(path: string, known: Acknowledged): Promise<void> {
    try {
      known.isBusy = true;
      const askedAt = this.options.clock.monotonicMs();
      await this.check(path, known);
      known.checkedAt = askedAt;
    } catch (error) {
      this.options.logger.warn(`Watching a file after a request without an answer: ${error}`);
    } finally {
      known.isBusy = false;
    }
  }

  private async check(path: string, known: Acknowledged): Promise<void> {
    const { observe, read, repair, isAfter } = this.options;
    const isOver = (): boolean => this.acked.get(path) !== known;
    const undone = { content: known.content, isOver };
    const entry = await observe(path);
    if (isOver()) return;
    if (!entry) {
      const isUndone =
        known.content &&
        this.isByLate(known, ({ kind, path: root }) => kind === "remove" && isWithin(root, path));
      if (isUndone) await repair(path, { ...undone, lateHash: undefined });
      return;
    }
    if (this.requests.some((late) => late.path === path && late.kind === "put" && late.hash === undefined)) {
      await repair(path, { ...undone, lateHash: undefined });
      return;
    }
    if (entry.type !== "file" || (known.checked && isSameVersion(entry, known.checked))) return;
    const { hash, isCertain } = await read(path, entry);
    if (hash === known.content?.hash && isCertain) known.checked = entry;
    // What was written when none of them could live any more is somebody else's, though it is the same.
    const mayBe = (late: LateRequest): boolean =>
      late.path === path && late.hash === hash && !isAfter(entry, late.until);
    const isUndone = this.isByLate(known, mayBe);
    if (!isUndone || hash === known.content?.hash || isOver()) return;
    await repair(path, { ...undone, lateHash: hash });
  }
}

function threatens(request: LateRequest, path: string, { content, order }: Acknowledged): boolean {
  if (request.order > order) return false;
  if (request.kind === "remove") return content !== undefined && isWithin(request.path, path);
  return request.path === path && (request.hash === undefined || request.hash !== content?.hash);
}
