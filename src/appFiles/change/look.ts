// Looks up the remote files of a change: first to decide, and again right before the request.

import type { SendOptions } from "../../api/http/exchange";
import { stopwatch } from "../../core/async/clock";
import { onAbort } from "../../core/async/onAbort";
import { forEachParallel } from "../../core/async/parallel";
import { FileProblem } from "../../core/errors/fileProblem";
import { isServiceError, mayBeDone, type ServiceError } from "../../core/errors/serviceError";
import type { FileEntry } from "../../core/model/model";
import { ancestorsOf, joinAppPath, nameOf, parentOf } from "../../core/paths/appPath";
import { foldedPath } from "../../core/paths/localNames";
import { walkTree } from "../../core/paths/walkTree";
import type { Content } from "../read/contents";
import { mayBeText } from "../read/fileReads";
import type { Listing, Listings } from "../read/listings";
import { isUnlisted, listingMaxAgeMs } from "../read/pathLookup";
import type { Observation, ReadOptions } from "../read/readParts";
import { isSameEntry } from "../read/serviceTime";
import {
  backUpAgain,
  contentIn,
  mostRounds,
  type Prepared,
  type Snapshot,
  StaleReadError,
  snapshotOfFile,
  type Target,
} from "./change";
import { type ChangeParts, recheckAfterMs, slowReadMs } from "./changeParts";
import type { InFlight, SentRequest } from "./lateRequests";

interface ChangedTarget<T> {
  readonly prepared: T;
  readonly isGone: boolean;
}

/** Aborting `signal` cancels a queued request; a sent one is awaited. */
export interface Sending extends ReadOptions {
  readonly require?: (() => void) | undefined;
  readonly onSend?: (() => void) | undefined;
  readonly requests: readonly SentRequest[];
  readonly mayTakeMs?: number;
}

export interface SendResult {
  /** Monotonic. */
  readonly sentAt: number;
  /** No response, or a refusal: the change may have been made, wholly or in part. */
  readonly failure: ServiceError | undefined;
  readonly inFlight: InFlight;
}

const readsAtOnce = 8;
const listingsAtOnce = 16;
/** Of more files, the first would be read too long before the request. */
const mostDoubted = 16;

export class Looks {
  constructor(private readonly parts: ChangeParts) {}

  /** From listings at most `maxAgeMs` old. */
  async look(target: Target, maxAgeMs: number): Promise<Snapshot> {
    return await this.withTree(target, await this.parts.observe(target.path, maxAgeMs), maxAgeMs);
  }

  /**
   * Requests a missing path itself, since listings may lag. What only that finds counts as found at first.
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
   * Rejects when nothing was done: StaleReadError for a changed target, a ServiceError, or the signal's reason.
   */
  async send(
    all: readonly Prepared[],
    { priority, signal, require, onSend, requests, mayTakeMs }: Sending,
    request: (options: SendOptions) => Promise<unknown>,
  ): Promise<SendResult> {
    const { late, clock, service } = this.parts;
    let sentAt: number | undefined;
    let inFlight: InFlight | undefined;
    const cancel = new AbortController();
    const leave = (): void => {
      if (sentAt === undefined) cancel.abort(signal?.reason);
    };
    if (signal?.aborted) leave();
    const unfollow = onAbort(signal, leave);
    const beforeSend = async (): Promise<void> => {
      require?.();
      // Its life begins with this attempt.
      inFlight?.over();
      inFlight = late.begin(requests, mayTakeMs ?? service.timeoutMs);
      await late.whenShared();
      // A slow disk must not make the look old.
      for (const { changes } of all) await changes;
      await backUpAgain(all, clock);
      const logs = new Map(all.map(({ log, snapshot }) => [log, snapshot.target.path]));
      // The machine may sleep, or the window stand still, during the look, too.
      do {
        await this.requireSame(all, { priority });
        for (const [log, path] of logs) await log.requireOurs?.(path);
      } while (await backUpAgain(all, clock));
      cancel.signal.throwIfAborted();
      onSend?.();
      sentAt = inFlight.sentAt = clock.monotonicMs();
    };
    try {
      await request({ priority, signal: cancel.signal, beforeSend });
      return { sentAt: sentAt ?? 0, failure: undefined, inFlight: inFlight ?? late.begin([], 0) };
    } catch (error) {
      if (sentAt !== undefined && inFlight && mayBeDone(error)) return { sentAt, failure: error, inFlight };
      inFlight?.over();
      throw error;
    } finally {
      unfollow();
    }
  }

