// The files of one app as a file system sees them: what is known from listings, what was read, what exists only here.
// Knows nothing of VS Code, so that every promise it makes about people's files is tested in plain Node.
import type { AppFiles } from "../../../appFiles/appFiles";
import { Conflict } from "../../../appFiles/base";
import type { ReadOptions } from "../../../appFiles/changeParts";
import type { OperationLog } from "../../../appFiles/kept/operation";
import type { FileChange } from "../../../appFiles/listingChanges";
import { type CopyDialog, type Move, moveFile, moveTree } from "../../../appFiles/moves";
import { NotStored } from "../../../appFiles/put/proof";
import { requireUploadable } from "../../../appFiles/put/put";
import type { Stored } from "../../../appFiles/put/putJob";
import { lookAgeMs } from "../../../appFiles/read/pathLookup";
import {
  CannotKeep,
  type LeftPath,
  type RemoveOptions,
  type RemoveTarget,
  snapshotOfFile,
} from "../../../appFiles/remove/removal";
import type { Clock } from "../../../core/async/clock";
import { FileProblem } from "../../../core/errors/fileProblem";
import { isServiceError } from "../../../core/errors/serviceError";
import { type AppAccess, fullAccess } from "../../../core/model/appAccess";
import type { FileEntry } from "../../../core/model/model";
import { isSafeEntryName, isWithin, nameOf, parentOf, segmentsOf } from "../../../core/paths/appPath";
import { type ConflictChoice, ConflictQuestions } from "../notices/conflictQuestions";
import { AnnouncedSaves } from "./announcedSaves";
import { AppFolders, decisionAgeMs, type MountStat } from "./appFolders";
import { Authors, type StoredBases, type Writer } from "./authors";
import { PendingFolders } from "./pendingFolders";
import { isRebuiltFolder } from "./rebuiltFolders";

/** Runs an upload as one of the window's transfers: calls `started` when its request starts. */
export type RunUpload = <T>(
  file: { readonly path: string; readonly sizeBytes: number },
  work: (transfer: { readonly signal: AbortSignal; started(): void }) => Promise<T>,
  options: { readonly signal?: AbortSignal | undefined; readonly canRetry?: boolean | undefined },
) => Promise<T>;

export interface MountOptions {
  readonly clock: Clock;
  readonly maxOpenBytes: () => number;
  /** Asks the user what to do about a change that VS Code could not see. */
  readonly askConflict: (path: string) => Promise<ConflictChoice>;
  /** Asks whether files may go that cannot be kept, or not even be shown. */
  readonly askLoss: (path: string, lost: CannotKeep["files"]) => Promise<boolean>;
  readonly copyDialog: CopyDialog;
  readonly pendingFolders?: PendingFolders;
  /** What the user may do, as far as it is known now. */
  readonly access?: () => AppAccess;
  /** Resolves when it is known what the user may do, or that it cannot be known. */
  readonly accessKnown?: () => Promise<unknown>;
  readonly storedBases?: StoredBases;
  /** Whether VS Code is set to save over a change that it sees, instead of asking about it. */
  readonly isSetToOverwrite?: (path: string) => boolean;
  readonly runUpload?: RunUpload;
  /** Begins the log of a copy, a move or a deletion of many. */
  readonly beginOperation: (
    kind: "move" | "copy" | "delete",
    title: {
      readonly from: string;
      readonly to?: string;
      readonly count: number;
      readonly isBetweenApps?: boolean;
    },
  ) => Promise<OperationLog>;
  /** Shows that files are being kept before they are deleted, when that takes a while. */
  readonly withKeepProgress?: <T>(path: string, work: (options: RemoveOptions) => Promise<T>) => Promise<T>;
  /** A listing shows what somebody else did, or what was answered as done was not done. */
  readonly onRemoteChange?: (changes: readonly FileChange[]) => void;
  /** What VS Code deleted to make room was not replaced: the upload in its place failed. */
  readonly onReplaceFailed?: (path: string) => void;
  /** Files that were answered as deleted are still there. */
  readonly onDeletionFailed?: (left: readonly LeftPath[]) => void;
  /** Listings have begun to fail, or (undefined) work again. */
  readonly onFailing?: (error: unknown) => void;
}

