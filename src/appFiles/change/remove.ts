// Deletes files and folders (docs/engine.md#a-remove). A listing, not the response, proves each path.

import type { Priority, SendOptions } from "../../api/http/exchange";
import { forEachParallel } from "../../core/async/parallel";
import { FileProblem } from "../../core/errors/fileProblem";
import { isServiceError, ServiceError } from "../../core/errors/serviceError";
import { isWithin, nameOf } from "../../core/paths/appPath";
import type { TreeEntry } from "../../core/paths/walkTree";
import { stampOf } from "../backups/age";
import type { ChangeLog } from "../backups/changeLog";
import type { Content } from "../read/contents";
import type { LeftPath } from "../read/knownFiles";
import { listingMaxAgeMs } from "../read/pathLookup";
import { isSameEntry } from "../read/serviceTime";
import { Conflict, isBaseMet } from "./base";
import {
  backupsAtOnce,
  CannotBackUp,
  contentIn,
  contentToBackUp,
  ended,
  type FoundTargets,
  type NotBackedUp,
  type Prepared,
  prepared,
  type ReadContents,
  retryWhenStale,
  type Snapshot,
  StaleReadError,
  type Target,
} from "./change";
import type { ChangeParts } from "./changeParts";
import { Looks } from "./look";
import type { Release } from "./pathLocks";
import { goneFrom, proveRemoved, unseenEnd } from "./prove";

export interface RemoveOptions {
  readonly order?: number | undefined;
  /** For paths that are found deleted; `order` when absent. */
  readonly foundOrder?: number | undefined;
  readonly priority?: Priority | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly log?: ChangeLog | undefined;
  /** Agreed loss of hidden entries and files without backup: those named or (true) any that bases allow. */
  readonly lossAgreed?: Pick<CannotBackUp, "files" | "found"> | true | undefined;
  /** Every content is proved to exist elsewhere, so files too large for a backup may be deleted. */
  readonly isElsewhere?: boolean | undefined;
  /** The remote files at the time of the call, when the removal had to wait for other changes. */
  readonly asked?: FoundTargets | undefined;
  /** Called right before the request; true sends nothing. */
  readonly isOutdated?: (() => boolean) | undefined;
  /** From here on, `signal` cancels nothing. Backups and looks before it may take minutes. */
  readonly onSend?: (() => void) | undefined;
  /** False for files that tools generate again: not backed up, and named before the deletion. */
  readonly backsUp?: ((path: string) => boolean) | undefined;
  readonly onBackedUp?: ((kept: number, of: number) => void) | undefined;
}

export interface RemoveResult {
  readonly gone: readonly string[];
  readonly left: readonly LeftPath[];
}

export interface Ends {
  readonly gone: string[];
  readonly left: LeftPath[];
  /** To be called once the removal has not failed: what was found missing counts as deleted. */
  readonly acknowledge: (() => void)[];
}

export class Removals {
  readonly looks: Looks;

  constructor(private readonly parts: ChangeParts) {
    this.looks = new Looks(parts);
  }

  /** For normalized paths, none inside another. */
  async remove(targets: readonly Target[], options: RemoveOptions): Promise<RemoveResult> {
    const { asked, release } = await this.hold(targets, options);
    try {
      return await this.removeHeld(targets, { ...options, asked });
    } finally {
      release();
    }
  }

  /** If it has to wait, the removal covers only what the paths hold now; rejects when that is unreadable. */
  async hold(
    targets: readonly Target[],
    options: RemoveOptions,
  ): Promise<{ readonly asked: FoundTargets | undefined; readonly release: Release }> {
    const { locks } = this.parts;
    const paths = targets.map(({ path }) => path);
    const mustLook = !options.asked && paths.some((path) => locks.isBusy(path));
    const turn = locks.acquire(paths, options);
    if (!mustLook) return { asked: options.asked, release: await turn };
    try {
      const looks = targets.map((target) => this.looks.look(target, listingMaxAgeMs));
      const [release, ...found] = await Promise.all([turn, ...looks]);
      return { asked: new Map(found.map((snapshot) => [snapshot.target.path, snapshot])), release };
    } catch (error) {
      void turn.then((release) => release()).catch(() => undefined);
      throw error;
    }
  }

