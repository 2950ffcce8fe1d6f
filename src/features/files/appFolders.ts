// What is known of an app's folders: from listings, from what was just confirmed, and the folders that exist only here.
import { ancestorsOf, isWithin, nameOf, parentOf } from "../../core/appPath";
import type { Clock } from "../../core/clock";
import { FileProblem, isFileProblem } from "../../core/fileProblem";
import { type Listing, ListingCache } from "../../core/listingCache";
import { type FileChange, listingChanges } from "../../core/listingChanges";
import type { FileEntry } from "../../core/model";
import type { PendingFolders } from "../../core/pendingFolders";
import { isServiceError } from "../../core/serviceError";

/** An entry as VS Code's stat wants it; times are the service's own. */
export interface MountStat {
  readonly type: "file" | "directory" | "other";
  readonly sizeBytes: number;
  readonly createdAt: number;
  readonly modifiedAt: number;
  /** The user may not change it. */
  readonly isReadOnly?: boolean;
}

export interface AppFoldersOptions {
  readonly clock: Clock;
  readonly list: (directory: string) => Promise<readonly FileEntry[]>;
  readonly pending: PendingFolders;
  /** A listing shows what somebody else did. */
  readonly onRemoteChange: (changes: readonly FileChange[]) => void;
  /** Listings have begun to fail, or (undefined) work again. */
  readonly onFailing: (error: unknown) => void;
}

/** How old a listing may be for a look, and for a decision to write, in milliseconds. */
export const lookAgeMs = 10_000;
export const decisionAgeMs = 2_000;
/** The service has no times for the app's own folder and VS Code wants them positive. */
const rootStat: MountStat = { type: "directory", sizeBytes: 0, createdAt: 1, modifiedAt: 1 };

export class AppFolders {
  private readonly listings: ListingCache;
  private readonly pending: PendingFolders;
  /** Paths that are being changed from here: what listings show of them meanwhile is not somebody else's doing. */
  private readonly changing = new Map<string, number>();
  private readonly listedAt = new Map<string, number>();

  constructor(private readonly options: AppFoldersOptions) {
    const { clock, list, pending, onFailing } = options;
    this.pending = pending;
    this.listings = new ListingCache(list, clock, {
      onReplaced: (directory, before, after) => this.announce(directory, before, after),
      onFailing,
    });
  }

  /** The entries of a folder as listed at most `maxAgeMs` ago; rejects when it cannot be listed. */
  async list(directory: string, maxAgeMs = lookAgeMs): Promise<readonly FileEntry[]> {
    return [...(await this.listings.get(directory, maxAgeMs)).entries.values()];
  }

  /** The entry as it was last listed or confirmed, without a request. */
  lastKnown(path: string): FileEntry | undefined {
    return this.listings.peek(parentOf(path))?.entries.get(nameOf(path));
  }

  /** Names and types of a folder's entries, those that exist only here included. */
  async readDirectory(path: string): Promise<[string, MountStat["type"]][]> {
    this.listedAt.set(path, this.options.clock.now());
    const stat = await this.look(path);
    if (stat.type !== "directory") throw new FileProblem("notDirectory", path);
    const entries = new Map<string, MountStat["type"]>();
    for (const name of this.pending.namesIn(path)) entries.set(name, "directory");
    const listing = this.pending.has(path) ? undefined : await this.listForShow(path);
    for (const entry of listing?.entries.values() ?? []) entries.set(entry.name, entry.type);
    return [...entries];
  }

  async look(path: string, maxAgeMs = lookAgeMs): Promise<MountStat> {
    if (path === "/") {
      await this.listForShow("/", maxAgeMs);
      return rootStat;
    }
    const pendingSince = this.pending.createdAtOf(path);
    const entry = await this.findForShow(path, maxAgeMs);
    if (!entry) {
      if (pendingSince === undefined) throw new FileProblem("notFound", path);
      return { type: "directory", sizeBytes: 0, createdAt: pendingSince, modifiedAt: pendingSince };
    }
    // A folder that cannot be listed must not look like an empty one.
    if (entry.type === "directory") await this.listForShow(path, maxAgeMs);
    return entry;
  }

  async lookOrUndefined(path: string, maxAgeMs = lookAgeMs): Promise<MountStat | undefined> {
    try {
      return await this.look(path, maxAgeMs);
    } catch (error) {
      if (isFileProblem(error, "notFound")) return undefined;
      throw error;
    }
  }

  async fileEntry(path: string): Promise<FileEntry> {
    if (path === "/" || this.pending.has(path)) throw new FileProblem("isDirectory", path);
    const entry = await this.findForShow(path);
    if (!entry) throw new FileProblem("notFound", path);
    if (entry.type === "directory") throw new FileProblem("isDirectory", path);
    if (entry.type === "other") throw new FileProblem("special", path);
    return entry;
  }

  /** What the service shows now, for a decision that writes: never from memory, never after a failure. */
  async entryForDecision(path: string, ageMs = decisionAgeMs): Promise<FileEntry | undefined> {
    try {
      const list = (directory: string) => this.listings.get(directory, ageMs);
      return await this.findEntry(
        path,
        list,
        // That a folder is there may be known for a while; that it is not must be known of now.
        async (folder) =>
          isFolderIn(await this.listings.get(parentOf(folder), lookAgeMs), folder) ||
          isFolderIn(await this.listings.get(parentOf(folder), 0), folder),
      );
    } catch (error) {
      if (isServiceError(error, "unauthorized", "forbidden", "wire")) throw error;
      throw new FileProblem("unchecked", path, undefined, { cause: error });
    }
  }

