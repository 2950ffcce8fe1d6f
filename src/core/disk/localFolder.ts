// A folder of this machine, or at any address that VS Code can read and write: a port, so that what is moved in and out
// of it knows neither VS Code nor a disk. editor/localDisk.ts is the real one.
import type { FolderSource, SourceStat } from "./folderSource";

/** A file on its way: nothing is to be seen of it in its place until it is whole. */
export interface LocalWriter {
  append(bytes: Uint8Array): Promise<void>;
  /** Puts the file in its place, over an older one. */
  commit(): Promise<void>;
  /** Forgets what was appended; nothing happens after `commit`. */
  abort(): Promise<void>;
  /** contentHash of what was appended so far, where that is known. */
  hash?(): string;
}

/** Paths are relative to the folder, "/"-separated; "" is the folder itself. */
export interface LocalFolder extends FolderSource {
  /** Names are those that Windows allows (core/paths/localNames.ts). */
  readonly isWindows: boolean;
  /** Two names that differ only in letter case are one. */
  readonly ignoresCase: boolean;
  /** Undefined when nothing is there. Rejects when that cannot be seen. */
  tryStat(path: string): Promise<SourceStat | undefined>;
  /** Begins a file and makes the folders on the way. One that is private can be read by its owner alone. */
  open(path: string, options?: { readonly isPrivate?: boolean }): Promise<LocalWriter>;
  createFolder(path: string): Promise<void>;
  /** To the machine's trash when there is one. */
  delete(path: string): Promise<void>;
  /** What is written is held until the file is whole, so that there is nothing to be gained by streaming it. */
  readonly holdsFiles?: true;
  /** Whether an editor holds text of the file that is not saved. */
  isUnsaved(path: string): boolean;
}
