import type { AppFiles } from "../../../appFiles/appFiles";
import type { Clock } from "../../../core/async/clock";
import { FileProblem } from "../../../core/errors/fileProblem";
import { type AppAccess, fullAccess } from "../../../core/model/appAccess";
import { AnnouncedSaves } from "./announcedSaves";
import { AppFolders } from "./appFolders";
import { Authors } from "./authors";
import type { MountOptions } from "./mountOptions";
import { PendingFolders } from "./pendingFolders";

/** A write or copy this soon after the deletion of its path replaces the deleted file. */
const replacedWithinMs = 60_000;

export class MountParts {
  readonly clock: Clock;
  readonly folders: AppFolders;
  readonly pending: PendingFolders;
  readonly saves: AnnouncedSaves;
  readonly authors: Authors;
  /** By path (monotonic ms). VS Code deletes the file that a dropped file replaces, then writes. */
  private readonly deleted = new Map<string, { readonly at: number; readonly isFile: boolean }>();

  constructor(
    readonly files: AppFiles,
    readonly options: MountOptions,
  ) {
    const { clock, storedBases, isSetToOverwrite } = options;
    this.clock = clock;
    this.pending = options.pendingFolders ?? new PendingFolders();
    this.folders = new AppFolders(clock, files, this.pending);
    this.saves = new AnnouncedSaves(clock);
    this.authors = new Authors(clock, this.saves, storedBases, isSetToOverwrite);
  }

  /** Permissions, as far as they are known; all until then. */
  get access(): AppAccess {
    return this.options.access?.() ?? fullAccess;
  }

  /** Throws a FileProblem "notAllowed" without the right to see the app's files. */
  requireSight(path: string): void {
    this.require("canSee", path);
  }

  /** Resolves when it is known that the user may; rejects with a FileProblem "notAllowed". */
  async requirePermission(kind: "canEdit" | "canDelete", path: string): Promise<void> {
    this.requireSight(path);
    await this.options.accessKnown?.();
    this.require(kind, path);
  }

  private require(kind: keyof AppAccess, path: string): void {
    if (this.access[kind]) return;
    throw new FileProblem("notAllowed", path, undefined, { cause: this.options.refusal?.(kind) });
  }

  forget(path: string): void {
    this.folders.forget(path);
    this.authors.removed(path);
  }

  /** The user deleted the path, perhaps to put another file there. Only a file can be brought back by its path. */
  noteDeleted(path: string, isFile: boolean): void {
    this.deleted.set(path, { at: this.clock.monotonicMs(), isFile });
  }

  wasJustDeleted(path: string): boolean {
    return this.clock.monotonicMs() - (this.deleted.get(path)?.at ?? -Infinity) <= replacedWithinMs;
  }

  /** `work` brings a file to the path; its failure is told where VS Code has deleted another one for it. */
  async replace<T>(path: string, work: () => Promise<T>): Promise<T> {
    const wasDeleted = this.wasJustDeleted(path);
    try {
      const result = await work();
      this.deleted.delete(path);
      return result;
    } catch (error) {
      const there = wasDeleted && (await this.folders.entryForDecision(path).catch(() => undefined));
      if (there) {
        // Its queued deletion was canceled for the upload.
        this.deleted.delete(path);
        this.options.onRemoteChange?.([{ type: "created", path }]);
      } else if (wasDeleted && this.deleted.get(path)?.isFile) this.options.onReplaceFailed?.(path);
      throw error;
    }
  }
}