  /** Throws StaleReadError for a changed target. A slow look is repeated, and ends in "unchecked". */
  private async requireSame(all: readonly Prepared[], options: ReadOptions): Promise<void> {
    const folders = new Set(all.map(({ snapshot }) => parentOf(snapshot.target.path)));
    const isOneListing =
      folders.size === 1 &&
      all.every(({ read, snapshot: { entry, files, askedAt } }) => {
        if (entry?.type === "directory") return false;
        return files.every((file) => {
          const content = contentIn(read, file.path);
          return !content || this.isProven(content, file.entry, askedAt);
        });
      });
    for (let round = 1; round <= mostRounds; round++) {
      const elapsedMs = stopwatch(this.parts.clock);
      if ((await this.changed(all, options)).length > 0) throw new StaleReadError();
      // Some services are that slow for every listing.
      const mostMs = isOneListing && round > 1 ? listingMaxAgeMs : slowReadMs;
      if (elapsedMs() <= mostMs) return;
    }
    throw new FileProblem("unchecked", all[0]?.snapshot.target.path ?? "/");
  }

  /** Targets that were just looked up are not looked up again. */
  async changed<T extends Prepared>(
    all: readonly T[],
    options: ReadOptions = {},
  ): Promise<ChangedTarget<T>[]> {
    const { clock } = this.parts;
    const now = clock.monotonicMs();
    const looks = new Map<T, Snapshot>();
    // In parallel, since a slow look is repeated.
    await forEachParallel(all, listingsAtOnce, async (prepared) => {
      const { snapshot, beforeLook } = prepared;
      // The monotonic clock may stop in sleep, and the other may be set then.
      const aheadMs = clock.now() - beforeLook.at - (clock.monotonicMs() - beforeLook.up);
      const hasSlept = Math.abs(aheadMs) > recheckAfterMs;
      // No folder is listed twice, however long this takes.
      const maxAgeMs = (): number => (hasSlept ? 1 : recheckAfterMs) + clock.monotonicMs() - now;
      const isNow = !hasSlept && now - snapshot.askedAt <= recheckAfterMs;
      looks.set(prepared, isNow ? snapshot : await this.again(snapshot, maxAgeMs, options));
    });
    const changed: ChangedTarget<T>[] = [];
    const alike: { readonly prepared: T; readonly again: Snapshot }[] = [];
    for (const [prepared, again] of looks) {
      const { snapshot } = prepared;
      if (again === snapshot || isListedSame(snapshot, again)) alike.push({ prepared, again });
      else changed.push({ prepared, isGone: !again.entry });
    }
    const others = await this.otherContents(alike, options);
    // Other callers' newer listings count, too.
    for (const { prepared, again } of alike)
      if (others.has(prepared) || this.isKnownOtherwise(again)) changed.push({ prepared, isGone: false });
    return changed;
  }

  private async again(
    { target, entry, folders }: Snapshot,
    maxAgeMs: () => number,
    options: ReadOptions,
  ): Promise<Snapshot> {
    const levels = folders.size > 0 ? [parentOf(target.path), ...folders.keys()] : [];
    // All levels at once; the walk meets a failure again.
    await forEachParallel(levels, listingsAtOnce, async (folder) => {
      await this.parts.listings.get(folder, maxAgeMs());
    }).catch(() => undefined);
    const again = await this.look(target, maxAgeMs());
    // For a path that did not exist, the listing is enough. But where it shows a nearly equal name, the service
    // may take both for one, so the path itself is requested.
    const isByName = entry ? isUnlisted(entry) : alikeOf(target.path, this.parts.listings) !== undefined;
    if (again.entry || !isByName) return again;
    return snapshotOfFile(target, await this.parts.observeByName(target.path, maxAgeMs(), options));
  }

