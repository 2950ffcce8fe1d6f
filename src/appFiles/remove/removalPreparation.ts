// The first half of a removal: look at every target and below it, compare with what its author had seen, keep what goes
// and write it down; and the second look, right before the request.

import { forEachParallel } from "../../core/async/parallel";
import { FileProblem } from "../../core/errors/fileProblem";
import { isServiceError } from "../../core/errors/serviceError";
import type { FileEntry } from "../../core/model/model";
import { nameOf, parentOf } from "../../core/paths/appPath";
import { type TreeEntry, walkTree } from "../../core/paths/walkTree";
import { Conflict, isBaseMet } from "../base";
import { type Before, largestKeptBytes } from "../changeLog";
import { type ChangeParts, firstLookAgeMs, type Look, momentMs, slowLookMs } from "../changeParts";
import type { Content } from "../contents";
import type { Listing } from "../observations";
import { isSameEntry } from "../serviceTime";
import {
  CannotKeep,
  type FoundTargets,
  type KeptFile,
  type LeftPath,
  type NotKept,
  Overtaken,
  type PreparedRemoval,
  type RemoveOptions,
  type RemoveTarget,
  type Snapshot,
  snapshotOfFile,
} from "./removal";

/** A target that is not as it was found. */
export interface ChangedTarget {
  readonly prepared: PreparedRemoval;
  /** Somebody else has removed it. */
  readonly isGone: boolean;
}

const keptAtOnce = 8;
const mostRounds = 6;

export class RemovalPreparation {
  constructor(private readonly parts: ChangeParts) {}

  /** Looks, compares, keeps and writes down; those that are gone or cannot go are in the result. */
  async prepareAll(
    targets: readonly RemoveTarget[],
    options: RemoveOptions,
    result: { readonly gone: string[]; readonly left: LeftPath[] },
  ): Promise<PreparedRemoval[]> {
    // What the first look found is what goes, however often something else makes it look again.
    const found = new Map<string, Snapshot | undefined>();
    for (let round = 1; ; round++) {
      const gone: string[] = [];
      const left: LeftPath[] = [];
      try {
        const asked = options.asked ?? found;
        const prepared = await this.prepareOnce(targets, { ...options, asked }, { found, gone, left });
        result.gone.push(...gone);
        result.left.push(...left);
        return prepared;
      } catch (error) {
        if (!(error instanceof Overtaken)) throw error;
        if (round === mostRounds) throw new FileProblem("unchecked", targets[0]?.path ?? "/");
      }
    }
  }

  private async prepareOnce(
    targets: readonly RemoveTarget[],
    options: RemoveOptions,
    result: {
      readonly found: Map<string, Snapshot | undefined>;
      readonly gone: string[];
      readonly left: LeftPath[];
    },
  ): Promise<PreparedRemoval[]> {
    const startedAt = this.parts.clock.monotonicMs();
    // At the same time: one that the service is slow to show does not let the others be looked at later.
    const looks = await Promise.allSettled(targets.map((target) => this.lookFirst(target, startedAt)));
    const found = new Map<string, Snapshot | undefined>();
    for (const [index, look] of looks.entries()) {
      const path = targets[index]?.path ?? "/";
      if (look.status === "rejected") {
        const error: unknown = look.reason;
        if (targets.length === 1 || isServiceError(error, "unauthorized", "forbidden")) throw error;
        result.left.push({ path, error });
        continue;
      }
      const { first, now } = look.value;
      found.set(path, now);
      if (!result.found.has(path)) result.found.set(path, first);
      if (now) continue;
      this.parts.late.acknowledged(path, undefined, options.order);
      result.gone.push(path);
    }
    this.requireShown(found, options);
    return await this.keepAll(found, options, result.left);
  }

