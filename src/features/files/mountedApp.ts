// The files of one app as a file system sees them: what is known from listings, what was read, what exists only here.
// Knows nothing of VS Code, so that every promise it makes about people's files is tested in plain Node.
import { ancestorsOf, isSafeEntryName, nameOf, parentOf, uploadNameProblem } from "../../core/appPath";
import type { Clock } from "../../core/clock";
import { ContentCache } from "../../core/contentCache";
import { FileProblem } from "../../core/fileProblem";
import { type Listing, ListingCache } from "../../core/listingCache";
import type { FileEntry } from "../../core/model";
import { PendingFolders } from "../../core/pendingFolders";
import { isServiceError } from "../../core/serviceError";
import { type ConflictChoice, SaveGuard } from "./saveGuard";

/** What a mount needs of the service; api/appFiles.ts is the real one. */
export interface RemoteFiles {
  list(directory: string): Promise<readonly FileEntry[]>;
  readBytes(path: string, entry: FileEntry): Promise<Uint8Array>;
  write(
    path: string,
    bytes: Uint8Array,
    options: { readonly beforeSend?: () => Promise<void> },
  ): Promise<FileEntry>;
  remove(paths: readonly string[]): Promise<void>;
}

export interface MountOptions {
  readonly clock: Clock;
  readonly maxOpenBytes: () => number;
  /** Asks the user what to do about a change that VS Code could not see. */
  readonly askConflict: (path: string) => Promise<ConflictChoice>;
  readonly pendingFolders?: PendingFolders;
}

/** What changed, for the editor's events. */
export interface MountChange {
  readonly type: "created" | "changed" | "deleted";
  readonly path: string;
}

/** An entry as VS Code's stat wants it; times are the service's own. */
export interface MountStat {
  readonly type: "file" | "directory" | "other";
  readonly sizeBytes: number;
  readonly createdAt: number;
  readonly modifiedAt: number;
}

/** How old a listing may be for a look, and for a decision to write. */
const lookAgeMs = 5_000;
const decisionAgeMs = 2_000;
const contentCacheBytes = 32 * 1024 * 1024;
/** The service has no times for the app's own folder and VS Code wants them positive. */
const rootStat: MountStat = { type: "directory", sizeBytes: 0, createdAt: 1, modifiedAt: 1 };

export class MountedApp {
  private readonly listings: ListingCache;
  private readonly contents = new ContentCache(contentCacheBytes);
  private readonly pending: PendingFolders;
  private readonly guard: SaveGuard;

  constructor(
    private readonly files: RemoteFiles,
    private readonly options: MountOptions,
  ) {
    this.listings = new ListingCache((directory) => files.list(directory), options.clock);
    this.pending = options.pendingFolders ?? new PendingFolders();
    this.guard = new SaveGuard(options.clock, {
      read: (path, entry) => this.read(path, entry),
      ask: (path) => options.askConflict(path),
    });
  }

  async stat(path: string): Promise<MountStat> {
    const stat = await this.look(path, lookAgeMs);
    if (stat.type !== "directory") this.guard.handedOut(path, stat);
    return stat;
  }

  /** Names and types of a folder's entries, those that exist only here included. */
  async readDirectory(path: string): Promise<[string, MountStat["type"]][]> {
    const stat = await this.look(path, lookAgeMs);
    if (stat.type !== "directory") throw new FileProblem("notDirectory", path);
    const entries = new Map<string, MountStat["type"]>();
    for (const name of this.pending.namesIn(path)) entries.set(name, "directory");
    if (!this.pending.has(path)) {
      const listing = await this.listings.get(path, lookAgeMs);
      for (const entry of listing.entries.values()) entries.set(entry.name, entry.type);
    }
    return [...entries];
  }

  async readFile(path: string): Promise<Uint8Array> {
    const entry = await this.fileEntry(path);
    if (entry.sizeBytes > this.options.maxOpenBytes()) {
      throw new FileProblem("tooLargeToOpen", path, String(entry.sizeBytes));
    }
    const bytes = await this.read(path, entry);
    this.guard.sawContent(path, entry, bytes);
    return bytes;
  }