  /** Reads again what its version doesn't prove: those with another content. */
  private async otherContents<T extends Prepared>(
    alike: readonly { readonly prepared: T; readonly again: Snapshot }[],
    options: ReadOptions,
  ): Promise<ReadonlySet<T>> {
    const files = alike
      .filter(({ prepared, again }) => again !== prepared.snapshot)
      .flatMap(({ prepared, again: { files, askedAt } }) =>
        files.map((file) => ({ ...file, askedAt, prepared, content: contentIn(prepared.read, file.path) })),
      );
    // Before an own upload shows the clock of files, a version may prove nothing; a text costs one request.
    const isDoubtful = !this.parts.serviceTime.knowsFileTimes && files.length <= mostDoubted;
    const others = new Set<T>();
    // In parallel, while the look is recent.
    await forEachParallel(files, readsAtOnce, async ({ path, entry, askedAt, prepared, content }) => {
      if (!content || others.has(prepared)) return;
      const mustRead = isDoubtful && mayBeText(entry.name, entry.sizeBytes);
      if (!mustRead && this.isProven(content, entry, prepared.snapshot.askedAt)) return;
      const { hash } = await this.parts.content(path, { entry, askedAt }, options);
      if (hash !== content.hash) others.add(prepared);
    });
    return others;
  }

  /** The version alone proves the content that was read after `askedAt`. */
  private isProven({ isCertain }: Content, entry: FileEntry, askedAt: number): boolean {
    return isCertain && this.parts.serviceTime.isCertainForLoss(entry, askedAt);
  }

  /** A newer listing of another caller differs. */
  private isKnownOtherwise({ target: { path }, entry, askedAt, folders }: Snapshot): boolean {
    const { listings } = this.parts;
    if (entry?.type !== "directory") {
      const known = listings.peek(parentOf(path));
      const isNewer = known !== undefined && known.askedAt > askedAt && !(entry && isUnlisted(entry));
      return isNewer && !isSameEntry(known.entries.get(nameOf(path)), entry);
    }
    return [...folders].some(([folder, listing]) => {
      const known = listings.peek(folder);
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
      const listing = await this.parts.listings.get(directory, maxAgeMs);
      // A wrongly empty listing would delete all it omits, without backups.
      const isEmpty = listing.entries.size === 0 && listing.hidden === 0;
      return isEmpty ? await this.parts.listings.get(directory, 0) : listing;
    } catch (error) {
      if (isServiceError(error, "unauthorized", "forbidden", "dialect")) throw error;
      throw new FileProblem("unchecked", directory, undefined, { cause: error });
    }
  }
}

function isListedSame(snapshot: Snapshot, again: Snapshot): boolean {
  if (again.entry?.type !== snapshot.entry?.type || again.hidden !== snapshot.hidden) return false;
  if (again.files.length !== snapshot.files.length) return false;
  const before = new Map(snapshot.files.map(({ path, entry }) => [path, entry]));
  return again.files.every(({ path, entry }) => isSameEntry(before.get(path), entry));
}

/** A folder's own version does not cover its content. */
function holdsTheSame(one: Listing, other: Listing): boolean {
  if (one.hidden !== other.hidden || one.entries.size !== other.entries.size) return false;
  return [...one.entries].every(([name, entry]) => {
    const match = other.entries.get(name);
    return entry.type === "directory" ? match?.type === "directory" : isSameEntry(match, entry);
  });
}

/**
 * A path that is listed instead of the path or a parent, and whose name differs from its name only in letter
 * case or accents: some disks treat the two as one.
 */
export function alikeOf(path: string, listings: Pick<Listings, "peek">): string | undefined {
  for (const each of [...ancestorsOf(path), path]) {
    const entries = listings.peek(parentOf(each))?.entries;
    if (!entries) return undefined;
    if (entries.has(nameOf(each))) continue;
    const folded = foldedPath(nameOf(each));
    const name = [...entries.keys()].find((other) => foldedPath(other) === folded);
    return name && joinAppPath(parentOf(each), name);
  }
  return undefined;
}