  /** For a caller that holds the locks. */
  async removeHeld(targets: readonly Target[], options: RemoveOptions): Promise<RemoveResult> {
    const paths = targets.map(({ path }) => path);
    const work = async (): Promise<RemoveResult> => {
      const ends: Ends = { gone: [], left: [], acknowledge: [] };
      let open = await this.prepare(targets, options, ends);
      const result = await orNotDone(open, () =>
        retryWhenStale(paths[0], async (round) => {
          // Targets that changed since are left out; the others go on.
          if (round > 1) open = await this.leaveOut(open, ends);
          if (open.length === 0) return ends;
          const { gone, left } = await this.send(open, options);
          return { gone: [...ends.gone, ...gone], left: [...ends.left, ...left] };
        }),
      );
      for (const acknowledge of ends.acknowledge) acknowledge();
      if (ends.acknowledge.length > 0) await this.parts.late.whenShared();
      return result;
    };
    return await this.parts.own.whileChanging(paths, work, ({ left }) => left.map(({ path }) => path));
  }

  /** Deleted and refused targets are added to `ends`. */
  async prepare(
    targets: readonly Target[],
    options: RemoveOptions,
    ends: Ends,
  ): Promise<readonly Prepared[]> {
    // Later rounds still delete only what the first look found.
    const first = new Map<string, Snapshot>();
    return await retryWhenStale(targets[0]?.path, async () => {
      const own: Ends = { gone: [], left: [], acknowledge: [] };
      const beforeLook = stampOf(this.parts.clock);
      const found = await this.lookAtAll(targets, options, first, own);
      const meant = options.asked ?? first;
      this.requireShown(found, options, meant);
      const read = await this.readAll(found, options);
      const lost = [...read].flatMap(([path, one]) => ("why" in one ? [{ path, why: one.why }] : []));
      requireAgreed(lost, found, options, meant);
      const agreed: Prepared[] = [];
      const { log = this.parts.log() } = options;
      const snapshots = [...found.values()].filter(({ entry }) => entry);
      for (const snapshot of snapshots) {
        const conflict =
          this.conflictWithAsked(snapshot, read, options, meant) ?? this.conflictWithBase(snapshot, read);
        if (conflict && targets.length === 1) throw conflict;
        if (conflict) own.left.push({ path: snapshot.target.path, error: conflict });
        else {
          const one = prepared(this.parts.clock, { snapshot, read, log, beforeLook });
          agreed.push(one);
          await orNotDone(agreed, () => one.changes);
        }
      }
      const { foundOrder: order = options.order } = options;
      for (const path of own.gone)
        ends.acknowledge.push(() =>
          this.parts.late.acknowledged(path, undefined, order, found.get(path)?.askedAt),
        );
      ends.gone.push(...own.gone);
      ends.left.push(...own.left);
      return agreed;
    });
  }

  private async lookAtAll(
    targets: readonly Target[],
    options: RemoveOptions,
    firstFound: Map<string, Snapshot>,
    ends: Ends,
  ): Promise<FoundTargets> {
    const startedAt = this.parts.clock.monotonicMs();
    const found = new Map<string, Snapshot>();
    // In parallel: a slow target must not delay the others' look.
    const looks = await Promise.allSettled(
      targets.map((target) => this.looks.firstLook(target, startedAt, options)),
    );
    for (const [index, look] of looks.entries()) {
      const path = targets[index]?.path ?? "/";
      if (look.status === "rejected") {
        const error: unknown = look.reason;
        if (targets.length === 1 || isServiceError(error, "unauthorized", "forbidden")) throw error;
        ends.left.push({ path, error });
        continue;
      }
      const { first, now } = look.value;
      found.set(path, now);
      if (!firstFound.has(path)) firstFound.set(path, first);
      if (!now.entry) ends.gone.push(path);
    }
    return found;
  }

