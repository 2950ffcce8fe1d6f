// The extension's own files, shared by all windows of a machine: stored records, and messages between windows.

/** `modifiedAt` is in ms since the epoch, by the disk's clock. */
export interface MachineEntry {
  readonly name: string;
  readonly isFolder: boolean;
  readonly sizeBytes: number;
  readonly modifiedAt: number;
}

export interface WriteOptions {
  /** Resolves only when the disk itself has the bytes, so that they survive a loss of power. */
  readonly isDurable?: boolean;
}

/** Names are relative paths, "/"-separated. All methods reject as the disk does, for example when it is full. */
export interface MachineFiles {
  /** Undefined when the file does not exist. */
  read(name: string): Promise<Uint8Array | undefined>;
  /** Replaces the file whole or not at all, and creates its parent folders. */
  write(name: string, bytes: Uint8Array, options?: WriteOptions): Promise<void>;
  /** Creates the file; false, and nothing is changed, when it exists. Others may read it before all bytes are written. */
  create(name: string, bytes: Uint8Array): Promise<boolean>;
  /** Appends to the file, which is created if needed. After a crash the last piece may be incomplete. */
  append(name: string, bytes: Uint8Array, options?: WriteOptions): Promise<void>;
  /** Atomic; replaces an older file. False when the file `from` does not exist. */
  rename(from: string, to: string): Promise<boolean>;
  /** Removes a file, or a folder with all it holds; does nothing when there is none. */
  remove(name: string): Promise<void>;
  /** Empty when the folder does not exist. */
  list(folder: string): Promise<readonly MachineEntry[]>;
}
