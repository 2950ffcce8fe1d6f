// The files of one app as a file system sees them: what is known from listings, what was read, what exists only here.
// Knows nothing of VS Code, so that every promise it makes about people's files is tested in plain Node.
import { type AppAccess, fullAccess } from "../../core/appAccess";
import { isSafeEntryName, isWithin, nameOf, parentOf, uploadNameProblem } from "../../core/appPath";
import type { Clock } from "../../core/clock";
import { ContentCache, isSameVersion } from "../../core/contentCache";
import { FileProblem } from "../../core/fileProblem";
import type { FileChange } from "../../core/listingChanges";
import type { FileEntry } from "../../core/model";
import { PendingFolders } from "../../core/pendingFolders";
import { isServiceError } from "../../core/serviceError";
import { AppFolders, decisionAgeMs, lookAgeMs, type MountStat } from "./appFolders";
import { keepBeforeLoss, noTrash, type Trash } from "./keepBeforeLoss";
import { type CopyOptions, copyFiles, type Moved, type MoveSide, renameFiles } from "./mountMoves";
import type { ReadOptions, RemoteFiles } from "./remoteFiles";
import { type ConflictChoice, SaveGuard } from "./saveGuard";
import type { TreeCopyDialog } from "./treeCopy";

export interface MountOptions {
  readonly clock: Clock;
  readonly maxOpenBytes: () => number;
  /** Asks the user what to do about a change that VS Code could not see. */
  readonly askConflict: (path: string) => Promise<ConflictChoice>;
  readonly treeCopyDialog: TreeCopyDialog;
  readonly pendingFolders?: PendingFolders;
  /** What the user may do, as far as it is known now. */
  readonly access?: () => AppAccess;
  /** Resolves when it is known what the user may do, or that it cannot be known. */
  readonly accessKnown?: () => Promise<unknown>;
  readonly trash?: Trash;
  /** A listing shows what somebody else did. */
  readonly onRemoteChange?: (changes: readonly FileChange[]) => void;
  /** What VS Code deleted to make room was not replaced: the upload in its place failed. */
  readonly onReplaceFailed?: (path: string) => void;
  /** Listings have begun to fail, or (undefined) work again. */
  readonly onFailing?: (error: unknown) => void;
}

export interface MountWriteOptions extends ReadOptions {
  readonly create: boolean;
  readonly overwrite: boolean;
  /** The user has agreed to replace this very file, even by an empty one. */
  readonly isAgreed?: boolean | undefined;
  /** Nobody else keeps the bytes: a failure can be tried again from the list of transfers. */
  readonly canRetry?: boolean | undefined;
}

/** A file that is written this soon after its deletion was to be replaced. */
const replacedWithinMs = 60_000;
const contentCacheBytes = 32 * 1024 * 1024;
/** Larger files that are read in bulk would push out what editors have open. */
const largestBulkCachedBytes = 1024 * 1024;
export class MountedApp {
  private readonly folders: AppFolders;
  private readonly contents = new ContentCache(contentCacheBytes);
  private readonly pending: PendingFolders;
  private readonly guard: SaveGuard;
  /** VS Code deletes what a dropped file replaces before it writes. */
  private readonly deletedAt = new Map<string, number>();
  private readonly newestWrite = new Map<string, symbol>();
  private readonly turns = new Map<string, Promise<void>>();
  private readonly moves: MoveSide;

  constructor(
    private readonly files: RemoteFiles,
    private readonly options: MountOptions,
  ) {
    const { clock, treeCopyDialog: dialog } = options;
    this.pending = options.pendingFolders ?? new PendingFolders();
    this.folders = new AppFolders({
      clock,
      list: (directory) => files.list(directory),
      pending: this.pending,
      onRemoteChange: (changes) => {
        for (const { type, path } of changes) if (type === "deleted") this.contents.delete(path);
        options.onRemoteChange?.(changes);
      },
      onFailing: (error) => options.onFailing?.(error),
    });
    this.guard = new SaveGuard(options.clock, {
      read: (path, entry) => this.read(path, entry),
      ask: (path) => options.askConflict(path),
    });
    this.moves = {
      ...{ clock, dialog, files, folders: this.folders, pending: this.pending },
      requirePermission: (kind, path) => this.requirePermission(kind, path),
      readWhole: (path, entry, read) => this.readWhole(path, entry, read),
      writeFile: (path, bytes, write) => this.writeFile(path, bytes, write),
      createDirectory: (path) => this.createDirectory(path),
      forgetSeen: (path) => this.guard.forget(path),
      forget: (path) => this.forget(path),
    };
  }

