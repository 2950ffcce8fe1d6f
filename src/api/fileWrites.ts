// Writes files and does not believe it until a listing shows them: confirms, looks after an upload without an
// answer, and never lets an older content win over a newer one.
import { nameOf, parentOf } from "../core/appPath";
import type { FileEntry } from "../core/model";
import { isServiceError, ServiceError } from "../core/serviceError";
import type { Wire } from "../core/wire";
import { abortable } from "./abortable";
import type { CallOptions } from "./callOptions";
import type { ListedFolders } from "./listedFolders";
import { requirePathParameter } from "./pathProof";
import type { ServiceClient } from "./serviceClient";
import type { UploadStart } from "./uploadQueue";

export interface WriteOptions extends CallOptions {
  /** A last check right before the upload starts; when it rejects, nothing is sent and the write rejects so. */
  readonly beforeSend?: (() => Promise<void>) | undefined;
  /** Told each time an upload that carries this content or a newer one is started. */
  readonly onDidStart?: (() => void) | undefined;
  /** Told when the upload was answered, before a listing shows the file. */
  readonly onDidAnswer?: (() => void) | undefined;
  /** The first look that is to show the file: many writes to one folder may share one. A listing of their own else. */
  readonly look?: (() => Promise<readonly FileEntry[]>) | undefined;
}

/** What follows an upload, for all whose write it carried. */
interface Confirmation {
  stored: Promise<FileEntry>;
  /** How many still wait for it. */
  callers: number;
}

/** The write to a path that was asked for last, and the upload that carries it once that has started. */
interface NewestWrite {
  stored: Promise<FileEntry>;
  start?: UploadStart;
}

/** What writing needs of the app's other operations. */
export interface FileWritesNeeds {
  readonly client: ServiceClient;
  readonly appId: string;
  readonly wire: () => Wire;
  readonly folders: ListedFolders;
  readonly list: (directory: string, options?: CallOptions) => Promise<readonly FileEntry[]>;
  readonly readBytes: (path: string, entry: FileEntry, options: CallOptions) => Promise<Uint8Array>;
  /** The moments at which to look at a listing that may lag. */
  readonly looks: () => AsyncGenerator<void>;
}

export class FileWrites {
  private readonly newestWrites = new Map<string, NewestWrite>();
  private readonly preparations = new Map<string, Promise<void>>();
  private readonly asking = new Map<string, Promise<void>>();
  private readonly confirmations = new WeakMap<UploadStart, Confirmation>();

  constructor(private readonly app: FileWritesNeeds) {}

  /** `AppFiles.write`, for a path in normal form. */
  write(path: string, bytes: Uint8Array, options: WriteOptions): Promise<FileEntry> {
    // Now, not when it is prepared: what was written first goes first.
    const turn = this.app.client.uploads.takeTurn();
    const stored = this.writeOnce(path, bytes, { ...options, turn }, (start) => {
      write.start = start;
    });
    const write: NewestWrite = { stored };
    this.newestWrites.set(path, write);
    // The outcome is kept for older writes that still look; the content, which may be large, is not.
    const forgetContent = (): void => {
      delete write.start;
    };
    stored.then(forgetContent, forgetContent);
    return stored;
  }

  private async writeOnce(
    path: string,
    bytes: Uint8Array,
    options: WriteOptions & { readonly turn: number },
    noteStart: (start: UploadStart) => void,
  ): Promise<FileEntry> {
    if (this.app.wire().archiveUploads === "extracted" && path.toLowerCase().endsWith(".zip")) {
      throw new ServiceError(
        "badInput",
        "the service unpacks zip files, so that one cannot be stored as a file",
      );
    }
    await this.prepare(path, options);
    let start: UploadStart | undefined;
    let before: FileEntry | undefined;
    const onDidStart = (started: UploadStart): void => {
      start = started;
      noteStart(started);
      options.onDidStart?.();
      before = this.app.folders.find(path);
    };
    let failure: ServiceError | undefined;
    try {
      await this.app.client.uploadFile(this.app.appId, path, bytes, { ...options, onDidStart });
    } catch (error) {
      if (!isServiceError(error) || !error.outcomeUnknown || !start) throw error;
      failure = error;
    }
    if (!failure) options.onDidAnswer?.();
    if (!start) throw new ServiceError("badResponse", "an upload was answered that was not started");
    const confirmation =
      this.confirmations.get(start) ?? this.confirmation(path, start, before, failure, options.look);
    this.confirmations.set(start, confirmation);
    confirmation.callers++;
    try {
      return await abortable(confirmation.stored, options.signal);
    } finally {
      confirmation.callers--;
    }
  }

  /** Those who share an upload share what follows too, so it does not end when one of them aborts. */
  private confirmation(
    path: string,
    start: UploadStart,
    before: FileEntry | undefined,
    failure: ServiceError | undefined,
    look: WriteOptions["look"],
  ): Confirmation {
    const isWanted = (): boolean => (this.confirmations.get(start)?.callers ?? 0) > 0;
    const stored = failure
      ? this.lookForUpload(path, start, before, failure, isWanted)
      : this.confirmStored(path, start, look);
    return { stored, callers: 0 };
  }

  /** What must be known before an upload. Writes to one path leave here in the order in which they came. */
  private async prepare(path: string, options: CallOptions): Promise<void> {
    const earlier = this.preparations.get(path);
    const ready = (async () => {
      // Whether the earlier write could be prepared is its own matter.
      await earlier?.catch(() => undefined);
      await this.once("path parameter", () =>
        requirePathParameter(this.app.client, this.app.appId, path, { priority: options.priority }),
      );
      const parent = parentOf(path);
      if (this.app.folders.knows(parent)) return;
      await this.once(parent, () => this.rememberParent(path, { priority: options.priority }));
    })();
    this.preparations.set(path, ready);
    try {
      await abortable(ready, options.signal);
    } finally {
      if (this.preparations.get(path) === ready) this.preparations.delete(path);
    }
  }