  private async readAll(found: FoundTargets, options: RemoveOptions): Promise<ReadContents> {
    const { signal, backsUp, onBackedUp } = options;
    const all = [...found.values()].flatMap(({ askedAt, files }) => files.map((file) => ({ askedAt, file })));
    const read = new Map<string, Content | NotBackedUp>();
    let kept = 0;
    await forEachParallel(
      all,
      backupsAtOnce,
      async ({ askedAt, file }) => {
        const isGenerated = backsUp?.(file.path) === false;
        const content = isGenerated
          ? ({ why: "generated" } as const)
          : await contentToBackUp(this.parts, file, askedAt, options);
        read.set(file.path, content);
        onBackedUp?.(++kept, all.length);
      },
      signal,
    );
    return read;
  }

  private requireShown(found: FoundTargets, options: RemoveOptions, meant: FoundTargets): void {
    const hidden = [...found].flatMap(([path, snapshot]) =>
      snapshot.hidden > 0 ? [{ path, why: "hidden" as const }] : [],
    );
    requireAgreed(hidden, found, options, meant);
  }

  /** Conflict for what appeared after the call or the question, except this window's own changes. */
  private conflictWithAsked(
    { target: { path }, entry, files }: Snapshot,
    read: ReadContents,
    { lossAgreed, order = Number.POSITIVE_INFINITY }: RemoveOptions,
    meant: FoundTargets,
  ): Conflict | undefined {
    const conflict = new Conflict(path, { entry, hash: undefined });
    const putOf = (file: TreeEntry) =>
      this.parts.own.putOf(file.path, file.entry, contentIn(read, file.path)?.hash);
    if (files.some((file) => (putOf(file)?.order ?? 0) > order)) return conflict;
    const question = lossAgreed === true ? undefined : lossAgreed?.found;
    const then = (question ?? meant).get(path);
    // Not part of the question, since it could not be read.
    if (!then) return question && conflict;
    const before = new Map(then.files.map((file) => [file.path, file.entry]));
    const isAgreed = files.every(
      (file) => isSameEntry(before.get(file.path), file.entry) || putOf(file) !== undefined,
    );
    return isAgreed ? undefined : conflict;
  }

  private conflictWithBase({ target, entry, files }: Snapshot, read: ReadContents): Conflict | undefined {
    const { path, tree, base } = target;
    const hashIn = (file: string) => contentIn(read, file)?.hash;
    const found = { entry, hash: hashIn(path), ownPutAt: this.parts.own.putAt(path) };
    const isMet =
      tree && entry?.type === "directory"
        ? files.length === tree.size && files.every((file) => tree.get(file.path) === hashIn(file.path))
        : isBaseMet(typeof base === "function" ? base() : base, found, this.parts.serviceTime);
    return isMet ? undefined : new Conflict(path, found);
  }

  /** Keeps unchanged targets; the others are added to `ends`. */
  async leaveOut<T extends Prepared>(all: readonly T[], ends: Ends): Promise<readonly T[]> {
    const changed = await this.looks.changed(all);
    for (const { prepared, isGone } of changed) {
      const { target, entry } = prepared.snapshot;
      await ended(prepared, "notDone");
      if (isGone) ends.acknowledge.push(() => this.parts.gone(target.path, entry, prepared.snapshot.askedAt));
      if (isGone) ends.gone.push(target.path);
      else
        ends.left.push({ path: target.path, error: new Conflict(target.path, { entry, hash: undefined }) });
    }
    return all.filter((each) => !changed.some(({ prepared }) => prepared === each));
  }

