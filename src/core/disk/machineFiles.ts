// The extension's own files, which all windows of a machine share: what they keep, and what they tell each other.

/** One name in a folder. */
export interface MachineEntry {
  readonly name: string;
  readonly isFolder: boolean;
  readonly sizeBytes: number;
  /** Milliseconds since the epoch. */
  readonly modifiedAt: number;
}

export interface WriteOptions {
  /** Resolves only when the disk itself has it: it outlasts a loss of power. */
  readonly isDurable?: boolean;
}

/** Names are relative paths, "/"-separated. Rejects as the disk does, for example when it is full. */
export interface MachineFiles {
  /** Undefined when there is no such file. */
  read(name: string): Promise<Uint8Array | undefined>;
  /** Replaces the file whole or not at all, and makes the folders on the way. */
  write(name: string, bytes: Uint8Array, options?: WriteOptions): Promise<void>;
  /** Makes the file; false, and nothing is changed, when there is one. A reader may see it before all bytes are there. */
  create(name: string, bytes: Uint8Array): Promise<boolean>;
  /** Adds to the end of the file, which is made when it is not there. After a crash the last piece may be torn. */
  append(name: string, bytes: Uint8Array, options?: WriteOptions): Promise<void>;
  /** In one step, over an older file; false when there is no file `from`. */
  rename(from: string, to: string): Promise<boolean>;
  /** A file, or a folder with all it holds; nothing happens when there is none. */
  remove(name: string): Promise<void>;
  /** Empty when there is no such folder. */
  list(folder: string): Promise<readonly MachineEntry[]>;
}
