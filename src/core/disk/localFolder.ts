// A port to a folder of this machine, or of any address that VS Code can read and write: editor/localDisk.ts.
import type { FolderSource, SourceStat } from "./folderSource";

/** A file that is being written: it appears in its place only when it is whole. */
export interface LocalWriter {
  append(bytes: Uint8Array): Promise<void>;
  /** Moves the file into its place, over an older one. */
  commit(): Promise<void>;
  /** Discards what was appended; does nothing after `commit`. */
  abort(): Promise<void>;
  /** contentHash of what was appended so far, where it is computed. */
  hash?(): string;
}

export interface LocalFolder extends FolderSource {
  /** Names must be those that Windows allows (core/paths/localNames.ts). */
  readonly isWindows: boolean;
  readonly ignoresCase: boolean;
  /** Undefined when nothing exists at `path`. Rejects when that cannot be determined. */
  tryStat(path: string): Promise<SourceStat | undefined>;
  /** Begins a file and creates its parent folders. A private file can be read by its owner alone. */
  open(path: string, options?: { readonly isPrivate?: boolean }): Promise<LocalWriter>;
  createFolder(path: string): Promise<void>;
  /** Moves it to the machine's trash, where there is one. */
  delete(path: string): Promise<void>;
  /** Writes are buffered until the file is whole, so that streaming gains nothing. */
  readonly holdsFiles?: true;
  /** An editor has unsaved text of the file. */
  isUnsaved(path: string): boolean;
}