  /** Many writes at once need the same answers: one request brings each, and it does not end with one of them. */
  private async once(what: string, ask: () => Promise<void>): Promise<void> {
    let asking = this.asking.get(what);
    if (!asking) {
      asking = ask().finally(() => this.asking.delete(what));
      this.asking.set(what, asking);
    }
    await asking;
  }

  private async confirmStored(
    path: string,
    start: UploadStart,
    look?: WriteOptions["look"],
  ): Promise<FileEntry> {
    const sizeBytes = start.bytes.length;
    let listed: FileEntry | undefined;
    let firstLook = look;
    for await (const _ of this.app.looks()) {
      const entries = await (firstLook?.() ?? this.app.list(parentOf(path)));
      firstLook = undefined;
      listed = entries.find(({ name }) => name === nameOf(path));
      if (listed?.type === "file" && listed.sizeBytes === sizeBytes) return listed;
    }
    const newer = this.newerWrite(path, start);
    // The listing may already show the newer write, which then speaks for this one too.
    if (newer) return newer.stored;
    const shows = listed ? `lists it with ${listed.sizeBytes} bytes` : "does not list it";
    throw new ServiceError(
      "badResponse",
      `an upload of ${sizeBytes} bytes was accepted, but its folder ${shows}`,
      {
        serviceText: `${nameOf(path)}: ${sizeBytes} bytes were sent and accepted, but the folder ${shows}. Your copy is unchanged; save it again.`,
      },
    );
  }

  /** After an upload that may or may not have arrived: it has, or it has not and is sent once more, or that is said. */
  private async lookForUpload(
    path: string,
    start: UploadStart,
    before: FileEntry | undefined,
    failure: ServiceError,
    isWanted: () => boolean,
  ): Promise<FileEntry> {
    const now = await this.findStored(path, start.bytes, failure);
    if (now.isOurs) return now.entry;
    // Sending the older content again would undo the newer write.
    const newer = this.newerWrite(path, start);
    if (newer) return newer.stored;
    if (!start.isNewest()) throw failure;
    if (now.entry && !isSameVersion(now.entry, before)) throw changedMeanwhile(path, now.entry, failure);
    if (!isWanted()) throw failure;
    let again: UploadStart | undefined;
    try {
      const onDidStart = (started: UploadStart): void => {
        again = started;
        const newest = this.newestWrites.get(path);
        if (newest?.start === start) newest.start = started;
      };
      await this.app.client.uploadFile(this.app.appId, path, start.bytes, { onDidStart });
    } catch (error) {
      if (!isServiceError(error) || !error.outcomeUnknown || !again) throw error;
      const last = await this.findStored(path, again.bytes, error);
      if (last.isOurs) return last.entry;
      throw error;
    }
    return this.confirmStored(path, again ?? start);
  }

  /** A write to `path` that was asked for after the one that `start` carries. */
  private newerWrite(path: string, start: UploadStart): NewestWrite | undefined {
    const newest = this.newestWrites.get(path);
    return newest && newest.start !== start && !start.isNewest() ? newest : undefined;
  }

  /** The file at `path` as it is listed now, and whether it holds exactly `bytes`. Rejects with `failure` when it cannot look. */
  private async findStored(
    path: string,
    bytes: Uint8Array,
    failure: ServiceError,
  ): Promise<{ isOurs: true; entry: FileEntry } | { isOurs: false; entry: FileEntry | undefined }> {
    try {
      const entry = (await this.listOrEmpty(parentOf(path), {})).find(({ name }) => name === nameOf(path));
      if (entry?.type !== "file" || entry.sizeBytes !== bytes.length) return { isOurs: false, entry };
      const stored = await this.app.readBytes(path, entry, { priority: "interactive" });
      return {
        isOurs: stored.length === bytes.length && stored.every((byte, index) => byte === bytes[index]),
        entry,
      };
    } catch (error) {
      // The upload's failure says more than the look's, and that its outcome is unknown.
      throw isServiceError(error, "unauthorized") ? error : failure;
    }
  }

  /** What is there before an upload is what tells later whether an upload without an answer has changed it. */
  private async rememberParent(path: string, options: CallOptions): Promise<void> {
    this.app.folders.remember(parentOf(path), await this.listOrEmpty(parentOf(path), options));
  }

  /** A folder that is not there yet has no entries; the service creates it with the first file. */
  private async listOrEmpty(directory: string, options: CallOptions): Promise<readonly FileEntry[]> {
    try {
      return await this.app.list(directory, options);
    } catch (error) {
      if (directory !== "/" && isServiceError(error, "notFound", "refused")) return [];
      throw error;
    }
  }
}

function isSameVersion(entry: FileEntry, before: FileEntry | undefined): boolean {
  return (
    before !== undefined &&
    entry.type === before.type &&
    entry.sizeBytes === before.sizeBytes &&
    entry.modifiedAt === before.modifiedAt
  );
}

function changedMeanwhile(path: string, entry: FileEntry, cause: ServiceError): ServiceError {
  const what = entry.type === "file" ? `a file of ${entry.sizeBytes} bytes` : "a folder";
  return new ServiceError(
    "conflict",
    `an upload without an answer, and ${what} in its place that is neither old nor new`,
    {
      cause,
      outcomeUnknown: true,
      serviceText: `${nameOf(path)}: the upload was cut off, and there is now ${what} in the app that is not what was sent. Your copy is unchanged; compare before you save again.`,
    },
  );
}
