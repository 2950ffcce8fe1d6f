// What is at the paths of a change: looked at first to decide, and again right before the request, which goes out then.
// Whatever its response says, only another look tells how it ended (prove.ts).

import type { SendOptions } from "../../api/http/exchange";
import { stopwatch } from "../../core/async/clock";
import { onAbort } from "../../core/async/onAbort";
import { forEachParallel } from "../../core/async/parallel";
import { FileProblem } from "../../core/errors/fileProblem";
import { isServiceError, mayBeDone, type ServiceError } from "../../core/errors/serviceError";
import type { FileEntry } from "../../core/model/model";
import { nameOf, parentOf } from "../../core/paths/appPath";
import { walkTree } from "../../core/paths/walkTree";
import type { Content } from "../read/contents";
import type { Listing } from "../read/observations";
import { isUnlisted, listingMaxAgeMs } from "../read/pathLookup";
import type { Observation, ReadOptions } from "../read/readParts";
import { isSameEntry } from "../read/serviceTime";
import {
  contentIn,
  keepAgain,
  mostRounds,
  Overtaken,
  type Prepared,
  type Snapshot,
  snapshotOfFile,
  type Target,
} from "./change";
import { type ChangeParts, momentMs, slowReadMs } from "./changeParts";
import type { SentRequest, UnderWay } from "./lateRequests";

/** What is found of a target that is not as it was. */
interface ChangedTarget<T> {
  readonly prepared: T;
  /** Somebody else has removed it. */
  readonly isGone: boolean;
}

/** `signal`: aborting gives the request up while it was not sent. One that was sent is waited for. */
export interface Sending extends ReadOptions {
  /** Throws when nothing is to be sent; asked before the last look. */
  readonly require?: (() => void) | undefined;
  /** It goes out now, unless this throws. */
  readonly onSend?: (() => void) | undefined;
  /** What it changes. */
  readonly requests: readonly SentRequest[];
  /** How long that may be on its way, in milliseconds; as long as for one answer when absent. */
  readonly mayTakeMs?: number;
}

/** A request that went out. */
export interface Went {
  /** Monotonic. */
  readonly sentAt: number;
  /** There is no response, or a refusal: only a look can tell what was done, a part of it maybe. */
  readonly failure: ServiceError | undefined;
  /** To be ended when it is known what it did. */
  readonly underWay: UnderWay;
}

const readsAtOnce = 8;

export class Looks {
  constructor(private readonly parts: ChangeParts) {}

  /** A target and all below it, by listings asked for at most `maxAgeMs` ago. */
  async look(target: Target, maxAgeMs: number): Promise<Snapshot> {
    return await this.withTree(target, await this.parts.observe(target.path, maxAgeMs), maxAgeMs);
  }

  /**
   * That nothing is there must be known of now, and by asking for the path itself: a listing may be late or wrong. What is
   * found there then was not there at first.
   */
  async firstLook(
    target: Target,
    startedAt: number,
    options: ReadOptions,
  ): Promise<{ readonly first: Snapshot; readonly now: Snapshot }> {
    const sinceStartMs = (): number => Math.max(1, this.parts.clock.monotonicMs() - startedAt);
    const maxAgeMs = Math.max(listingMaxAgeMs, sinceStartMs());
    const observed = await this.parts.observe(target.path, maxAgeMs);
    const first = await this.withTree(target, observed, maxAgeMs);
    const isNow = first.entry !== undefined || first.askedAt >= startedAt;
    const now = isNow ? first : await this.look(target, sinceStartMs());
    if (now.entry) return { first, now };
    const byName = await this.parts.observeByName(target.path, sinceStartMs(), options);
    return { first, now: await this.withTree(target, byName, sinceStartMs()) };
  }

  /**
   * Sends one request for all that is prepared, once everything is kept and still as it was found. Rejects when nothing was
   * done: with Overtaken when something changed since, with the signal's reason, or with a ServiceError.
   */
  async send(
    all: readonly Prepared[],
    { priority, signal, require, onSend, requests, mayTakeMs }: Sending,
    request: (options: SendOptions) => Promise<unknown>,
  ): Promise<Went> {
    const { late, clock, wire } = this.parts;
    let sentAt: number | undefined;
    let underWay: UnderWay | undefined;
    const cancel = new AbortController();
    const leave = (): void => {
      if (sentAt === undefined) cancel.abort(signal?.reason);
    };
    if (signal?.aborted) leave();
    const unfollow = onAbort(signal, leave);
    const beforeSend = async (): Promise<void> => {
      require?.();
      underWay ??= late.begin(requests, mayTakeMs ?? wire.timeoutMs);
      await late.told();
      await this.requireSame(all, { priority });
      for (const { changes } of all) await changes;
      await keepAgain(all, clock);
      cancel.signal.throwIfAborted();
      onSend?.();
      sentAt = clock.monotonicMs();
    };
    try {
      await request({ priority, signal: cancel.signal, beforeSend });
      return { sentAt: sentAt ?? 0, failure: undefined, underWay: underWay ?? late.begin([], 0) };
    } catch (error) {
      if (sentAt !== undefined && underWay && mayBeDone(error)) return { sentAt, failure: error, underWay };
      underWay?.over();
      throw error;
    } finally {
      unfollow();
    }
  }