  /** Rejects with StaleReadError, and nothing is sent, when a target changed. */
  async send(all: readonly Prepared[], options: RemoveOptions): Promise<RemoveResult> {
    const { parts } = this;
    const paths = all.map(({ snapshot }) => snapshot.target.path);
    const allEnded = async (end: "notDone" | "unknown"): Promise<void> => {
      for (const each of all) await ended(each, end);
    };
    const { priority, signal, onSend } = options;
    const require = (): void => {
      if (options.isOutdated?.()) throw new StaleReadError();
    };
    const send = (own: SendOptions) => parts.service.remove(paths, own);
    const requests = paths.map((path) => ({ kind: "remove", path }) as const);
    const { failure, sentAt, inFlight } = await this.looks
      .send(all, { priority, signal, require, onSend, requests }, send)
      .catch(async (error: unknown) => {
        if (!(error instanceof StaleReadError)) await allEnded("notDone");
        throw error;
      });
    if (failure?.outcomeUnknown) inFlight.lost();
    const snapshots = all.map(({ snapshot }) => snapshot);
    const ends = await proveRemoved(parts, snapshots, { sentAt, failure }).catch(async (error: unknown) => {
      if (failure?.outcomeUnknown) inFlight.over();
      else inFlight.lost();
      await allEnded("unknown");
      throw failure?.outcomeUnknown ? failure : unseenEnd(deletionOf(paths), error);
    });
    for (const { target, entry } of snapshots) {
      const end = ends.get(target.path);
      if (end === "gone") parts.gone(target.path, entry, sentAt);
      // The file there may come from an abandoned upload.
      if (end === "replaced") parts.late.acknowledged(target.path, undefined, undefined, sentAt);
    }
    const isLeft = (path: string): boolean => ends.get(path) === "left";
    inFlight.over();
    for (const each of all) await ended(each, isLeft(each.snapshot.target.path) ? "unknown" : "done");
    const left: LeftPath[] = [];
    for (const snapshot of snapshots.filter(({ target }) => isLeft(target.path))) {
      const { path } = snapshot.target;
      const cause = failure ?? notRemoved(path);
      const gone = options.isElsewhere ? [] : await goneFrom(parts, snapshot);
      // Another window would blame its own abandoned deletion, and restore them.
      for (const file of gone) parts.late.acknowledged(file, undefined, undefined, sentAt);
      const partly = () => new FileProblem("partlyDeleted", path, gone.join("\n"), { cause });
      left.push({ path, error: gone.length > 0 ? partly() : cause });
    }
    await parts.late.whenShared();
    return { gone: paths.filter((path) => !isLeft(path)), left };
  }
}

/** Journals the end of changes that `work` rejects before it sends them. */
async function orNotDone<T>(all: readonly Prepared[], work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    for (const one of all) await ended(one, "notDone");
    throw error;
  }
}

function requireAgreed(
  lost: CannotBackUp["files"],
  found: FoundTargets,
  { lossAgreed }: RemoveOptions,
  meant: FoundTargets,
): void {
  if (lossAgreed === true) return;
  const isNamed = ({ path, why }: CannotBackUp["files"][number]): boolean =>
    lossAgreed?.files.some((agreed) => agreed.path === path && agreed.why === why) ?? false;
  if (lost.every(isNamed)) return;
  // The versions at the time of the call, where they were read.
  throw new CannotBackUp(lost, new Map([...found].map(([path, now]) => [path, meant.get(path) ?? now])));
}

function deletionOf([first = "/", ...more]: readonly string[]): string {
  return `The deletion of ${nameOf(first)}${more.length > 0 ? ` and ${more.length} more` : ""}`;
}

function notRemoved(path: string): ServiceError {
  return new ServiceError("refused", "a path is still there after it was to be deleted", {
    serviceText: `The service didn't delete ${path}.`,
  });
}

/** A path below another one is deleted with it. */
export function outermostOf(paths: readonly string[]): string[] {
  const all = [...new Set(paths)];
  return all.filter((path) => !all.some((other) => other !== path && isWithin(other, path)));
}
