// One app's files as operations that are done when the service has shown that they are: what is read is exact, and a
// write or a deletion resolves only after a listing agrees.
import { nameOf, normalizeAppPath, parentOf } from "../core/appPath";
import type { Clock } from "../core/clock";
import type { FileEntry } from "../core/model";
import { ServiceError } from "../core/serviceError";
import type { Wire } from "../core/wire";
import type { CallOptions } from "./callOptions";
import { confirmRemoved } from "./confirmRemoved";
import { exactBytes, hasReplacedCharacters, mayBeText } from "./exactText";
import { FileWrites, type WriteOptions } from "./fileWrites";
import { ListedFolders } from "./listedFolders";
import type { ServiceClient } from "./serviceClient";

/** Waits between the looks at a listing that may lag behind, in milliseconds. */
const lookAgainAfterMs = [0, 400, 1_200] as const;

/** There should be one of these for an app and account: it knows which write to a path is the newest. */
export class AppFiles {
  private readonly folders = new ListedFolders();
  private readonly writes: FileWrites;

  constructor(
    private readonly client: ServiceClient,
    private readonly appId: string,
    wire: () => Wire,
    private readonly clock: Clock,
  ) {
    this.writes = new FileWrites({
      client,
      appId,
      wire,
      folders: this.folders,
      list: (directory, options) => this.list(directory, options),
      readBytes: (path, entry, options) => this.readBytes(path, entry, options),
      looks: () => this.looks(),
    });
  }

  /** The entries of a folder (interface.md GET files). ServiceError "notFound" when it is not there, "badInput" for a file. */
  async list(directory: string, options: CallOptions = {}): Promise<readonly FileEntry[]> {
    const path = normalizeAppPath(directory);
    const content = await this.client.readPath(this.appId, path, options);
    if (!content.isDirectory) throw new ServiceError("badInput", "a file was listed as if it were a folder");
    this.folders.remember(path, content.entries);
    return content.entries;
  }

  /**
   * The file's bytes, exactly: from `content` where that proves itself, else from a download (interface.md GET
   * download) of the listed size. `entry` is the file as it was last listed. ServiceError "badResponse" when neither
   * is exact, "notFound" when the file is gone.
   */
  async readBytes(path: string, entry: FileEntry, options: CallOptions = {}): Promise<Uint8Array> {
    const file = normalizeAppPath(path);
    let listed = entry;
    if (mayBeText(entry.name, entry.sizeBytes)) {
      const content = await this.client.readPath(this.appId, file, options);
      if (content.isDirectory) throw new ServiceError("badInput", "a folder was read as if it were a file");
      const { text } = content;
      const exact = text === undefined ? undefined : exactBytes(text, listed.sizeBytes);
      if (exact) return exact;
      if (text !== undefined && !hasReplacedCharacters(text)) {
        // It may have grown since it was listed, as a log does.
        listed = await this.findFile(file, options);
        const exactNow = exactBytes(text, listed.sizeBytes);
        if (exactNow) return exactNow;
      }
    }
    return this.download(file, listed, options);
  }

  /** The file as the service decodes it (interface.md GET files), undefined when it sends no text. Not to be saved. */
  async readText(path: string, options: CallOptions = {}): Promise<string | undefined> {
    const content = await this.client.readPath(this.appId, normalizeAppPath(path), options);
    return content.isDirectory ? undefined : content.text;
  }

  /**
   * Stores `bytes` at `path` (interface.md POST upload) and resolves with the entry of the listing that shows them.
   * When a newer write to the path took this one's place, it settles as that one does. An upload whose outcome is
   * unknown is looked for first. ServiceError "wire" when the path parameter has not been seen to work.
   */
  write(path: string, bytes: Uint8Array, options: WriteOptions = {}): Promise<FileEntry> {
    return this.writes.write(normalizeAppPath(path), bytes, options);
  }

  /**
   * Deletes files and folders in one request (interface.md DELETE files) and resolves when each was named as deleted
   * or a fresh listing lacks it. Otherwise rejects with a ServiceError whose text names the first that are still there.
   */
  async remove(paths: readonly string[], options: CallOptions = {}): Promise<void> {
    const wanted = paths.map(normalizeAppPath);
    await confirmRemoved({
      paths: wanted,
      send: () => this.client.deleteFiles(this.appId, wanted, options),
      list: (directory) => this.list(directory, options),
      looks: () => this.looks(options.signal),
    });
  }

  private async download(path: string, entry: FileEntry, options: CallOptions): Promise<Uint8Array> {
    let listed = entry;
    for (let attempt = 1; ; attempt++) {
      const expectedBytes = listed.sizeBytes;
      const bytes = await this.client.downloadFile(this.appId, path, { ...options, expectedBytes });
      if (bytes.length === listed.sizeBytes) return bytes;
      listed = await this.findFile(path, options);
      if (bytes.length === listed.sizeBytes) return bytes;
      if (attempt === 2) {
        throw new ServiceError(
          "badResponse",
          `a download brought ${bytes.length} bytes of a file that is listed with ${listed.sizeBytes}`,
          { serviceText: `${nameOf(path)} could not be read whole; it may be changing right now.` },
        );
      }
    }
  }

  private async findFile(path: string, options: CallOptions): Promise<FileEntry> {
    const entry = (await this.list(parentOf(path), options)).find(({ name }) => name === nameOf(path));
    if (!entry) throw new ServiceError("notFound", "the file is no longer listed");
    return entry;
  }

  /** The moments at which to look at a listing that may lag. */
  private async *looks(signal?: AbortSignal): AsyncGenerator<void> {
    for (const ms of lookAgainAfterMs) {
      if (ms > 0) await this.clock.sleep(ms, signal);
      yield;
    }
  }
}