  /** That nothing is there must be known of now; whatever is there then was not there at first. */
  private async lookFirst(
    target: RemoveTarget,
    startedAt: number,
  ): Promise<{ readonly first: Snapshot | undefined; readonly now: Snapshot | undefined }> {
    const sinceStartMs = (): number => Math.max(1, this.parts.clock.monotonicMs() - startedAt);
    const ageMs = Math.max(firstLookAgeMs, sinceStartMs());
    const first = await this.parts.look(target.path, ageMs);
    if (first.entry || first.askedAt >= startedAt) {
      const snapshot = await this.snapshotOf(target, first, ageMs);
      return { first: snapshot, now: snapshot };
    }
    return { first: undefined, now: await this.snapshot(target, sinceStartMs()) };
  }

  private requireShown(found: FoundTargets, options: RemoveOptions): void {
    const hidden = [...found].flatMap(([path, snapshot]) =>
      snapshot && snapshot.hidden > 0 ? [{ path, why: "hidden" as const }] : [],
    );
    if (notAgreed(hidden, options).length > 0) throw new CannotKeep(hidden, meantOf(found, options));
  }

  /** What is there now, for removals that have to wait until `turn` aborts. */
  async lookAt(targets: readonly RemoveTarget[], turn: AbortSignal): Promise<FoundTargets> {
    const found = new Map<string, Snapshot | undefined>();
    const lookAtOne = async (target: RemoveTarget): Promise<void> => {
      while (!turn.aborted) {
        try {
          // A folder that vanished since it was listed is looked at from above once more.
          const look = this.snapshot(target, firstLookAgeMs).catch(() => this.snapshot(target, 1));
          found.set(target.path, await look);
          return;
        } catch {
          // What cannot be looked at before its turn has come is judged by what is found then.
          await this.parts.clock.sleep(slowLookMs, turn).catch(() => undefined);
        }
      }
    };
    await Promise.all(targets.map(lookAtOne));
    return found;
  }

  /** Undefined when there is nothing at the path. */
  private async snapshot(target: RemoveTarget, ageMs: number): Promise<Snapshot | undefined> {
    return await this.snapshotOf(target, await this.parts.look(target.path, ageMs), ageMs);
  }

  private async snapshotOf(
    target: RemoveTarget,
    { entry, askedAt }: Look,
    ageMs: number,
  ): Promise<Snapshot | undefined> {
    const { path } = target;
    if (!entry) return undefined;
    if (entry.type !== "directory") return snapshotOfFile(target, entry, askedAt);
    let hidden = 0;
    let oldest = this.parts.clock.monotonicMs();
    const tree = await walkTree(path, {
      list: async (directory) => {
        const listing = await this.listing(directory, ageMs);
        hidden += listing.hidden;
        oldest = Math.min(oldest, listing.askedAt);
        return [...listing.entries.values()];
      },
    });
    const files = tree.filter((each) => each.entry.type !== "directory");
    return { target, entry, askedAt: oldest, files, hidden };
  }

  private async listing(directory: string, ageMs: number): Promise<Listing> {
    try {
      return await this.parts.observations.get(directory, ageMs);
    } catch (error) {
      if (isServiceError(error, "unauthorized", "forbidden", "wire")) throw error;
      throw new FileProblem("unchecked", directory, undefined, { cause: error });
    }
  }

  private async keepAll(
    found: FoundTargets,
    options: RemoveOptions,
    left: LeftPath[],
  ): Promise<PreparedRemoval[]> {
    const snapshots = [...found.values()].filter((snapshot) => snapshot !== undefined);
    const all = snapshots.flatMap((snapshot) => snapshot.files.map((file) => ({ snapshot, file })));
    const read = new Map<TreeEntry, Content | NotKept>();
    let kept = 0;
    await forEachParallel(
      all,
      keptAtOnce,
      async ({ snapshot, file }) => {
        read.set(file, await this.contentToKeep(file, snapshot, options));
        options.onKept?.(++kept, all.length);
      },
      options.signal,
    );
    const lost = all.flatMap(({ file }) => {
      const found = read.get(file);
      return typeof found === "string" ? [{ path: file.path, why: found }] : [];
    });
    if (notAgreed(lost, options).length > 0) throw new CannotKeep(lost, meantOf(found, options));
    const prepared: PreparedRemoval[] = [];
    for (const snapshot of snapshots) {
      const conflict = this.conflictWithAsked(snapshot, read, options) ?? this.conflictOf(snapshot, read);
      if (conflict && snapshots.length === 1 && left.length === 0) throw conflict;
      if (conflict) left.push({ path: snapshot.target.path, error: conflict });
      else prepared.push({ snapshot, kept: await this.writeDown(snapshot, read, options) });
    }
    return prepared;
  }

