// What reading, writing, deleting and moving the files of a mounted app have in common.
import type { AppFiles } from "../../../appFiles/appFiles";
import type { Clock } from "../../../core/async/clock";
import { FileProblem } from "../../../core/errors/fileProblem";
import { type AppAccess, fullAccess } from "../../../core/model/appAccess";
import { AnnouncedSaves } from "./announcedSaves";
import { AppFolders } from "./appFolders";
import { Authors } from "./authors";
import type { MountOptions } from "./mountOptions";
import { PendingFolders } from "./pendingFolders";

/** A file that is written or copied this soon after its deletion was to be replaced. */
const replacedWithinMs = 60_000;

export class MountParts {
  readonly clock: Clock;
  readonly folders: AppFolders;
  readonly pending: PendingFolders;
  readonly saves: AnnouncedSaves;
  readonly authors: Authors;
  /** VS Code deletes what a dropped file replaces before it writes. */
  private readonly deletedAt = new Map<string, number>();

  constructor(
    readonly files: AppFiles,
    readonly options: MountOptions,
  ) {
    const { clock, storedBases, isSetToOverwrite } = options;
    this.clock = clock;
    this.pending = options.pendingFolders ?? new PendingFolders();
    this.folders = new AppFolders({ clock, files, pending: this.pending });
    this.saves = new AnnouncedSaves(clock);
    this.authors = new Authors(clock, this.saves, storedBases, isSetToOverwrite);
  }

  /** What the user may do, as far as it is known now. */
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

  /** Nothing is there any more. */
  forget(path: string): void {
    this.folders.forget(path);
    this.authors.removed(path);
  }

  /** The user deleted it, perhaps to put something else in its place. */
  noteDeleted(path: string): void {
    this.deletedAt.set(path, this.clock.monotonicMs());
  }

  wasJustDeleted(path: string): boolean {
    const deletedAt = this.deletedAt.get(path) ?? Number.NEGATIVE_INFINITY;
    return this.clock.monotonicMs() - deletedAt <= replacedWithinMs;
  }

  /** Something is in its place again. */
  noteReplaced(path: string): void {
    this.deletedAt.delete(path);
  }
}
