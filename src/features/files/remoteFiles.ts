// What a mount needs of the service for the files of one app; api/appFiles.ts is the real one.
import type { FileEntry } from "../../core/model";

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