  /**
   * Right before a request: throws Overtaken when something is not as it was found. A look that took long, since contents
   * had to be read or the service is slow, is followed by another; FileProblem "unchecked" when that has no end.
   */
  private async requireSame(all: readonly Prepared[], options: ReadOptions): Promise<void> {
    const file = all.length === 1 && all[0]?.snapshot.entry?.type !== "directory" ? all[0] : undefined;
    const isOneListing = file?.snapshot.files.every(({ path, entry }) => {
      const content = contentIn(file.read, path);
      return !content || this.isProven(content, entry, file.snapshot.askedAt);
    });
    for (let round = 1; round <= mostRounds; round++) {
      const elapsedMs = stopwatch(this.parts.clock);
      if ((await this.changed(all, options)).length > 0) throw new Overtaken();
      // A service may need that long for every listing.
      const mostMs = isOneListing && round > 1 ? listingMaxAgeMs : slowReadMs;
      if (elapsedMs() <= mostMs) return;
    }
    throw new FileProblem("unchecked", all[0]?.snapshot.target.path ?? "/");
  }

  /** Those that are not as they were found. What was looked at a moment ago is not looked at again. */
  async changed<T extends Prepared>(
    all: readonly T[],
    options: ReadOptions = {},
  ): Promise<ChangedTarget<T>[]> {
    const { clock } = this.parts;
    const now = clock.monotonicMs();
    const changed: ChangedTarget<T>[] = [];
    const same: { readonly prepared: T; readonly again: Snapshot }[] = [];
    for (const prepared of all) {
      const { snapshot } = prepared;
      // No folder is listed twice, however long this takes.
      const maxAgeMs = momentMs + clock.monotonicMs() - now;
      const again =
        now - snapshot.askedAt <= momentMs ? snapshot : await this.again(snapshot, maxAgeMs, options);
      if (again === snapshot || (await this.isSame(prepared, again, options))) same.push({ prepared, again });
      else changed.push({ prepared, isGone: !again.entry });
    }
    // What others have listed since the first of them was looked at counts too.
    for (const { prepared, again } of same)
      if (this.isKnownOtherwise(again)) changed.push({ prepared, isGone: false });
    return changed;
  }

  private async again(
    { target, entry }: Snapshot,
    maxAgeMs: number,
    options: ReadOptions,
  ): Promise<Snapshot> {
    // Where nothing was, the listing is enough: one request for a new path.
    if (!entry || !isUnlisted(entry)) return await this.look(target, maxAgeMs);
    return snapshotOfFile(target, await this.parts.observeByName(target.path, maxAgeMs, options));
  }

  private async isSame(
    { snapshot, read }: Prepared,
    again: Snapshot,
    options: ReadOptions,
  ): Promise<boolean> {
    if (again.entry?.type !== snapshot.entry?.type || again.hidden !== snapshot.hidden) return false;
    if (again.files.length !== snapshot.files.length) return false;
    const before = new Map(snapshot.files.map(({ path, entry }) => [path, entry]));
    if (!again.files.every(({ path, entry }) => isSameEntry(before.get(path), entry))) return false;
    let isSame = true;
    // Side by side, so that a folder is read while the look is young.
    await forEachParallel(again.files, readsAtOnce, async ({ path, entry }) => {
      const content = contentIn(read, path);
      if (!isSame || !content || this.isProven(content, entry, snapshot.askedAt)) return;
      const { hash } = await this.parts.content(path, { entry, askedAt: again.askedAt }, options);
      if (hash !== content.hash) isSame = false;
    });
    return isSame;
  }

  /** Whether the version alone tells that a file still holds the content that was read after `askedAt`. */
  private isProven({ isCertain }: Content, entry: FileEntry, askedAt: number): boolean {
    return isCertain && this.parts.serviceTime.isCertainForLoss(entry, askedAt);
  }

  /** Whether a listing that somebody else has asked for since shows something else. */
  private isKnownOtherwise({ target: { path }, entry, askedAt, folders }: Snapshot): boolean {
    const { observations } = this.parts;
    if (entry?.type !== "directory") {
      const known = observations.peek(parentOf(path));
      const isNewer = known !== undefined && known.askedAt > askedAt && !(entry && isUnlisted(entry));
      return isNewer && !isSameEntry(known.entries.get(nameOf(path)), entry);
    }
    return [...folders].some(([folder, listing]) => {
      const known = observations.peek(folder);
      return known !== undefined && known.askedAt > listing.askedAt && !holdsTheSame(known, listing);
    });
  }

  private async withTree(target: Target, observed: Observation, maxAgeMs: number): Promise<Snapshot> {
    const { entry } = observed;
    if (entry?.type !== "directory") return snapshotOfFile(target, observed);
    let hidden = 0;
    let askedAt = this.parts.clock.monotonicMs();
    const folders = new Map<string, Listing>();
    const tree = await walkTree(target.path, {
      list: async (directory) => {
        const listing = await this.listing(directory, maxAgeMs);
        folders.set(directory, listing);
        hidden += listing.hidden;
        askedAt = Math.min(askedAt, listing.askedAt);
        return [...listing.entries.values()];
      },
    });
    const files = tree.filter((each) => each.entry.type !== "directory");
    return { target, entry, askedAt, files, folders, hidden };
  }

  private async listing(directory: string, maxAgeMs: number): Promise<Listing> {
    try {
      const listing = await this.parts.observations.get(directory, maxAgeMs);
      // All that an empty listing leaves out by mistake would be deleted without a backup.
      const isEmpty = listing.entries.size === 0 && listing.hidden === 0;
      return isEmpty ? await this.parts.observations.get(directory, 0) : listing;
    } catch (error) {
      if (isServiceError(error, "unauthorized", "forbidden", "wire")) throw error;
      throw new FileProblem("unchecked", directory, undefined, { cause: error });
    }
  }
}

/** A folder's own version tells nothing of what it holds. */
function holdsTheSame(one: Listing, other: Listing): boolean {
  if (one.hidden !== other.hidden || one.entries.size !== other.entries.size) return false;
  return [...one.entries].every(([name, entry]) => {
    const match = other.entries.get(name);
    return entry.type === "directory" ? match?.type === "directory" : isSameEntry(match, entry);
  });
}