export interface MountWriteOptions extends ReadOptions {
  readonly create: boolean;
  readonly overwrite: boolean;
  /** Nobody else keeps the bytes: a failure can be tried again from the list of transfers. */
  readonly canRetry?: boolean | undefined;
}

export interface CopyOptions {
  readonly overwrite: boolean;
}

/** What a copy or move changed in the app it came from, and in the one it went to. */
export interface Moved {
  readonly left: readonly FileChange[];
  readonly arrived: readonly FileChange[];
}

/** One who writes, and the place of the write among all changes that were asked for. */
interface OrderedWriter extends Writer {
  readonly order: number;
}

/** A file that is written or copied this soon after its deletion was to be replaced. */
const replacedWithinMs = 60_000;

export class MountedApp {
  private readonly folders: AppFolders;
  private readonly pending: PendingFolders;
  private readonly saves: AnnouncedSaves;
  private readonly authors: Authors;
  /** VS Code deletes what a dropped file replaces before it writes. */
  private readonly deletedAt = new Map<string, number>();
  private readonly questions: ConflictQuestions;
  private readonly listener: { dispose(): void };

  constructor(
    readonly files: AppFiles,
    private readonly options: MountOptions,
  ) {
    const { clock, storedBases, isSetToOverwrite } = options;
    this.pending = options.pendingFolders ?? new PendingFolders();
    this.folders = new AppFolders({ clock, files, pending: this.pending });
    this.saves = new AnnouncedSaves(clock);
    this.authors = new Authors(clock, this.saves, storedBases, isSetToOverwrite);
    this.questions = new ConflictQuestions(options.askConflict);
    this.listener = files.listen({
      onRemoteChange: (changes) => options.onRemoteChange?.(changes),
      onFailing: (error) => options.onFailing?.(error),
      onConfirmed: (path) => this.pending.becameReal(path),
      onDeletionFailed: (left) => {
        options.onRemoteChange?.(left.map(({ path }) => ({ type: "created", path })));
        options.onDeletionFailed?.(left);
      },
    });
  }

  dispose(): void {
    this.listener.dispose();
  }

  async stat(path: string): Promise<MountStat> {
    this.requireSight(path);
    const answered = this.saves.looks(path);
    try {
      const stat = await this.folders.look(path);
      if (stat.type !== "directory") this.authors.toldVersion(path, stat);
      if (stat.type === "file") void this.noteAsked(path);
      return this.access.canEdit || stat.type === "directory" ? stat : { ...stat, isReadOnly: true };
    } catch (error) {
      // VS Code takes any failure for a file that is not there.
      this.authors.toldMissing(path);
      throw error;
    } finally {
      answered();
    }
  }

  /** Reads what VS Code may ask about, which the save after the question needs in any case. */
  private async noteAsked(path: string): Promise<void> {
    const note = this.authors.mayBeAsked(path);
    if (!note) return;
    try {
      const entry = await this.folders.fileEntry(path);
      if (entry.sizeBytes > this.options.maxOpenBytes()) return;
      note((await this.files.readContent(path, entry, { priority: "interactive" })).hash);
    } catch {
      // Nobody knows then what was agreed to: the save asks by itself.
    }
  }