  async stat(path: string): Promise<MountStat> {
    this.requireSight(path);
    const stat = await this.folders.look(path);
    if (stat.type !== "directory") this.guard.handedOut(path, stat);
    return this.access.canEdit || stat.type === "directory" ? stat : { ...stat, isReadOnly: true };
  }

  /** What the service lists in a folder, for those who go through many: from the cache when that is young enough. */
  async list(directory: string, maxAgeMs = lookAgeMs): Promise<readonly FileEntry[]> {
    this.requireSight(directory);
    return await this.folders.list(directory, maxAgeMs);
  }

  /** Names and types of a folder's entries, those that exist only here included. */
  async readDirectory(path: string): Promise<[string, MountStat["type"]][]> {
    this.requireSight(path);
    return await this.folders.readDirectory(path);
  }

  async readFile(path: string): Promise<Uint8Array> {
    this.requireSight(path);
    try {
      return await this.open(path, await this.folders.fileEntry(path));
    } catch (error) {
      // Gone, or a folder now: a listing of now says which, and only a listing does.
      if (!isServiceError(error, "notFound", "badInput")) throw error;
      this.folders.markStale(path);
      return await this.open(path, await this.folders.fileEntry(path));
    }
  }

  /** The exact bytes of a listed file of any size, for copying it elsewhere. */
  async readWhole(path: string, entry: FileEntry, options: ReadOptions = {}): Promise<Uint8Array> {
    this.requireSight(path);
    const known = this.contents.get(path, entry);
    if (known) return known;
    const bytes = await this.files.readBytes(path, entry, options);
    if (bytes.byteLength === entry.sizeBytes && bytes.byteLength <= largestBulkCachedBytes)
      this.contents.put(path, entry, bytes);
    return bytes;
  }

  /** A file's text for searching in it: what was read already, else the service's own decoding; never a download. */
  async readText(path: string, entry: FileEntry, options: ReadOptions = {}): Promise<string | undefined> {
    this.requireSight(path);
    const known = this.contents.get(path, entry);
    if (known) return new TextDecoder().decode(known);
    return await this.files.readText(path, options);
  }

  /** The folder's listing must be asked for anew before the next decision: an editor is about to save. */
  expectWrite(path: string): void {
    this.folders.markStale(path);
  }

  /** Resolves when a listing shows the file with the size that was sent. */
  async writeFile(path: string, bytes: Uint8Array, options: MountWriteOptions): Promise<FileChange> {
    if (path === "/") throw new FileProblem("root", path);
    await this.requirePermission("canEdit", path);
    const problem = uploadNameProblem(nameOf(path));
    if (problem) throw new FileProblem("badName", path, problem);
    // What was written first is handed over first; the client then lets a newer content take an older one's place.
    try {
      const { upload } = await this.inTurn(path, async () => ({
        upload: await this.startWrite(path, bytes, options),
      }));
      return await upload.confirmed;
    } catch (error) {
      const deletedAt = this.deletedAt.get(path) ?? Number.NEGATIVE_INFINITY;
      if (this.options.clock.now() - deletedAt <= replacedWithinMs) this.options.onReplaceFailed?.(path);
      throw error;
    }
  }

