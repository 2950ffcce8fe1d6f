// A local folder in memory: with or without case sensitivity, with links, and with a disk that can be full.
import type { SourceEntry, SourceStat } from "../../src/core/disk/folderSource";
import type { LocalFolder, LocalWriter } from "../../src/core/disk/localFolder";
import { foldedPath } from "../../src/core/paths/localNames";

interface Stored {
  readonly path: string;
  readonly type: SourceEntry["type"];
  readonly isLink: boolean;
  readonly bytes: Uint8Array;
  readonly modifiedAt: number;
}

export interface MemoryFolderOptions {
  readonly isWindows?: boolean;
  readonly ignoresCase?: boolean;
  /** Modification time of new files. */
  readonly now?: () => number;
}

export class MemoryFolder implements LocalFolder {
  readonly isWindows: boolean;
  readonly ignoresCase: boolean;
  /** Paths that cannot be read, listed or written. */
  readonly unreadable = new Set<string>();
  readonly locked = new Set<string>();
  /** Paths with unsaved text in an editor. */
  readonly unsaved = new Set<string>();
  /** Complete files, in order. */
  readonly written: string[] = [];
  /** Space left on the disk. */
  freeBytes = Number.POSITIVE_INFINITY;
  /** Bytes of files during their write, now and at most. */
  readonly held = { now: 0, most: 0 };
  /** False: only the number of bytes of a file during its write is kept. */
  keepsBytes = true;
  onRead: (path: string) => void = () => undefined;
  private readonly stored = new Map<string, Stored>();
  /** Keys of children by folder. */
  private readonly inside = new Map<string, Set<string>>();
  private readonly now: () => number;
  private time = 0;

  constructor(options: MemoryFolderOptions = {}) {
    this.isWindows = options.isWindows ?? false;
    this.ignoresCase = options.ignoresCase ?? false;
    this.now = options.now ?? (() => ++this.time);
  }

  static of(
    files: Readonly<Record<string, string | Uint8Array>>,
    options?: MemoryFolderOptions,
  ): MemoryFolder {
    const folder = new MemoryFolder(options);
    for (const [path, content] of Object.entries(files)) folder.put(path, content);
    return folder;
  }

  /** By another program. */
  put(path: string, content: string | Uint8Array, modifiedAt = this.now()): void {
    const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
    this.add({ path, type: "file", isLink: false, bytes, modifiedAt });
  }

  putFolder(path: string, isLink = false): void {
    this.add({ path, type: "directory", isLink, bytes: new Uint8Array(), modifiedAt: 0 });
  }

  putLink(path: string, type: "file" | "other" = "file"): void {
    this.add({ path, type, isLink: true, bytes: new Uint8Array(), modifiedAt: 0 });
  }

  drop(path: string): void {
    this.stored.delete(this.key(path));
  }

  /** Under their original names. */
  get texts(): Record<string, string> {
    return Object.fromEntries(
      [...this.files].map(([path, bytes]) => [path, new TextDecoder().decode(bytes)]),
    );
  }

  get files(): Map<string, Uint8Array> {
    const files = [...this.stored.values()].filter(({ type, isLink }) => type === "file" && !isLink);
    return new Map(files.map(({ path, bytes }) => [path, bytes]));
  }

  async list(path: string): Promise<readonly SourceEntry[]> {
    if (this.unreadable.has(path)) throw new Error(`no permission: ${path}`);
    return [...(this.inside.get(this.key(path)) ?? [])].flatMap((key) => {
      const found = this.stored.get(key);
      return found ? [{ name: nameOf(found.path), type: found.type, isLink: found.isLink }] : [];
    });
  }

  async stat(path: string): Promise<SourceStat> {
    const found = await this.tryStat(path);
    if (!found) throw new Error(`not there: ${path}`);
    return found;
  }

  async tryStat(path: string): Promise<SourceStat | undefined> {
    if (path === "") return { type: "directory", isLink: false, sizeBytes: 0, modifiedAt: 0 };
    const found = this.stored.get(this.key(path));
    if (!found) return undefined;
    const { type, isLink, bytes, modifiedAt } = found;
    return { type, isLink, sizeBytes: bytes.byteLength, modifiedAt };
  }

  async read(path: string): Promise<Uint8Array> {
    this.onRead(path);
    const found = this.stored.get(this.key(path));
    if (!found || this.unreadable.has(path)) throw new Error(`cannot be read: ${path}`);
    return found.bytes;
  }

  async open(path: string): Promise<LocalWriter> {
    if (this.locked.has(path)) throw new Error("no permission");
    let pieces: Uint8Array[] = [];
    let size = 0;
    const end = (): void => {
      this.held.now -= size;
      size = 0;
      pieces = [];
    };
    return {
      append: async (bytes) => {
        if (bytes.byteLength > this.freeBytes) throw new Error("the disk is full");
        this.freeBytes -= bytes.byteLength;
        if (!this.keepsBytes) return;
        pieces.push(bytes.slice());
        size += bytes.byteLength;
        this.held.now += bytes.byteLength;
        this.held.most = Math.max(this.held.most, this.held.now);
      },
      commit: async () => {
        this.written.push(path);
        this.put(path, Buffer.concat(pieces));
        end();
      },
      abort: async () => end(),
    };
  }

  async createFolder(path: string): Promise<void> {
    this.putFolder(path);
  }

  async delete(path: string): Promise<void> {
    if (this.locked.has(path)) throw new Error("no permission");
    this.drop(path);
  }

  isUnsaved(path: string): boolean {
    return this.unsaved.has(path);
  }

  private add(stored: Stored): void {
    for (let folder = folderOf(stored.path); folder !== ""; folder = folderOf(folder))
      if (!this.stored.has(this.key(folder)))
        this.set({ ...stored, path: folder, type: "directory", isLink: false, bytes: new Uint8Array() });
    const path = this.stored.get(this.key(stored.path))?.path ?? stored.path;
    this.set({ ...stored, path, bytes: new Uint8Array(stored.bytes) });
  }

  private set(stored: Stored): void {
    const folder = this.key(folderOf(stored.path));
    this.stored.set(this.key(stored.path), stored);
    const inside = this.inside.get(folder);
    if (inside) inside.add(this.key(stored.path));
    else this.inside.set(folder, new Set([this.key(stored.path)]));
  }

  private key(path: string): string {
    return this.ignoresCase ? foldedPath(path) : path;
  }
}

function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}
