// The files of one app as a file system, free of VS Code, so that its promises are tested in plain Node.
import type { AppFiles } from "../../../appFiles/appFiles";
import type { FileChange } from "../../../appFiles/read/ownChanges";
import { listingMaxAgeMs } from "../../../appFiles/read/pathLookup";
import type { ReadOptions } from "../../../appFiles/read/readParts";
import { FileProblem, mostFileBytes } from "../../../core/errors/fileProblem";
import { isServiceError } from "../../../core/errors/serviceError";
import type { FileEntry } from "../../../core/model/model";
import { parentOf } from "../../../core/paths/appPath";
import type { MountStat } from "./appFolders";
import type { CopyOptions, MountOptions, MountWriteOptions, Moved } from "./mountOptions";
import { MountParts } from "./mountParts";
import { MountWrites } from "./mountWrites";
import { MountDeletions, moveBetween } from "./moveAndDelete";

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
    const answered = this.parts.saves.noteRequest(path);
    try {
      const stat = await this.parts.folders.stat(path);
      if (stat.type !== "directory") this.parts.authors.statReturned(path, stat);
      if (stat.type === "file") void this.noteAsked(path);
      return this.parts.access.canEdit || stat.type === "directory" ? stat : { ...stat, isReadOnly: true };
    } catch (error) {
      // VS Code takes any failed stat for a missing file.
      this.parts.authors.statFailed(path);
      throw error;
    } finally {
      answered();
    }
  }

  /** Reads the content that VS Code may ask about: the save after the question needs its hash in any case. */
  private async noteAsked(path: string): Promise<void> {
    const note = this.parts.authors.mayBeAsked(path);
    if (!note) return;
    try {
      const entry = await this.parts.folders.fileEntry(path);
      if (entry.sizeBytes > largeFileBytes) return;
      note((await this.files.readContent(path, entry, { priority: "interactive" })).hash);
    } catch {
      // Without the hash, the save asks on its own.
    }
  }

  /** The remote entries of a folder, listed at most `maxAgeMs` ago. */
  async list(directory: string, maxAgeMs = listingMaxAgeMs): Promise<readonly FileEntry[]> {
    this.parts.requireSight(directory);
    return await this.parts.folders.list(directory, maxAgeMs);
  }

  /** Names and types of a folder's entries, pending folders included. */
  async readDirectory(path: string): Promise<[string, MountStat["type"]][]> {
    this.parts.requireSight(path);
    return await this.parts.folders.readDirectory(path);
  }

  async readFile(path: string): Promise<Uint8Array> {
    this.parts.requireSight(path);
    const askedAt = this.parts.clock.monotonicMs();
    const answered = this.parts.saves.noteRequest(path);
    try {
      return await this.open(path, askedAt);
    } catch (error) {
      // The file was deleted, or is a folder now: only a new listing shows which.
      if (!isServiceError(error, "notFound", "badInput")) throw error;
      this.files.markStale(parentOf(path));
      return await this.open(path, askedAt);
    } finally {
      answered();
    }
  }

  /** A file's text for a search: from memory, else as the service decodes it; never a download. */
  async readText(path: string, entry: FileEntry, options: ReadOptions = {}): Promise<string | undefined> {
    this.parts.requireSight(path);
    return await this.files.readText(path, entry, options);
  }

  /** An editor is about to save, so its folder has to be listed again. `text` returns the document's text. */
  expectWrite(path: string, text?: () => string | undefined): void {
    this.parts.saves.announce(path, text);
    this.files.markStale(parentOf(path));
  }

  /** A document shows this text without unsaved changes. */
  documentLoaded(path: string, text: string): void {
    this.parts.authors.loaded(path, text);
  }

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

  /** Sends nothing: the service creates a folder with the first upload into it. */
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
   * Deletes files, and folders with their contents, by one request. Resolves with what is gone and, when paths are
   * left, why: each path is judged by a listing after the request.
   */
  deleteAll(paths: readonly string[]): ReturnType<MountDeletions["deleteAll"]> {
    return this.deletions.deleteAll(paths);
  }

  /** Renames or moves; `target` is the receiving app. */
  async rename(from: string, to: string, options: CopyOptions, target: MountedApp = this): Promise<Moved> {
    const going = { ...options, target: target.parts, isMove: true };
    const arrived = await target.parts.replace(to, () => moveBetween(this.parts, from, to, going));
    this.parts.forget(from);
    return { left: [{ type: "deleted", path: from }], arrived };
  }

  /** Copies a file, or a folder with its contents; `target` is the receiving app. */
  async copy(from: string, to: string, options: CopyOptions, target: MountedApp = this): Promise<Moved> {
    const going = { ...options, target: target.parts, isMove: false };
    const arrived = await target.parts.replace(to, () => moveBetween(this.parts, from, to, going));
    return { left: [], arrived };
  }

  /** Lists folders again, except those listed in the last `maxAgeMs`. Rejects with the first failure. */
  async poll(directories: readonly string[], maxAgeMs: number): Promise<void> {
    if (this.parts.access.canSee) await this.parts.folders.poll(directories, maxAgeMs);
  }

  /** Lists folders again whose last listing failed, at most 8; `onFailing` reports the result. */
  async retryFailed(failed = this.files.listings.failed): Promise<void> {
    if (this.parts.access.canSee) await this.parts.folders.retry(failed.slice(0, 8));
  }

  /** Folders shown in the last `withinMs`, newest first. */
  shownFolders(withinMs: number): string[] {
    return this.parts.folders.shownFolders(withinMs);
  }

  /** Forgets what was read: the account signed in or out. The bases of open documents stay. */
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
      // The file may have changed before the user answered.
      entry = await folders.fileEntry(path);
    }
    const content = await this.files.readContent(path, entry, { priority: "interactive" });
    this.parts.authors.handedOut(path, content, { version: entry, askedAt });
    return content.bytes;
  }
}