  private async contentToKeep(
    { path, entry }: TreeEntry,
    { askedAt }: Snapshot,
    { priority, signal, isKept, isElsewhere }: RemoveOptions,
  ): Promise<Content | NotKept> {
    if (isKept?.(path) === false) return "generated";
    if (entry.type !== "file") return "unreadable";
    if (entry.sizeBytes > largestKeptBytes && !isElsewhere) return "tooLarge";
    try {
      return await this.parts.content(path, { entry, askedAt }, { priority, signal });
    } catch (error) {
      if (!isServiceError(error) || isServiceError(error, "unauthorized", "forbidden", "wire")) throw error;
      if (!isServiceError(error, "notFound", "badInput")) return "unreadable";
      // It vanished, or became a folder, since it was listed.
      this.parts.observations.markStale(parentOf(path));
      throw new Overtaken();
    }
  }

  private conflictOf(
    { target, entry, files }: Snapshot,
    read: ReadonlyMap<TreeEntry, Content | NotKept>,
  ): Conflict | undefined {
    const { path, tree } = target;
    if (entry.type === "directory") {
      const isJustThese =
        !tree ||
        (files.length === tree.size && files.every((file) => tree.get(file.path) === hashIn(read, file)));
      return isJustThese ? undefined : new Conflict(path, { entry, hash: undefined });
    }
    const base = typeof target.base === "function" ? target.base() : target.base;
    const found = { entry, hash: hashIn(read, files[0]) };
    return isBaseMet(base, found, this.parts.serviceTime) ? undefined : new Conflict(path, found);
  }

  /** What came after the removal was asked for, or after the question about it, is not agreed to; our own work is. */
  private conflictWithAsked(
    { target, entry, files }: Snapshot,
    read: ReadonlyMap<TreeEntry, Content | NotKept>,
    { lossAgreed, asked, order = Number.POSITIVE_INFINITY }: RemoveOptions,
  ): Conflict | undefined {
    const conflict = new Conflict(target.path, { entry, hash: undefined });
    const putOf = (file: TreeEntry) => this.parts.own.putOf(file.path, file.entry, hashIn(read, file));
    if (files.some((file) => (putOf(file)?.order ?? 0) > order)) return conflict;
    const agreed = lossAgreed === undefined || lossAgreed === true ? asked : lossAgreed.found;
    // What could not be looked at before a question was not in it.
    if (agreed && agreed !== asked && !agreed.has(target.path)) return conflict;
    if (!agreed?.has(target.path)) return undefined;
    const then = agreed.get(target.path);
    const before = new Map(then?.files.map((file) => [file.path, file.entry]));
    const isAgreed = files.every(
      (file) => isSameEntry(before.get(file.path), file.entry) || putOf(file) !== undefined,
    );
    return isAgreed ? undefined : conflict;
  }

  private async writeDown(
    { files }: Snapshot,
    read: ReadonlyMap<TreeEntry, Content | NotKept>,
    { log = this.parts.log() }: RemoveOptions,
  ): Promise<KeptFile[]> {
    const kept: KeptFile[] = [];
    for (const file of files) {
      const found = read.get(file) ?? "unreadable";
      const { path, entry } = file;
      const before: Before =
        typeof found === "object"
          ? { bytes: found.bytes, hash: found.hash, entry }
          : { notKept: found, sizeBytes: entry.sizeBytes };
      const change = await log.will({ side: "app", path, what: "remove", before });
      kept.push({ path, current: typeof found === "object" ? found : undefined, change });
    }
    return kept;
  }

