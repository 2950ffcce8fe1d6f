// The files of one app as a file system sees them: what is known from listings, what was read, what exists only here.
// Knows nothing of VS Code, so that every promise it makes about people's files is tested in plain Node.
import { type AppAccess, fullAccess } from "../../core/appAccess";
import {
  ancestorsOf,
  isSafeEntryName,
  isWithin,
  nameOf,
  parentOf,
  uploadNameProblem,
} from "../../core/appPath";
import type { Clock } from "../../core/clock";
import { ContentCache, isSameVersion } from "../../core/contentCache";
import { FileProblem, isFileProblem } from "../../core/fileProblem";
import { type Listing, ListingCache } from "../../core/listingCache";
import { type FileChange, listingChanges } from "../../core/listingChanges";
import type { FileEntry } from "../../core/model";
import { PendingFolders } from "../../core/pendingFolders";
import { isServiceError } from "../../core/serviceError";
import { type TreeEntry, walkTree } from "../../core/walkTree";
import { keepBeforeLoss, noTrash, type Trash } from "./keepBeforeLoss";
import { type ConflictChoice, SaveGuard } from "./saveGuard";
import { copyTree, requireSameBytes, type TreeCopyDialog } from "./treeCopy";

/** Who waits for an answer. */
export interface ReadOptions {
  readonly signal?: AbortSignal | undefined;
  /** "interactive" unless told: a person waits for it. */
  readonly priority?: "interactive" | "normal" | "background" | undefined;
}

export interface RemoteWriteOptions extends ReadOptions {
  /** A last check when the upload's turn has come; when it rejects, nothing is sent. */
  readonly beforeSend?: () => Promise<void>;
  readonly canRetry?: boolean | undefined;
}

/** What a mount needs of the service; api/appFiles.ts is the real one. */
export interface RemoteFiles {
  list(directory: string): Promise<readonly FileEntry[]>;
  readBytes(path: string, entry: FileEntry, options?: ReadOptions): Promise<Uint8Array>;
  /** The file as the service decodes it, which may not be exact; undefined when it is no text. Never a download. */
  readText(path: string, options?: ReadOptions): Promise<string | undefined>;
  write(path: string, bytes: Uint8Array, options: RemoteWriteOptions): Promise<FileEntry>;
  remove(paths: readonly string[], options?: { readonly signal?: AbortSignal | undefined }): Promise<void>;
}

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

export interface CopyOptions {
  readonly overwrite: boolean;
}

/** What a copy or move changed in the app it came from, and in the one it went to. */
export interface Moved {
  readonly left: readonly FileChange[];
  readonly arrived: readonly FileChange[];
}

export interface MountWriteOptions extends ReadOptions {
  readonly create: boolean;
  readonly overwrite: boolean;
  /** The user has agreed to replace this very file, even by an empty one. */
  readonly isAgreed?: boolean | undefined;
  /** Nobody else keeps the bytes: a failure can be tried again from the list of transfers. */
  readonly canRetry?: boolean | undefined;
}

/** An entry as VS Code's stat wants it; times are the service's own. */
export interface MountStat {
  readonly type: "file" | "directory" | "other";
  readonly sizeBytes: number;
  readonly createdAt: number;
  readonly modifiedAt: number;
  /** The user may not change it. */
  readonly isReadOnly?: boolean;
}

/** How old a listing may be for a look, and for a decision to write. */
const lookAgeMs = 10_000;
const decisionAgeMs = 2_000;
/** A file that is written this soon after its deletion was to be replaced. */
const replacedWithinMs = 60_000;
const contentCacheBytes = 32 * 1024 * 1024;
/** Larger files that are read in bulk would push out what editors have open. */
const largestBulkCachedBytes = 1024 * 1024;
/** The service has no times for the app's own folder and VS Code wants them positive. */
const rootStat: MountStat = { type: "directory", sizeBytes: 0, createdAt: 1, modifiedAt: 1 };

export class MountedApp {
  private readonly listings: ListingCache;
  private readonly contents = new ContentCache(contentCacheBytes);
  private readonly pending: PendingFolders;
  private readonly guard: SaveGuard;
  /** Paths that are being changed from here: what listings show of them meanwhile is not somebody else's doing. */
  private readonly changing = new Map<string, number>();
  /** VS Code deletes what a dropped file replaces before it writes. */
  private readonly deletedAt = new Map<string, number>();
  private readonly newestWrite = new Map<string, symbol>();
  private readonly turns = new Map<string, Promise<void>>();
  private readonly listedAt = new Map<string, number>();