  /** Checks that the file may be written and hands it over. */
  private async startWrite(path: string, bytes: Uint8Array, options: MountWriteOptions) {
    // A new, empty file, or one that must not replace another: what came a moment ago counts too.
    const ageMs = bytes.byteLength === 0 || !options.overwrite ? 0 : decisionAgeMs;
    const found = await this.folders.entryForDecision(path, ageMs);
    this.requireWritable(path, found, options);
    if (!options.isAgreed) await this.guard.check(path, found, bytes);
    const old = found && (await this.keep.beforeOverwrite(path, found, bytes));

    const checkedAt = this.options.clock.now();
    let replaced = found;
    const beforeSend = async (): Promise<void> => {
      if (this.options.clock.now() - checkedAt <= decisionAgeMs) return;
      replaced = await this.folders.entryForDecision(path);
      this.requireWritable(path, replaced, options);
      if (!found && replaced) await this.guard.checkAppeared(path, replaced, bytes);
      else if (!options.isAgreed) await this.guard.check(path, replaced, bytes);
    };
    const { signal, priority, canRetry } = options;
    const turn = Symbol(path);
    this.newestWrite.set(path, turn);
    this.guard.sending(path, bytes);
    const written = this.folders.whileChanging([path], () =>
      this.files.write(path, bytes, { signal, priority, beforeSend, canRetry }),
    );
    const confirmed = written.then(async (entry): Promise<FileChange> => {
      if (old && replaced && isSameVersion(old.version, replaced)) await old.keep();
      // A newer write may have taken this one's place: the entry is then of the newer content.
      if (this.newestWrite.get(path) === turn) this.confirmed(path, entry, bytes);
      else this.folders.markStale(path);
      return { type: replaced ? "changed" : "created", path };
    });
    // Whoever asked awaits it; until then a failure is not "unhandled".
    confirmed.catch(() => undefined);
    return { confirmed };
  }

  private requireWritable(path: string, found: FileEntry | undefined, options: MountWriteOptions): void {
    if (found?.type === "directory" || this.pending.has(path)) throw new FileProblem("isDirectory", path);
    if (found?.type === "other") throw new FileProblem("special", path);
    if (found && !options.overwrite) throw new FileProblem("exists", path);
    if (!found && !options.create) throw new FileProblem("notFound", path);
  }

  /** Sends nothing: the folder is real once a file below it was uploaded. */
  async createDirectory(path: string): Promise<FileChange> {
    if (path === "/") throw new FileProblem("exists", path);
    await this.requirePermission("canEdit", path);
    if (!isSafeEntryName(nameOf(path))) throw new FileProblem("badName", path);
    if (await this.folders.lookOrUndefined(path)) throw new FileProblem("exists", path);
    const parent = await this.folders.look(parentOf(path));
    if (parent.type !== "directory") throw new FileProblem("notDirectory", parentOf(path));
    this.pending.add(path, this.options.clock.now());
    return { type: "created", path };
  }

  /** Whether the folder exists only here. */
  isPending(path: string): boolean {
    return this.pending.has(path);
  }

  /** Resolves when the service has confirmed that the file or folder is gone. */
  async delete(path: string, options: { readonly recursive: boolean }): Promise<FileChange> {
    if (path === "/") throw new FileProblem("root", path);
    await this.requirePermission("canDelete", path);
    // A folder that exists only here may have become real in the hands of somebody else.
    const entry = await this.folders.entryForDecision(path, this.pending.has(path) ? 0 : decisionAgeMs);
    if (!entry && !this.pending.has(path)) throw new FileProblem("notFound", path);
    if (!options.recursive && (!entry || entry.type === "directory"))
      await this.folders.requireEmpty(path, Boolean(entry));
    if (entry) {
      await this.keep.beforeDelete(path, entry);
      await this.folders.whileChanging([path], () => this.files.remove([path]));
    }
    this.forget(path);
    this.deletedAt.set(path, this.options.clock.now());
    return { type: "deleted", path };
  }

  /**
   * Deletes files and folders, with all they hold, by one request. Resolves with what is gone and, when some could not
   * be deleted, why: each path is judged by what the service shows of it afterwards.
   */
  async deleteAll(
    paths: readonly string[],
  ): Promise<{ readonly changes: FileChange[]; readonly left: string[]; readonly error?: unknown }> {
    if (paths.includes("/")) throw new FileProblem("root", "/");
    await this.requirePermission("canDelete", paths[0] ?? "/");
    // What lies below another of them goes with it.
    const outermost = paths.filter((path) => !paths.some((other) => other !== path && isWithin(other, path)));
    const real: string[] = [];
    for (const path of new Set(outermost)) {
      const entry = await this.folders.entryForDecision(path);
      if (!entry) continue;
      await this.keep.beforeDelete(path, entry);
      real.push(path);
    }
    let error: unknown;
    try {
      if (real.length > 0) await this.folders.whileChanging(real, () => this.files.remove(real));
    } catch (failure) {
      error = failure;
    }
    const left: string[] = [];
    for (const path of error === undefined ? [] : real) {
      this.folders.markStale(path);
      if (await this.folders.entryForDecision(path)) left.push(path);
    }
    const gone = outermost.filter((path) => !left.includes(path));
    for (const path of gone) this.forget(path);
    const changes = gone.map((path): FileChange => ({ type: "deleted", path }));
    return left.length === 0 ? { changes, left } : { changes, left, error };
  }

