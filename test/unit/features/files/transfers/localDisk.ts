// A folder on a machine, in memory, with or without regard to letter case, for tests of downloads.
import { foldedPath } from "../../../../../src/core/localNames";
import type { LocalFolder } from "../../../../../src/features/files/transfers/downloadPlan";
import type { LocalEntry } from "../../../../../src/features/files/transfers/localTree";

interface Stored {
  readonly path: string;
  readonly entry: LocalEntry;
  readonly text: string;
}

export class LocalDisk implements LocalFolder {
  readonly isWindows: boolean;
  /** Paths that cannot be written. */
  readonly locked = new Set<string>();
  /** What was written, in order. */
  readonly written: string[] = [];
  private readonly stored = new Map<string, Stored>();
  private readonly isCaseSensitive: boolean;

  constructor(options: { readonly isWindows?: boolean; readonly isCaseSensitive?: boolean } = {}) {
    this.isWindows = options.isWindows ?? false;
    this.isCaseSensitive = options.isCaseSensitive ?? true;
  }

  put(path: string, text: string, entry: LocalEntry = { type: "file", isLink: false }): void {
    this.addFoldersOf(path);
    const known = this.stored.get(this.key(path));
    this.stored.set(this.key(path), { path: known?.path ?? path, entry, text });
  }

  putFolder(path: string, isLink = false): void {
    this.put(path, "", { type: "directory", isLink });
  }

  /** The files as they are spelled here, with what they hold. */
  get files(): Record<string, string> {
    const files = [...this.stored.values()].filter(({ entry }) => entry.type === "file");
    return Object.fromEntries(files.map(({ path, text }) => [path, text]));
  }

  async look(path: string): Promise<LocalEntry | undefined> {
    return this.stored.get(this.key(path))?.entry;
  }

  async namesIn(folder: string): Promise<readonly string[]> {
    return [...this.stored.values()]
      .filter(({ path }) => this.key(folderOf(path)) === this.key(folder))
      .map(({ path }) => path.slice(path.lastIndexOf("/") + 1));
  }

  async write(path: string, bytes: Uint8Array): Promise<void> {
    if (this.locked.has(path)) throw new Error("the disk is full");
    this.written.push(path);
    this.put(path, new TextDecoder().decode(bytes));
  }

  async createFolder(path: string): Promise<void> {
    this.putFolder(path);
  }

  private addFoldersOf(path: string): void {
    const folder = folderOf(path);
    if (folder !== "" && !this.stored.has(this.key(folder))) this.putFolder(folder);
  }

  private key(path: string): string {
    return this.isCaseSensitive ? path : foldedPath(path);
  }
}

function folderOf(path: string): string {
  return path.split("/").slice(0, -1).join("/");
}