  constructor(
    private readonly files: RemoteFiles,
    private readonly options: MountOptions,
  ) {
    this.listings = new ListingCache((directory) => files.list(directory), options.clock, {
      onReplaced: (directory, before, after) => this.announce(directory, before, after),
      onFailing: (error) => options.onFailing?.(error),
    });
    this.pending = options.pendingFolders ?? new PendingFolders();
    this.guard = new SaveGuard(options.clock, {
      read: (path, entry) => this.read(path, entry),
      ask: (path) => options.askConflict(path),
    });
  }

  async stat(path: string): Promise<MountStat> {
    this.requireSight(path);
    const stat = await this.look(path, lookAgeMs);
    if (stat.type !== "directory") this.guard.handedOut(path, stat);
    return this.access.canEdit || stat.type === "directory" ? stat : { ...stat, isReadOnly: true };
  }

  /** What the service lists in a folder, for those who go through many: from the cache when that is young enough. */
  async list(directory: string, maxAgeMs = lookAgeMs): Promise<readonly FileEntry[]> {
    this.requireSight(directory);
    return [...(await this.listings.get(directory, maxAgeMs)).entries.values()];
  }

  /** Names and types of a folder's entries, those that exist only here included. */
  async readDirectory(path: string): Promise<[string, MountStat["type"]][]> {
    this.requireSight(path);
    this.listedAt.set(path, this.options.clock.now());
    const stat = await this.look(path, lookAgeMs);
    if (stat.type !== "directory") throw new FileProblem("notDirectory", path);
    const entries = new Map<string, MountStat["type"]>();
    for (const name of this.pending.namesIn(path)) entries.set(name, "directory");
    const listing = this.pending.has(path) ? undefined : await this.listForShow(path);
    for (const entry of listing?.entries.values() ?? []) entries.set(entry.name, entry.type);
    return [...entries];
  }

