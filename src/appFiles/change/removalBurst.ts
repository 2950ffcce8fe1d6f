// Batches the Explorer's deletions (docs/engine.md#deletions-in-a-row): journaled, hidden and answered at
// once, then sent as one request.
import { isWithin } from "../../core/paths/appPath";
import type { ChangeLog } from "../backups/changeLog";
import type { LeftPath } from "../read/knownFiles";
import type { Found } from "./base";
import { contentIn, ended, type Prepared, StaleReadError, type Target } from "./change";
import type { ChangeParts } from "./changeParts";
import type { Release } from "./pathLocks";
import type { Ends, Removals, RemoveOptions } from "./remove";

export interface EndingLog extends ChangeLog {
  end(outcome: "done" | "failed" | "cancelled"): Promise<void>;
}

interface RemovalBurstOptions {
  readonly parts: ChangeParts;
  readonly removals: Removals;
  readonly begin: () => Promise<EndingLog>;
  /** `left`: shown again, since they still exist; `gone`: the rest of their request. */
  readonly onFailed: (left: readonly LeftPath[], gone: readonly string[]) => void;
}

interface Answered {
  readonly prepared: Prepared;
  readonly release: Release;
}

/** The Explorer sends the next one right after the response: a longer pause ends the burst. */
const quietMs = 1_000;
const longestWaitMs = 120_000;

export class RemovalBurst {
  private readonly answered = new Map<string, Answered>();
  private log: EndingLog | undefined;
  private worker: Promise<void> | undefined;
  private isRemovingNow = false;
  private asking = 0;
  private lastAskedAt = 0;
  private waitsSince = 0;
  private hasMore = false;
  private isTakenBack = false;
  private hasFailed = false;
  private sending: ReadonlySet<string> = new Set();
  private awaiting = 0;
  private hurry: () => void = () => undefined;

  constructor(private readonly options: RemovalBurstOptions) {}

  /** The path or a parent is answered as deleted. */
  isHidden(path: string): boolean {
    for (const hidden of this.answered.keys()) if (isWithin(hidden, path)) return true;
    return false;
  }

  get hidden(): readonly string[] {
    return [...this.answered.keys()];
  }

  /** Resolves when the deletion is proved, or journaled and queued. Rejects as `Removals.remove`. */
  async remove(target: Target, options: RemoveOptions): Promise<void> {
    const { locks, service } = this.options.parts;
    if (this.isHidden(target.path) && !locks.isAwaited([target.path])) return;
    // Of simultaneous deletions only one gets the free limit.
    const isNow = !this.worker && !this.isRemovingNow && service.canRemoveNow();
    if (isNow) this.isRemovingNow = true;
    else this.asking++;
    this.noteAsked();
    let release: Release | undefined;
    try {
      const held = await this.options.removals.hold([target], options);
      ({ release } = held);
      const own = { ...options, asked: held.asked };
      if (isNow) await this.removeNow(target, own);
      else if (await this.answer(target, own, held.release)) release = undefined;
    } finally {
      release?.();
      if (isNow) this.isRemovingNow = false;
      else this.asking--;
      this.noteAsked();
      if (!isNow) await this.endLog();
    }
  }

  private noteAsked(): void {
    this.lastAskedAt = this.options.parts.clock.monotonicMs();
  }

  private async removeNow(target: Target, options: RemoveOptions): Promise<void> {
    const log = await this.options.begin();
    let outcome: "done" | "failed" = "failed";
    try {
      const { left } = await this.options.removals.removeHeld([target], { ...options, log });
      if (left[0]) throw left[0].error;
      outcome = "done";
    } finally {
      await log.end(outcome);
    }
  }

  /** Backs up the remote file and hides it; false when there is none. */
  private async answer(target: Target, options: RemoveOptions, release: Release): Promise<boolean> {
    const { parts, removals, begin } = this.options;
    if (!this.log) {
      const log = await begin();
      // A simultaneous deletion may have been quicker.
      if (this.log) await log.end("done");
      else this.log = log;
    }
    const ends: Ends = { gone: [], left: [], acknowledge: [] };
    const [prepared] = await removals.prepare([target], { ...options, log: this.log }, ends);
    for (const acknowledge of ends.acknowledge) acknowledge();
    if (!prepared) return false;
    if (this.answered.size === 0) this.waitsSince = parts.clock.monotonicMs();
    this.answered.set(target.path, { prepared, release });
    this.hasMore = true;
    this.worker ??= this.work(options);
    return true;
  }