  /** While the service cannot be asked, what it said last is shown on. */
  async listForShow(directory: string, maxAgeMs = lookAgeMs): Promise<Listing> {
    return await this.listings.getForShow(directory, maxAgeMs, (error) =>
      isServiceError(error, "network", "timeout", "server", "rateLimited", "badResponse", "certificate"),
    );
  }

  async requireEmpty(path: string, isReal: boolean): Promise<void> {
    const names = this.pending.namesIn(path);
    if (isReal) names.push(...(await this.listings.get(path, 0)).entries.keys());
    if (names.length > 0) throw new FileProblem("notEmpty", path);
  }

  async whileChanging<T>(paths: readonly string[], work: () => Promise<T>): Promise<T> {
    for (const path of paths) this.changing.set(path, (this.changing.get(path) ?? 0) + 1);
    try {
      return await work();
    } finally {
      for (const path of paths) {
        const left = (this.changing.get(path) ?? 1) - 1;
        if (left > 0) this.changing.set(path, left);
        else this.changing.delete(path);
      }
    }
  }

  /** Lists folders anew unless that was done in the last `maxAgeMs`; rejects as the first that cannot be listed. */
  async poll(directories: readonly string[], maxAgeMs: number): Promise<void> {
    for (const directory of directories) {
      if (this.pending.has(directory)) continue;
      try {
        await this.listings.get(directory, maxAgeMs);
      } catch (error) {
        // The folder may be gone: its parent says so, and only its parent.
        if (directory === "/" || !isServiceError(error, "notFound", "badInput")) throw error;
        await this.listings.get(parentOf(directory), maxAgeMs);
      }
    }
  }

  /** Lists some of the folders again that could not be listed; whether that goes well is told by `onFailing`. */
  async retryFailed(most: number): Promise<void> {
    await Promise.allSettled(this.listings.failed.slice(0, most).map((folder) => this.poll([folder], 0)));
  }

  /** Folders that were shown within the last `withinMs`, newest first. */
  shownFolders(withinMs: number): string[] {
    const oldest = this.options.clock.now() - withinMs;
    return [...this.listedAt]
      .filter(([, at]) => at >= oldest)
      .sort(([, a], [, b]) => b - a)
      .map(([directory]) => directory);
  }

  /** The service has confirmed a file. */
  confirmed(path: string, entry: FileEntry): void {
    this.listings.putEntry(parentOf(path), entry);
    this.pending.becameReal(path);
    for (const folder of ancestorsOf(path)) this.refreshIfUnlisted(folder);
  }

  /** The service has confirmed that a path is gone, or it existed only here. */
  forget(path: string): void {
    this.listings.deleteEntry(parentOf(path), nameOf(path));
    this.pending.remove(path);
    this.listedAt.delete(path);
  }

  /** The next look into the folder of `path` asks the service. */
  markStale(path: string): void {
    this.listings.markStale(parentOf(path));
  }

  /** The next look at anything asks the service. */
  refresh(): void {
    this.listings.markAllStale();
  }

  clear(): void {
    this.listings.clear();
    this.listedAt.clear();
  }

  /** A newer listing took an older one's place: tells what is not our own doing. */
  private announce(directory: string, before: Listing, after: Listing): void {
    for (const [name, { type }] of after.entries)
      if (type === "directory") this.pending.becameReal(`${directory === "/" ? "" : directory}/${name}/-`);
    const ours = [...this.changing.keys()];
    const changes = listingChanges(directory, before, after).filter(
      ({ path }) => !ours.some((own) => isWithin(own, path) || isWithin(path, own)),
    );
    if (changes.length > 0) this.options.onRemoteChange(changes);
  }

  private async findForShow(path: string, maxAgeMs = lookAgeMs): Promise<FileEntry | undefined> {
    const list = (directory: string) => this.listForShow(directory, maxAgeMs);
    return await this.findEntry(path, list, async (folder) =>
      isFolderIn(await list(parentOf(folder)), folder),
    );
  }

  /** Walks from the app's folder down, so that a name missing high up costs no request below it. */
  private async findEntry(
    path: string,
    list: (directory: string) => Promise<Listing>,
    hasFolder: (folder: string) => Promise<boolean>,
  ): Promise<FileEntry | undefined> {
    for (const folder of ancestorsOf(path)) if (!(await hasFolder(folder))) return undefined;
    const directory = parentOf(path);
    try {
      return (await list(directory)).entries.get(nameOf(path));
    } catch (error) {
      // A folder that vanished since its parent was listed holds nothing.
      if (directory !== "/" && isServiceError(error, "notFound")) return undefined;
      throw error;
    }
  }

  private refreshIfUnlisted(folder: string): void {
    const parent = this.listings.peek(parentOf(folder));
    if (parent && !parent.entries.has(nameOf(folder))) this.listings.markStale(parentOf(folder));
  }
}

function isFolderIn(listing: Listing, folder: string): boolean {
  return listing.entries.get(nameOf(folder))?.type === "directory";
}