  async readFile(path: string): Promise<Uint8Array> {
    this.requireSight(path);
    try {
      return await this.open(path, await this.fileEntry(path));
    } catch (error) {
      // Gone, or a folder now: a listing of now says which, and only a listing does.
      if (!isServiceError(error, "notFound", "badInput")) throw error;
      this.listings.markStale(parentOf(path));
      return await this.open(path, await this.fileEntry(path));
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
    this.listings.markStale(parentOf(path));
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
    const found = await this.entryForDecision(path, ageMs);
    this.requireWritable(path, found, options);
    if (!options.isAgreed) await this.guard.check(path, found, bytes);
    const old = found && (await this.keep.beforeOverwrite(path, found, bytes));

    const checkedAt = this.options.clock.now();
    let replaced = found;
    const beforeSend = async (): Promise<void> => {
      if (this.options.clock.now() - checkedAt <= decisionAgeMs) return;
      replaced = await this.entryForDecision(path);
      this.requireWritable(path, replaced, options);
      if (!found && replaced) await this.guard.checkAppeared(path, replaced, bytes);
      else if (!options.isAgreed) await this.guard.check(path, replaced, bytes);
    };
    const { signal, priority, canRetry } = options;
    const turn = Symbol(path);
    this.newestWrite.set(path, turn);
    this.guard.sending(path, bytes);
    const written = this.whileChanging([path], () =>
      this.files.write(path, bytes, { signal, priority, beforeSend, canRetry }),
    );
    const confirmed = written.then(async (entry): Promise<FileChange> => {
      if (old && replaced && isSameVersion(old.version, replaced)) await old.keep();
      // A newer write may have taken this one's place: the entry is then of the newer content.
      if (this.newestWrite.get(path) === turn) this.confirmed(path, entry, bytes);
      else this.listings.markStale(parentOf(path));
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
    if (await this.lookOrUndefined(path, lookAgeMs)) throw new FileProblem("exists", path);
    const parent = await this.look(parentOf(path), lookAgeMs);
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
    const entry = await this.entryForDecision(path, this.pending.has(path) ? 0 : decisionAgeMs);
    if (!entry && !this.pending.has(path)) throw new FileProblem("notFound", path);
    if (!options.recursive && (!entry || entry.type === "directory"))
      await this.requireEmpty(path, Boolean(entry));
    if (entry) {
      await this.keep.beforeDelete(path, entry);
      await this.whileChanging([path], () => this.files.remove([path]));
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
      const entry = await this.entryForDecision(path);
      if (!entry) continue;
      await this.keep.beforeDelete(path, entry);
      real.push(path);
    }
    let error: unknown;
    try {
      if (real.length > 0) await this.whileChanging(real, () => this.files.remove(real));
    } catch (failure) {
      error = failure;
    }
    const left: string[] = [];
    for (const path of error === undefined ? [] : real) {
      this.listings.markStale(parentOf(path));
      if (await this.entryForDecision(path)) left.push(path);
    }
    const gone = outermost.filter((path) => !left.includes(path));
    for (const path of gone) this.forget(path);
    const changes = gone.map((path): FileChange => ({ type: "deleted", path }));
    return left.length === 0 ? { changes, left } : { changes, left, error };
  }

  /**
   * Copies, proves the copy, then deletes the original: at every moment one whole copy exists on the service.
   * `target` is the app that it moves to, this one unless told.
   */
  async rename(from: string, to: string, options: CopyOptions, target: MountedApp = this): Promise<Moved> {
    await this.requirePermission("canDelete", from);
    const source = await this.sourceOf(from, to, options, target);
    const left: FileChange[] = [{ type: "deleted", path: from }];
    if (source === "pending") {
      for (const folder of this.pending.within(from))
        target.pending.add(to + folder.slice(from.length), this.options.clock.now());
      this.pending.remove(from);
      return { left, arrived: [{ type: "created", path: to }] };
    }
    const arrived = await this.duplicate(from, to, source, { ...options, isMove: true }, target);
    try {
      await this.whileChanging([from], () => this.files.remove([from]));
    } catch (error) {
      this.listings.markStale(parentOf(from));
      throw new FileProblem("originalLeft", from, to, { cause: error });
    }
    this.forget(from);
    return { left, arrived };
  }

  /** Copies a file, or a folder with all it holds, within this app or to another. */
  async copy(from: string, to: string, options: CopyOptions, target: MountedApp = this): Promise<Moved> {
    const source = await this.sourceOf(from, to, options, target);
    const arrived =
      source === "pending"
        ? [await target.createDirectory(to)]
        : await this.duplicate(from, to, source, { ...options, isMove: false }, target);
    return { left: [], arrived };
  }

  /** Lists folders anew unless that was done in the last `maxAgeMs`; rejects as the first that cannot be listed. */
  async poll(directories: readonly string[], maxAgeMs: number): Promise<void> {
    if (!this.access.canSee) return;
    for (const directory of directories) {
      if (this.pending.has(directory)) continue;
      try {
        await this.listings.get(directory, maxAgeMs);
      } catch (error) {
        // The folder may be gone: its parent says so, and only its parent.
        if (directory === "/" || !isServiceError(error, "notFound", "badInput")) throw error;
        await this.listings.get(parentOf(directory), maxAgeMs);
      }
    }
  }

  /** Folders that were shown within the last `withinMs`, newest first. */
  shownFolders(withinMs: number): string[] {
    const oldest = this.options.clock.now() - withinMs;
    return [...this.listedAt]
      .filter(([, at]) => at >= oldest)
      .sort(([, a], [, b]) => b - a)
      .map(([directory]) => directory);
  }

  /** The next look at anything asks the service. */
  refresh(): void {
    this.listings.markAllStale();
  }

  /** Forgets everything that was read: the account signed out or in. */
  clear(): void {
    this.listings.clear();
    this.contents.clear();
    this.guard.clear();
    this.listedAt.clear();
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

  /** What is to be copied, once it is clear that it may be. */
  private async sourceOf(
    from: string,
    to: string,
    { overwrite }: CopyOptions,
    target: MountedApp,
  ): Promise<FileEntry | "pending"> {
    if (from === "/" || to === "/") throw new FileProblem("root", from);
    await target.requirePermission("canEdit", to);
    if (target === this && isWithin(from, to)) throw new FileProblem("intoItself", from, to);
    const problem = uploadNameProblem(nameOf(to));
    if (problem) throw new FileProblem("badName", to, problem);
    const source = await this.entryForDecision(from, 0);
    if (!source && !this.pending.has(from)) throw new FileProblem("notFound", from);
    if (source?.type === "other") throw new FileProblem("special", from);
    const there = await target.lookOrUndefined(to, 0);
    // A folder is only ever copied to where nothing is: a mixture of two could not be undone.
    if (there && (!overwrite || source?.type !== "file" || there.type === "directory"))
      throw new FileProblem("exists", to);
    return source ?? "pending";
  }

  private async duplicate(
    from: string,
    to: string,
    source: FileEntry,
    options: CopyOptions & { readonly isMove: boolean },
    target: MountedApp,
  ): Promise<FileChange[]> {
    if (source.type === "directory") return await this.duplicateTree(from, to, options.isMove, target);
    const bytes = await this.readWhole(from, source, { priority: "interactive" });
    const change = await target.writeFile(to, bytes, { create: true, overwrite: options.overwrite });
    // Nobody has opened the copy: an empty file must not take its place by mistake.
    target.guard.forget(to);
    const stored = target.listings.peek(parentOf(to))?.entries.get(nameOf(to));
    if (stored) await requireSameBytes(target.files, to, stored, bytes);
    if (options.isMove) {
      const now = await this.entryForDecision(from, 0);
      if (!now || !isSameVersion(now, source)) throw new FileProblem("changedWhileCopied", from);
    }
    return [change];
  }

  private async duplicateTree(
    from: string,
    to: string,
    isMove: boolean,
    target: MountedApp,
  ): Promise<FileChange[]> {
    const folders = (await this.walkFresh(from)).filter(({ entry }) => entry.type === "directory");
    const needs = {
      files: target.files,
      dialog: this.options.treeCopyDialog,
      walk: (root: string) => this.walkFresh(root),
      read: (path: string, entry: FileEntry) => this.readWhole(path, entry, { priority: "normal" }),
    };
    const copies = await target.whileChanging([to], () => copyTree(needs, from, to, isMove));
    const now = this.options.clock.now();
    // Folders without a file have no way to the service but stay visible here.
    for (const folder of [from, ...folders.map(({ path }) => path), ...this.pending.within(from)]) {
      const copy = to + folder.slice(from.length);
      if (!copies.some(({ path }) => isWithin(copy, path))) target.pending.add(copy, now);
    }
    for (const { path } of copies) target.pending.becameReal(path);
    target.listings.markStale(parentOf(to));
    return [{ type: "created", path: to }];
  }

  private async walkFresh(root: string): Promise<TreeEntry[]> {
    return await walkTree(root, { list: (directory) => this.files.list(directory) });
  }

  private confirmed(path: string, written: FileEntry, bytes: Uint8Array): void {
    this.listings.putEntry(parentOf(path), written);
    this.contents.put(path, written, bytes);
    this.guard.wrote(path, written, bytes);
    this.pending.becameReal(path);
    this.deletedAt.delete(path);
    for (const folder of ancestorsOf(path)) this.refreshIfUnlisted(folder);
  }

  private forget(path: string): void {
    this.listings.deleteEntry(parentOf(path), nameOf(path));
    this.pending.remove(path);
    this.contents.delete(path);
    this.guard.forget(path);
    this.listedAt.delete(path);
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

  private async whileChanging<T>(paths: readonly string[], work: () => Promise<T>): Promise<T> {
    for (const path of paths) this.changing.set(path, (this.changing.get(path) ?? 0) + 1);
    try {
      return await work();
    } finally {
      for (const path of paths) {
        const left = (this.changing.get(path) ?? 1) - 1;
        if (left > 0) this.changing.set(path, left);
        else this.changing.delete(path);
      }
    }
  }

  /** A newer listing took an older one's place: tells what is not our own doing. */
  private announce(directory: string, before: Listing, after: Listing): void {
    for (const [name, { type }] of after.entries)
      if (type === "directory") this.pending.becameReal(`${directory === "/" ? "" : directory}/${name}/-`);
    const ours = [...this.changing.keys()];
    const changes = listingChanges(directory, before, after).filter(
      ({ path }) => !ours.some((own) => isWithin(own, path) || isWithin(path, own)),
    );
    for (const { type, path } of changes) if (type === "deleted") this.contents.delete(path);
    if (changes.length > 0) this.options.onRemoteChange?.(changes);
  }

  private async look(path: string, maxAgeMs: number): Promise<MountStat> {
    if (path === "/") {
      await this.listForShow("/", maxAgeMs);
      return rootStat;
    }
    const pendingSince = this.pending.createdAtOf(path);
    const entry = await this.findForShow(path, maxAgeMs);
    if (!entry) {
      if (pendingSince === undefined) throw new FileProblem("notFound", path);
      return { type: "directory", sizeBytes: 0, createdAt: pendingSince, modifiedAt: pendingSince };
    }
    // A folder that cannot be listed must not look like an empty one.
    if (entry.type === "directory") await this.listForShow(path, maxAgeMs);
    return entry;
  }

  private async lookOrUndefined(path: string, maxAgeMs: number): Promise<MountStat | undefined> {
    try {
      return await this.look(path, maxAgeMs);
    } catch (error) {
      if (isFileProblem(error, "notFound")) return undefined;
      throw error;
    }
  }

  /** While the service cannot be asked, what it said last is shown on. */
  private async listForShow(directory: string, maxAgeMs = lookAgeMs): Promise<Listing> {
    return await this.listings.getForShow(directory, maxAgeMs, (error) =>
      isServiceError(error, "network", "timeout", "server", "rateLimited", "badResponse", "certificate"),
    );
  }

  /** Walks from the app's folder down, so that a name missing high up costs no request below it. */
  private async findEntry(
    path: string,
    list: (directory: string) => Promise<Listing>,
    hasFolder: (folder: string) => Promise<boolean>,
  ): Promise<FileEntry | undefined> {
    for (const folder of ancestorsOf(path)) if (!(await hasFolder(folder))) return undefined;
    const directory = parentOf(path);
    try {
      return (await list(directory)).entries.get(nameOf(path));
    } catch (error) {
      // A folder that vanished since its parent was listed holds nothing.
      if (directory !== "/" && isServiceError(error, "notFound")) return undefined;
      throw error;
    }
  }

  private async findForShow(path: string, maxAgeMs = lookAgeMs): Promise<FileEntry | undefined> {
    const list = (directory: string) => this.listForShow(directory, maxAgeMs);
    return await this.findEntry(path, list, async (folder) =>
      isFolderIn(await list(parentOf(folder)), folder),
    );
  }

  /** What the service shows now, for a decision that writes: never from memory, never after a failure. */
  private async entryForDecision(path: string, ageMs = decisionAgeMs): Promise<FileEntry | undefined> {
    try {
      const list = (directory: string) => this.listings.get(directory, ageMs);
      return await this.findEntry(
        path,
        list,
        // That a folder is there may be known for a while; that it is not must be known of now.
        async (folder) =>
          isFolderIn(await this.listings.get(parentOf(folder), lookAgeMs), folder) ||
          isFolderIn(await this.listings.get(parentOf(folder), 0), folder),
      );
    } catch (error) {
      if (isServiceError(error, "unauthorized", "forbidden", "wire")) throw error;
      throw new FileProblem("unchecked", path, undefined, { cause: error });
    }
  }

  private async fileEntry(path: string): Promise<FileEntry> {
    if (path === "/" || this.pending.has(path)) throw new FileProblem("isDirectory", path);
    const entry = await this.findForShow(path);
    if (!entry) throw new FileProblem("notFound", path);
    if (entry.type === "directory") throw new FileProblem("isDirectory", path);
    if (entry.type === "other") throw new FileProblem("special", path);
    return entry;
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

  private async requireEmpty(path: string, isReal: boolean): Promise<void> {
    const names = this.pending.namesIn(path);
    if (isReal) names.push(...(await this.listings.get(path, 0)).entries.keys());
    if (names.length > 0) throw new FileProblem("notEmpty", path);
  }

  private refreshIfUnlisted(folder: string): void {
    const parent = this.listings.peek(parentOf(folder));
    if (parent && !parent.entries.has(nameOf(folder))) this.listings.markStale(parentOf(folder));
  }
}

function isFolderIn(listing: Listing, folder: string): boolean {
  return listing.entries.get(nameOf(folder))?.type === "directory";
}