  /** Renames or moves; `target` is the app that it goes to, this one unless told. See mountMoves.ts. */
  async rename(from: string, to: string, options: CopyOptions, target: MountedApp = this): Promise<Moved> {
    return await renameFiles({ from, to, source: this.moves, target: target.moves }, options);
  }

  /** Copies a file, or a folder with all it holds, within this app or to another. */
  async copy(from: string, to: string, options: CopyOptions, target: MountedApp = this): Promise<Moved> {
    return await copyFiles({ from, to, source: this.moves, target: target.moves }, options);
  }

  /** Lists folders anew unless that was done in the last `maxAgeMs`; rejects as the first that cannot be listed. */
  async poll(directories: readonly string[], maxAgeMs: number): Promise<void> {
    if (this.access.canSee) await this.folders.poll(directories, maxAgeMs);
  }

  /** Lists some of the folders again that could not be listed; whether that goes well is told by `onFailing`. */
  async retryFailed(most: number): Promise<void> {
    if (this.access.canSee) await this.folders.retryFailed(most);
  }

  /** Folders that were shown within the last `withinMs`, newest first. */
  shownFolders(withinMs: number): string[] {
    return this.folders.shownFolders(withinMs);
  }

  /** The next look at anything asks the service. */
  refresh(): void {
    this.folders.refresh();
  }

  /** Forgets everything that was read: the account signed out or in. */
  clear(): void {
    this.folders.clear();
    this.contents.clear();
    this.guard.clear();
  }

  private get access(): AppAccess {
    return this.options.access?.() ?? fullAccess;
  }

  private get keep() {
    return keepBeforeLoss({
      trash: this.options.trash ?? noTrash,
      read: (path, entry) => this.readWhole(path, entry, { priority: "normal" }),
      known: (path, entry) => this.contents.get(path, entry),
      list: (directory) => this.files.list(directory),
    });
  }

  private requireSight(path: string): void {
    if (!this.access.canSee) throw new FileProblem("notAllowed", path, "canSee");
  }

  private async requirePermission(kind: "canEdit" | "canDelete", path: string): Promise<void> {
    this.requireSight(path);
    await this.options.accessKnown?.();
    if (!this.access[kind]) throw new FileProblem("notAllowed", path, kind);
  }

  private confirmed(path: string, written: FileEntry, bytes: Uint8Array): void {
    this.folders.confirmed(path, written);
    this.contents.put(path, written, bytes);
    this.guard.wrote(path, written, bytes);
    this.deletedAt.delete(path);
  }

  private forget(path: string): void {
    this.folders.forget(path);
    this.contents.delete(path);
    this.guard.forget(path);
  }

  /** One piece of work on a path at a time, in the order in which it was asked for. */
  private async inTurn<T>(path: string, work: () => Promise<T>): Promise<T> {
    const turn = (this.turns.get(path) ?? Promise.resolve()).then(work);
    const settled = turn.then(
      () => undefined,
      () => undefined,
    );
    this.turns.set(path, settled);
    void settled.then(() => {
      if (this.turns.get(path) === settled) this.turns.delete(path);
    });
    return await turn;
  }

  private async open(path: string, entry: FileEntry): Promise<Uint8Array> {
    if (entry.sizeBytes > this.options.maxOpenBytes())
      throw new FileProblem("tooLargeToOpen", path, String(entry.sizeBytes));
    const bytes = await this.read(path, entry);
    this.guard.sawContent(path, entry, bytes);
    return bytes;
  }

  private async read(path: string, entry: FileEntry): Promise<Uint8Array> {
    const known = this.contents.get(path, entry);
    if (known) return known;
    const bytes = await this.files.readBytes(path, entry, { priority: "interactive" });
    if (bytes.byteLength === entry.sizeBytes) this.contents.put(path, entry, bytes);
    return bytes;
  }
}