  /** The folder's listing must be asked for anew before the next decision: an editor is about to save. */
  expectWrite(path: string): void {
    this.listings.markStale(parentOf(path));
  }

  /** Resolves when a listing shows the file with the size that was sent. */
  async writeFile(
    path: string,
    bytes: Uint8Array,
    options: { readonly create: boolean; readonly overwrite: boolean },
  ): Promise<MountChange> {
    if (path === "/") throw new FileProblem("root", path);
    const problem = uploadNameProblem(nameOf(path));
    if (problem) throw new FileProblem("badName", path, problem);
    const found = await this.entryForDecision(path);
    if (found?.type === "directory" || this.pending.has(path)) throw new FileProblem("isDirectory", path);
    if (found?.type === "other") throw new FileProblem("special", path);
    if (found && !options.overwrite) throw new FileProblem("exists", path);
    if (!found && !options.create) throw new FileProblem("notFound", path);
    await this.guard.check(path, found, bytes);

    const checkedAt = this.options.clock.now();
    const written = await this.files.write(path, bytes, {
      beforeSend: async () => {
        if (this.options.clock.now() - checkedAt <= 2_000) return;
        await this.guard.check(path, await this.entryForDecision(path), bytes);
      },
    });
    this.listings.putEntry(parentOf(path), written);
    this.contents.put(path, written, bytes);
    this.guard.wrote(path, written, bytes);
    this.pending.becameReal(path);
    for (const folder of ancestorsOf(path)) this.refreshIfUnlisted(folder);
    return { type: found ? "changed" : "created", path };
  }

  /** Sends nothing: the folder is real once a file below it was uploaded. */
  async createDirectory(path: string): Promise<MountChange> {
    if (path === "/") throw new FileProblem("exists", path);
    if (!isSafeEntryName(nameOf(path))) throw new FileProblem("badName", path);
    if (await this.lookOrUndefined(path, lookAgeMs)) throw new FileProblem("exists", path);
    const parent = await this.look(parentOf(path), lookAgeMs);
    if (parent.type !== "directory") throw new FileProblem("notDirectory", parentOf(path));
    this.pending.add(path, this.options.clock.now());
    return { type: "created", path };
  }

  /** Resolves when the service has confirmed that the file or folder is gone. */
  async delete(path: string, options: { readonly recursive: boolean }): Promise<MountChange> {
    if (path === "/") throw new FileProblem("root", path);
    const entry = await this.entryForDecision(path);
    if (!entry && !this.pending.has(path)) throw new FileProblem("notFound", path);
    if (!options.recursive && (!entry || entry.type === "directory"))
      await this.requireEmpty(path, Boolean(entry));
    if (entry) {
      await this.files.remove([path]);
      this.listings.deleteEntry(parentOf(path), nameOf(path));
    }
    this.pending.remove(path);
    this.contents.delete(path);
    this.guard.forget(path);
    return { type: "deleted", path };
  }

  /** Copies, confirms, then deletes the original: at every moment one whole copy exists on the service. */
  async rename(from: string, to: string, options: { readonly overwrite: boolean }): Promise<MountChange[]> {
    if (from === "/" || to === "/") throw new FileProblem("root", from);
    const source = await this.entryForDecision(from);
    if (!source && !this.pending.has(from)) throw new FileProblem("notFound", from);
    if (!options.overwrite && (await this.lookOrUndefined(to, decisionAgeMs)))
      throw new FileProblem("exists", to);
    if (!source) {
      this.pending.move(from, to);
      return [
        { type: "deleted", path: from },
        { type: "created", path: to },
      ];
    }
    if (source.type !== "file") throw new FileProblem("folderRename", from);
    const created = await this.writeFile(to, await this.read(from, source), {
      create: true,
      overwrite: options.overwrite,
    });
    try {
      return [await this.delete(from, { recursive: false }), created];
    } catch (error) {
      throw new FileProblem("originalLeft", from, to, { cause: error });
    }
  }