  /** What the service lists in a folder, for those who go through many: from memory when that is young enough. */
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
    const askedAt = this.options.clock.monotonicMs();
    try {
      return await this.open(path, await this.folders.fileEntry(path), askedAt);
    } catch (error) {
      // Gone, or a folder now: a listing of now says which, and only a listing does.
      if (!isServiceError(error, "notFound", "badInput")) throw error;
      this.files.markStale(parentOf(path));
      return await this.open(path, await this.folders.fileEntry(path), askedAt);
    }
  }

  /** A file's text for searching in it: what was read already, else the service's own decoding; never a download. */
  async readText(path: string, entry: FileEntry, options: ReadOptions = {}): Promise<string | undefined> {
    this.requireSight(path);
    return await this.files.readText(path, entry, options);
  }

  /** An editor is about to save: its folder's listing must be asked for anew. `text` is what its document holds. */
  expectWrite(path: string, text?: () => string | undefined): void {
    this.saves.announce(path, text);
    this.files.markStale(parentOf(path));
  }

  /** A document shows this text and has no changes of its own. */
  documentLoaded(path: string, text: string): void {
    this.authors.loaded(path, text);
  }

  /** A document has other text than a moment ago, whether it has changes of its own or not. */
  documentEdited(path: string): void {
    this.saves.edited(path);
  }

  documentClosed(path: string): void {
    this.authors.closed(path);
  }

  /** Resolves when the service is proved to have the file. */
  async writeFile(path: string, bytes: Uint8Array, options: MountWriteOptions): Promise<FileChange> {
    if (path === "/") throw new FileProblem("root", path);
    // Now, not when the permission is known: a save belongs to the document that has just announced it.
    const writer = { ...this.authors.writer(path, bytes), order: this.files.nextOrder() };
    await this.requirePermission("canEdit", path);
    requireUploadable(path);
    try {
      const stored = await this.write(path, bytes, options, writer);
      this.deletedAt.delete(path);
      return { type: stored.replaced ? "changed" : "created", path };
    } catch (error) {
      if (this.wasJustDeleted(path)) await this.notReplaced(path);
      throw error;
    }
  }

  private wasJustDeleted(path: string): boolean {
    const deletedAt = this.deletedAt.get(path) ?? Number.NEGATIVE_INFINITY;
    return this.options.clock.monotonicMs() - deletedAt <= replacedWithinMs;
  }

  /** A deletion that was taken back for the file has left what was there. */
  private async notReplaced(path: string): Promise<void> {
    const there = await this.folders.entryForDecision(path).catch(() => undefined);
    if (!there) return this.options.onReplaceFailed?.(path);
    this.deletedAt.delete(path);
    this.options.onRemoteChange?.([{ type: "created", path }]);
  }

  /** Asks about each conflict with nothing held up by the question, and then begins again with the answer. */
  private async write(
    path: string,
    bytes: Uint8Array,
    options: MountWriteOptions,
    writer: OrderedWriter,
  ): Promise<Stored> {
    const agreed = new Set<string | undefined>();
    const runUpload: RunUpload =
      this.options.runUpload ??
      ((_file, work, { signal }) =>
        work({ signal: signal ?? new AbortController().signal, started: () => undefined }));
    const work = async (transfer: { readonly signal: AbortSignal; started(): void }): Promise<Stored> => {
      for (;;) {
        try {
          return await this.put(
            path,
            bytes,
            { ...options, signal: transfer.signal },
            {
              writer,
              agreed,
              onSending: () => transfer.started(),
            },
          );
        } catch (error) {
          // The half of its own text is nobody else's change.
          if (error instanceof NotStored && error.found.hash !== undefined && error.found.isPart)
            writer.sent(error.found.hash);
          if (!(error instanceof Conflict)) throw error;
          const found = error.found.hash ?? versionText(error.found.entry);
          if ((await this.questions.ask(path, found)) === "cancel") throw error;
          agreed.add(found);
        }
      }
    };
    const { signal, canRetry } = options;
    return await runUpload({ path, sizeBytes: bytes.byteLength }, work, { signal, canRetry });
  }

  private async put(
    path: string,
    bytes: Uint8Array,
    options: MountWriteOptions,
    {
      writer,
      agreed,
      onSending,
    }: {
      readonly writer: OrderedWriter;
      readonly agreed: ReadonlySet<string | undefined>;
      readonly onSending: () => void;
    },
  ): Promise<Stored> {
    const stored = await this.files.put(path, bytes, {
      author: writer.name,
      order: writer.order,
      priority: options.priority ?? "interactive",
      signal: options.signal,
      require: (found) => {
        this.requireWritable(path, found, options);
        if (writer.isBlind && bytes.byteLength === 0 && (found?.sizeBytes ?? 0) > 0)
          throw new FileProblem("wouldEmpty", path);
      },
      base: {
        kind: "judged",
        accepts: (found, hash) => agreed.has(hash ?? versionText(found)) || writer.accepts(found, hash),
      },
      onWillSend: (hash) => {
        writer.sent(hash);
        onSending();
      },
    });
    writer.stored({ bytes, hash: stored.hash }, stored.entry);
    return stored;
  }

  private requireWritable(path: string, found: FileEntry | undefined, options: MountWriteOptions): void {
    if (found?.type === "directory" || this.pending.has(path)) throw new FileProblem("isDirectory", path);
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
    const order = this.files.nextOrder();
    await this.requirePermission("canDelete", path);
    // A folder that exists only here may have become real in the hands of somebody else.
    const isPending = this.pending.has(path);
    const askedAt = this.options.clock.monotonicMs();
    let entry = await this.folders.entryForDecision(path, isPending ? 0 : decisionAgeMs);
    if (!entry && !isPending) throw new FileProblem("notFound", path);
    const target: RemoveTarget = { path, base: { kind: "any" } };
    // What is meant is what this look has found; what is in a folder it does not tell.
    const isFolder = entry?.type === "directory";
    const asked = isFolder ? undefined : new Map([[path, entry && snapshotOfFile(target, entry, askedAt)]]);
    if (!entry) {
      // What is on its way into it from here goes with it.
      await this.files.changesOver(path);
      entry = await this.folders.entryForDecision(path, 0);
    }
    if (!options.recursive && (!entry || entry.type === "directory"))
      await this.folders.requireEmpty(path, Boolean(entry));
    if (entry) {
      await this.removeWithQuestion(path, (agreed) =>
        this.files.removeSoon(target, { ...agreed, order, asked }),
      );
    }
    this.forget(path);
    this.deletedAt.set(path, this.options.clock.monotonicMs());
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
    const order = this.files.nextOrder();
    await this.requirePermission("canDelete", paths[0] ?? "/");
    const targets = [...new Set(paths)].map((path): RemoveTarget => ({ path, base: { kind: "any" } }));
    const first = paths[0] ?? "/";
    const log = await this.options.beginOperation("delete", { from: first, count: targets.length });
    let outcome: "done" | "failed" = "failed";
    const { gone, left } = await this.removeWithQuestion(first, (agreed) =>
      this.files.remove(targets, { ...agreed, log, order }),
    )
      .then((result) => {
        outcome = result.left.length === 0 ? "done" : "failed";
        return result;
      })
      .finally(() => log.end(outcome));
    for (const path of gone) this.forget(path);
    const changes = gone.map((path): FileChange => ({ type: "deleted", path }));
    const leftPaths = left.map(({ path }) => path);
    return left.length === 0 ? { changes, left: [] } : { changes, left: leftPaths, error: left[0]?.error };
  }

  /** What cannot be kept is named in a question first; then it goes all the same, or nothing does. */
  private async removeWithQuestion<T>(
    path: string,
    remove: (options: RemoveOptions) => Promise<T>,
  ): Promise<T> {
    const isKept = (file: string): boolean => !segmentsOf(parentOf(file)).some(isRebuiltFolder);
    const run =
      this.options.withKeepProgress ??
      (<R>(_path: string, work: (options: RemoveOptions) => Promise<R>) => work({}));
    let agreed: CannotKeep | undefined;
    for (;;) {
      try {
        return await run(path, (options) =>
          remove({ ...options, priority: "interactive", isKept, lossAgreed: agreed }),
        );
      } catch (error) {
        if (!(error instanceof CannotKeep)) throw error;
        if (!(await this.options.askLoss(path, error.files))) throw new FileProblem("declined", path);
        agreed = error.alsoAgreed(agreed);
      }
    }
  }

  /** Renames or moves; `target` is the app that it goes to, this one unless told. */
  async rename(from: string, to: string, options: CopyOptions, target: MountedApp = this): Promise<Moved> {
    await this.requirePermission("canDelete", from);
    const arrived = await this.moveTo(from, to, { ...options, target, isMove: true });
    this.forget(from);
    return { left: [{ type: "deleted", path: from }], arrived };
  }

  /** Copies a file, or a folder with all it holds, within this app or to another. */
  async copy(from: string, to: string, options: CopyOptions, target: MountedApp = this): Promise<Moved> {
    return { left: [], arrived: await this.moveTo(from, to, { ...options, target, isMove: false }) };
  }

  private async moveTo(
    from: string,
    to: string,
    options: CopyOptions & { readonly target: MountedApp; readonly isMove: boolean },
  ): Promise<FileChange[]> {
    const { target, isMove } = options;
    const isBetweenApps = target !== this;
    // VS Code has deleted what the user agreed to replace: what is there now came later.
    const overwrite = options.overwrite && !target.wasJustDeleted(to);
    target.deletedAt.delete(to);
    const { entry, there } = await this.entryToCopy(from, to, { target, overwrite });
    const arrived: FileChange[] = [{ type: "created", path: to }];
    const now = this.options.clock.now();
    // Folders without a file have no way to the service but stay visible here.
    const makeFolders = (folders: readonly string[], copies: readonly string[]): void => {
      for (const folder of [from, ...folders, ...this.pending.within(from)]) {
        const copy = to + folder.slice(from.length);
        if (!copies.some((path) => isWithin(copy, path))) target.pending.add(copy, now);
      }
    };
    if (entry === "pending") {
      makeFolders([], []);
      return arrived;
    }
    const move: Move = {
      source: this.files,
      from,
      target: target.files,
      to,
      isMove,
      replaces: there,
      dialog: this.options.copyDialog,
      begin: (count) =>
        target.options.beginOperation(isMove ? "move" : "copy", { from, to, count, isBetweenApps }),
      beginRemoval: (count) => this.options.beginOperation("move", { from, to, count, isBetweenApps }),
    };
    if (entry.type === "file") {
      await moveFile(move, entry, (hash) => target.authors.wasCopied(to, hash));
      return arrived;
    }
    const { folders, copies } = await moveTree(move);
    makeFolders(folders, copies);
    return arrived;
  }

  /** What is to be copied, once it is clear that it may be. */
  private async entryToCopy(
    from: string,
    to: string,
    { target, overwrite }: CopyOptions & { readonly target: MountedApp },
  ): Promise<{ readonly entry: FileEntry | "pending"; readonly there: MountStat | undefined }> {
    if (from === "/" || to === "/") throw new FileProblem("root", from);
    await target.requirePermission("canEdit", to);
    if (target === this && isWithin(from, to)) throw new FileProblem("intoItself", from, to);
    requireUploadable(to);
    // What is just being saved or copied there belongs to it.
    await this.files.changesOver(from);
    const entry = await this.folders.entryForDecision(from, 0);
    if (!entry && !this.pending.has(from)) throw new FileProblem("notFound", from);
    if (entry?.type === "other") throw new FileProblem("special", from);
    const there = await target.folders.lookOrUndefined(to, 0);
    // A folder is only ever copied to where nothing is: a mixture of two could not be undone.
    if (there && (!overwrite || entry?.type !== "file" || there.type === "directory"))
      throw new FileProblem("exists", to);
    return { entry: entry ?? "pending", there };
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
    this.files.refresh();
  }

  /** Forgets everything that was read: the account signed out or in. What editors have loaded is still known. */
  clear(): void {
    this.folders.clear();
    this.files.clear();
  }

  private get access(): AppAccess {
    return this.options.access?.() ?? fullAccess;
  }

  private requireSight(path: string): void {
    if (!this.access.canSee) throw new FileProblem("notAllowed", path, "canSee");
  }

  private async requirePermission(kind: "canEdit" | "canDelete", path: string): Promise<void> {
    this.requireSight(path);
    await this.options.accessKnown?.();
    if (!this.access[kind]) throw new FileProblem("notAllowed", path, kind);
  }

  private forget(path: string): void {
    this.folders.forget(path);
    this.authors.removed(path);
  }

  private async open(path: string, entry: FileEntry, askedAt: number): Promise<Uint8Array> {
    if (entry.sizeBytes > this.options.maxOpenBytes())
      throw new FileProblem("tooLargeToOpen", path, String(entry.sizeBytes));
    const content = await this.files.readContent(path, entry, { priority: "interactive" });
    this.authors.handedOut(path, content, { version: entry, askedAt });
    return content.bytes;
  }
}

/** Names what is there by its version, when its content is too large to be read. */
function versionText(entry: FileEntry | undefined): string | undefined {
  return entry && `${entry.sizeBytes} ${entry.modifiedAt}`;
}
