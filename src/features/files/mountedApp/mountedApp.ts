// The files of one app as a file system sees them: what is known from listings, what was read, what exists only here.
// Knows nothing of VS Code, so that every promise it makes about people's files is tested in plain Node.
import type { AppFiles } from "../../../appFiles/appFiles";
import type { FileChange } from "../../../appFiles/read/ownChanges";
import { listingMaxAgeMs } from "../../../appFiles/read/pathLookup";
import type { ReadOptions } from "../../../appFiles/read/readParts";
import { FileProblem, mostFileBytes } from "../../../core/errors/fileProblem";
import { isServiceError } from "../../../core/errors/serviceError";
import type { FileEntry } from "../../../core/model/model";
import { parentOf } from "../../../core/paths/appPath";
import type { MountStat } from "./appFolders";
import { MountDeletions } from "./mountDeletions";
import { moveBetween } from "./mountMoves";
import type { CopyOptions, MountOptions, MountWriteOptions, Moved } from "./mountOptions";
import { MountParts } from "./mountParts";
import { MountWrites } from "./mountWrites";

/** A larger file is read only where that is agreed to. */
const largeFileBytes = 20 * 1024 * 1024;

export class MountedApp {
  private readonly parts: MountParts;
  private readonly writes: MountWrites;
  private readonly deletions: MountDeletions;
  private readonly listener: { dispose(): void };

  constructor(
    readonly files: AppFiles,
    options: MountOptions,
  ) {
    this.parts = new MountParts(files, options);
    this.writes = new MountWrites(this.parts);
    this.deletions = new MountDeletions(this.parts);
    this.listener = files.listen({
      onRemoteChange: (changes) => options.onRemoteChange?.(changes),
      onFailing: (error) => options.onFailing?.(error),
      onConfirmed: (path) => this.parts.pending.becameReal(path),
      onDeletionFailed: (left, gone) => {
        options.onRemoteChange?.(left.map(({ path }) => ({ type: "created", path })));
        options.onDeletionFailed?.(left, gone);
      },
    });
  }

  dispose(): void {
    this.listener.dispose();
  }

  async stat(path: string): Promise<MountStat> {
    this.parts.requireSight(path);
    const answered = this.parts.saves.noteStat(path);
    try {
      const stat = await this.parts.folders.stat(path);
      if (stat.type !== "directory") this.parts.authors.toldVersion(path, stat);
      if (stat.type === "file") void this.noteAsked(path);
      return this.parts.access.canEdit || stat.type === "directory" ? stat : { ...stat, isReadOnly: true };
    } catch (error) {
      // VS Code takes any failure for a file that is not there.
      this.parts.authors.toldMissing(path);
      throw error;
    } finally {
      answered();
    }
  }

  /** Reads what VS Code may ask about, which the save after the question needs in any case. */
  private async noteAsked(path: string): Promise<void> {
    const note = this.parts.authors.mayBeAsked(path);
    if (!note) return;
    try {
      const entry = await this.parts.folders.fileEntry(path);
      if (entry.sizeBytes > largeFileBytes) return;
      note((await this.files.readContent(path, entry, { priority: "interactive" })).hash);
    } catch {
      // Nobody knows then what was agreed to: the save asks by itself.
    }
  }

  /** What the service lists in a folder, for callers that go through many: from memory when that is young enough. */
  async list(directory: string, maxAgeMs = listingMaxAgeMs): Promise<readonly FileEntry[]> {
    this.parts.requireSight(directory);
    return await this.parts.folders.list(directory, maxAgeMs);
  }

  /** Names and types of a folder's entries, those that exist only here included. */
  async readDirectory(path: string): Promise<[string, MountStat["type"]][]> {
    this.parts.requireSight(path);
    return await this.parts.folders.readDirectory(path);
  }

  async readFile(path: string): Promise<Uint8Array> {
    this.parts.requireSight(path);
    const askedAt = this.parts.clock.monotonicMs();
    try {
      return await this.open(path, askedAt);
    } catch (error) {
      // Gone, or a folder now: a listing of now says which, and only a listing does.
      if (!isServiceError(error, "notFound", "badInput")) throw error;
      this.files.markStale(parentOf(path));
      return await this.open(path, askedAt);
    }
  }