  /** The next look at anything asks the service. */
  refresh(): void {
    this.listings.markAllStale();
  }

  /** Forgets everything that was read: the account signed out or in. */
  clear(): void {
    this.listings.clear();
    this.contents.clear();
    this.guard.clear();
  }

  private async look(path: string, maxAgeMs: number): Promise<MountStat> {
    if (path === "/") {
      await this.listings.get("/", maxAgeMs);
      return rootStat;
    }
    const pendingSince = this.pending.createdAtOf(path);
    const entry = await this.findEntry(path, maxAgeMs);
    if (!entry) {
      if (pendingSince === undefined) throw new FileProblem("notFound", path);
      return { type: "directory", sizeBytes: 0, createdAt: pendingSince, modifiedAt: pendingSince };
    }
    // A folder that cannot be listed must not look like an empty one.
    if (entry.type === "directory") await this.listings.get(path, maxAgeMs);
    return entry;
  }

  private async lookOrUndefined(path: string, maxAgeMs: number): Promise<MountStat | undefined> {
    try {
      return await this.look(path, maxAgeMs);
    } catch (error) {
      if (error instanceof FileProblem && error.kind === "notFound") return undefined;
      throw error;
    }
  }

  /** Walks from the app's folder down, so that a name missing high up costs no request below it. */
  private async findEntry(path: string, maxAgeMs: number): Promise<FileEntry | undefined> {
    for (const folder of ancestorsOf(path)) {
      const parent = await this.listings.get(parentOf(folder), Math.max(maxAgeMs, lookAgeMs));
      if (parent.entries.get(nameOf(folder))?.type !== "directory") return undefined;
    }
    const listing = await this.listOrNothing(parentOf(path), maxAgeMs);
    return listing?.entries.get(nameOf(path));
  }

  /** A folder that vanished since its parent was listed holds nothing. */
  private async listOrNothing(directory: string, maxAgeMs: number): Promise<Listing | undefined> {
    try {
      return await this.listings.get(directory, maxAgeMs);
    } catch (error) {
      if (directory !== "/" && isServiceError(error, "notFound")) return undefined;
      throw error;
    }
  }

  /** What the service shows now, for a decision that writes: never from memory, never after a failure. */
  private async entryForDecision(path: string): Promise<FileEntry | undefined> {
    try {
      return await this.findEntry(path, decisionAgeMs);
    } catch (error) {
      if (isServiceError(error, "unauthorized", "forbidden", "wire")) throw error;
      throw new FileProblem("unchecked", path, undefined, { cause: error });
    }
  }

  private async fileEntry(path: string): Promise<FileEntry> {
    if (path === "/" || this.pending.has(path)) throw new FileProblem("isDirectory", path);
    const entry = await this.findEntry(path, lookAgeMs);
    if (!entry) throw new FileProblem("notFound", path);
    if (entry.type === "directory") throw new FileProblem("isDirectory", path);
    if (entry.type === "other") throw new FileProblem("special", path);
    return entry;
  }

  private async read(path: string, entry: FileEntry): Promise<Uint8Array> {
    const known = this.contents.get(path, entry);
    if (known) return known;
    const bytes = await this.files.readBytes(path, entry);
    if (bytes.byteLength === entry.sizeBytes) this.contents.put(path, entry, bytes);
    return bytes;
  }

  private async requireEmpty(path: string, isReal: boolean): Promise<void> {
    const names = this.pending.namesIn(path);
    if (isReal) names.push(...(await this.listings.get(path, 0)).entries.keys());
    if (names.length > 0) throw new FileProblem("notEmpty", path);
  }

  private refreshIfUnlisted(folder: string): void {
    const parent = this.listings.peek(parentOf(folder));
    if (parent && !parent.entries.has(nameOf(folder))) this.listings.markStale(parentOf(folder));
  }
}