  /** Cancels a queued deletion: a file is put at the path and replaces the old one. */
  takeBack(path: string): Found | undefined {
    const answered = this.answered.get(path);
    // A file that replaces a folder waits for the folder's deletion.
    const isFolder = answered?.prepared.snapshot.entry?.type === "directory";
    if (!answered || isFolder || this.sending.has(path)) return undefined;
    this.answered.delete(path);
    this.isTakenBack = true;
    void ended(answered.prepared, "notDone");
    answered.release();
    const { snapshot, read } = answered.prepared;
    return { entry: snapshot.entry, hash: contentIn(read, path)?.hash };
  }

  /** Sends the queue at once; resolves when every deletion is proved or shown again. */
  async settled(): Promise<void> {
    this.awaiting++;
    this.hurry();
    try {
      await this.worker;
    } finally {
      this.awaiting--;
    }
  }

  private async work(options: RemoveOptions): Promise<void> {
    try {
      while (this.answered.size > 0) {
        await this.quiet();
        if (this.answered.size > 0) await this.sendAll(options);
      }
    } finally {
      this.worker = undefined;
      this.sending = new Set();
    }
    await this.endLog();
  }

  private async endLog(): Promise<void> {
    if (this.worker || this.asking > 0) return;
    const { log, hasFailed } = this;
    this.log = undefined;
    this.hasFailed = false;
    await log?.end(hasFailed ? "failed" : "done");
  }

  /** Resolves at the end of the burst, or when a caller awaits `settled`. */
  private async quiet(): Promise<void> {
    const { clock, locks } = this.options.parts;
    const until = this.waitsSince + longestWaitMs;
    while (this.awaiting === 0 && !locks.isAwaited(this.hidden)) {
      const now = clock.monotonicMs();
      const quietAt = (this.asking > 0 ? now : this.lastAskedAt) + quietMs;
      const leftMs = Math.min(quietAt, until) - now;
      if (leftMs <= 0) return;
      await new Promise<void>((resolve) => {
        const stopTimer = clock.after(leftMs, resolve);
        this.hurry = () => {
          stopTimer();
          resolve();
        };
      });
    }
  }

  private async sendAll(options: RemoveOptions): Promise<void> {
    const { removals, parts } = this.options;
    const all = [...this.answered.values()];
    const prepared = all.map((answered) => answered.prepared);
    const paths = prepared.map(({ snapshot }) => snapshot.target.path);
    this.hasMore = false;
    this.isTakenBack = false;
    const isOutdated = (): boolean => {
      const isLate = parts.clock.monotonicMs() >= this.waitsSince + longestWaitMs;
      if (this.isTakenBack || (this.hasMore && !isLate)) return true;
      this.sending = new Set(paths);
      return false;
    };
    try {
      const { gone, left } = await removals.send(prepared, { priority: options.priority, isOutdated });
      this.finish(gone, left);
    } catch (error) {
      if (!(error instanceof StaleReadError)) {
        const left = all.flatMap((each, index) => {
          const path = paths[index] ?? "/";
          return this.answered.get(path) === each ? [{ path, error }] : [];
        });
        this.finish([], left);
        return;
      }
      // Until its end a put of these paths waits for its turn.
      if (this.sending.size > 0) await this.dropChanged(all);
    }
  }

  /** A file that another client changed meanwhile is shown again instead of deleted. */
  private async dropChanged(all: readonly Answered[]): Promise<void> {
    const ends: Ends = { gone: [], left: [], acknowledge: [] };
    for (const { prepared } of all) {
      try {
        await this.options.removals.leaveOut([prepared], ends);
      } catch (error) {
        await ended(prepared, "notDone");
        ends.left.push({ path: prepared.snapshot.target.path, error });
      }
    }
    for (const acknowledge of ends.acknowledge) acknowledge();
    this.finish(ends.gone, ends.left);
  }

  private finish(gone: readonly string[], left: readonly LeftPath[]): void {
    for (const path of [...gone, ...left.map((each) => each.path)]) {
      this.answered.get(path)?.release();
      this.answered.delete(path);
    }
    this.sending = new Set();
    this.waitsSince = this.options.parts.clock.monotonicMs();
    if (left.length === 0) return;
    this.hasFailed = true;
    this.options.onFailed(left, gone);
  }
}