  /** A file's text for searching in it: what was read already, else the service's own decoding; never a download. */
  async readText(path: string, entry: FileEntry, options: ReadOptions = {}): Promise<string | undefined> {
    this.parts.requireSight(path);
    return await this.files.readText(path, entry, options);
  }

  /** An editor is about to save: its folder's listing must be asked for again. `text` is what its document holds. */
  expectWrite(path: string, text?: () => string | undefined): void {
    this.parts.saves.announce(path, text);
    this.files.markStale(parentOf(path));
  }

  /** A document shows this text and has no changes of its own. */
  documentLoaded(path: string, text: string): void {
    this.parts.authors.loaded(path, text);
  }

  /** A document has other text than a moment ago, whether it has changes of its own or not. */
  documentEdited(path: string): void {
    this.parts.saves.edited(path);
  }

  documentClosed(path: string): void {
    this.parts.authors.closed(path);
  }

  /** Resolves when the service is proved to have the file. */
  writeFile(path: string, bytes: Uint8Array, options: MountWriteOptions): Promise<FileChange> {
    return this.writes.writeFile(path, bytes, options);
  }

  /** Sends nothing: the folder is real once a file below it was uploaded. */
  createDirectory(path: string): Promise<FileChange> {
    return this.writes.createDirectory(path);
  }

  /** Whether the folder exists only here. */
  isPending(path: string): boolean {
    return this.parts.pending.has(path);
  }

  /** Resolves when the service has confirmed that the file or folder is gone. */
  delete(path: string, options: { readonly recursive: boolean }): Promise<FileChange> {
    return this.deletions.delete(path, options);
  }

  /**
   * Deletes files and folders, with all they hold, by one request. Resolves with what is gone and, when some could not
   * be deleted, why: each path is judged by what the service shows of it afterwards.
   */
  deleteAll(paths: readonly string[]): ReturnType<MountDeletions["deleteAll"]> {
    return this.deletions.deleteAll(paths);
  }

  /** Renames or moves; `target` is the app that it goes to, this one unless told. */
  async rename(from: string, to: string, options: CopyOptions, target: MountedApp = this): Promise<Moved> {
    await this.parts.requirePermission("canDelete", from);
    const arrived = await moveBetween(this.parts, from, to, {
      ...options,
      target: target.parts,
      isMove: true,
    });
    this.parts.forget(from);
    return { left: [{ type: "deleted", path: from }], arrived };
  }

  /** Copies a file, or a folder with all it holds, within this app or to another. */
  async copy(from: string, to: string, options: CopyOptions, target: MountedApp = this): Promise<Moved> {
    const going = { ...options, target: target.parts, isMove: false };
    return { left: [], arrived: await moveBetween(this.parts, from, to, going) };
  }

  /** Lists folders again unless that was done in the last `maxAgeMs`; rejects as the first that cannot be listed. */
  async poll(directories: readonly string[], maxAgeMs: number): Promise<void> {
    if (this.parts.access.canSee) await this.parts.folders.poll(directories, maxAgeMs);
  }

  /** Lists some of the folders again that could not be listed; whether that goes well is told by `onFailing`. */
  async retryFailed(most: number): Promise<void> {
    if (this.parts.access.canSee) await this.parts.folders.retryFailed(most);
  }

  /** Folders that were shown within the last `withinMs`, newest first. */
  shownFolders(withinMs: number): string[] {
    return this.parts.folders.shownFolders(withinMs);
  }

  /** The next look at anything asks the service. */
  refresh(): void {
    this.files.refresh();
  }

  /** Forgets everything that was read: the account signed out or in. What editors have loaded is still known. */
  clear(): void {
    this.parts.folders.clear();
    this.files.clear();
  }

  private async open(path: string, askedAt: number): Promise<Uint8Array> {
    const { folders, options } = this.parts;
    let entry = await folders.fileEntry(path);
    const { sizeBytes } = entry;
    if (sizeBytes > largeFileBytes) {
      if (sizeBytes > mostFileBytes || !(await options.mayOpenLarge?.(path, sizeBytes)))
        throw new FileProblem("tooLargeToOpen", path, String(sizeBytes));
      // The answer may have taken a while.
      entry = await folders.fileEntry(path);
    }
    const content = await this.files.readContent(path, entry, { priority: "interactive" });
    this.parts.authors.handedOut(path, content, { version: entry, askedAt });
    return content.bytes;
  }
}