  /** Whether a listing that somebody else has asked for since shows another version. */
  private isKnownOtherwise(path: string, entry: FileEntry, askedAt: number): boolean {
    const known = this.parts.observations.peek(parentOf(path));
    return (
      known !== undefined && known.askedAt > askedAt && !isSameEntry(known.entries.get(nameOf(path)), entry)
    );
  }

  /** Whether one of them is not as it was found. A look that took long is followed by another. */
  async hasChanged(prepared: readonly PreparedRemoval[]): Promise<boolean> {
    const { clock } = this.parts;
    for (let round = 1; round <= mostRounds; round++) {
      const startedAt = clock.monotonicMs();
      if ((await this.changedSince(prepared)).length > 0) return true;
      if (clock.monotonicMs() - startedAt <= slowLookMs) break;
    }
    return false;
  }

  /** Those that are not as they were found. What was looked at a moment ago is looked at in memory. */
  async changedSince(prepared: readonly PreparedRemoval[]): Promise<ChangedTarget[]> {
    const { parts } = this;
    const now = parts.clock.monotonicMs();
    const changed: ChangedTarget[] = [];
    const same: { readonly prepared: PreparedRemoval; readonly again: Snapshot }[] = [];
    for (const one of prepared) {
      const { snapshot, kept } = one;
      // No folder is listed twice, however long this takes.
      const again = await this.snapshot(snapshot.target, momentMs + parts.clock.monotonicMs() - now);
      if (!again) {
        changed.push({ prepared: one, isGone: true });
        continue;
      }
      if (again.files.length !== snapshot.files.length || again.hidden !== snapshot.hidden) {
        changed.push({ prepared: one, isGone: false });
        continue;
      }
      const before = new Map(snapshot.files.map((file) => [file.path, file.entry]));
      const contents = new Map(kept.map(({ path, current }) => [path, current]));
      let isSame = true;
      for (const { path, entry } of again.files) {
        const current = contents.get(path);
        isSame &&=
          isSameEntry(before.get(path), entry) &&
          (!current ||
            current.isCertain ||
            (await parts.content(path, { entry, askedAt: again.askedAt }, {})).hash === current.hash);
        if (!isSame) break;
      }
      if (isSame) same.push({ prepared: one, again });
      else changed.push({ prepared: one, isGone: false });
    }
    // What others have listed since the first of them was looked at counts too.
    for (const { prepared: one, again } of same) {
      const isOther = again.files.some(({ path, entry }) =>
        this.isKnownOtherwise(path, entry, again.askedAt),
      );
      if (isOther) changed.push({ prepared: one, isGone: false });
    }
    return changed;
  }
}

/** What the author of a removal means: what was there when it was asked for, where that was looked at. */
function meantOf(found: FoundTargets, { asked }: RemoveOptions): FoundTargets {
  return new Map([...found].map(([path, now]) => [path, asked?.has(path) ? asked.get(path) : now]));
}

/** Of a file's content, when that was read. */
function hashIn(
  read: ReadonlyMap<TreeEntry, Content | NotKept>,
  file: TreeEntry | undefined,
): string | undefined {
  const found = file && read.get(file);
  return typeof found === "object" ? found.hash : undefined;
}

/** What was not named when a person agreed to lose files that cannot be kept. */
function notAgreed(lost: CannotKeep["files"], { lossAgreed }: RemoveOptions): CannotKeep["files"] {
  if (lossAgreed === true) return [];
  return lost.filter(
    ({ path, why }) => !lossAgreed?.files.some((agreed) => agreed.path === path && agreed.why === why),
  );
}
