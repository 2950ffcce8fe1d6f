// What is known of an app's folders: from listings, from what was just confirmed, and the folders that exist only here.
import type { AppFiles } from "../../../appFiles/appFiles";
import type { Listing, Observations } from "../../../appFiles/read/observations";
import { listingMaxAgeMs } from "../../../appFiles/read/pathLookup";
import type { Clock } from "../../../core/async/clock";
import { FileProblem, isFileProblem } from "../../../core/errors/fileProblem";
import { isServiceError } from "../../../core/errors/serviceError";
import type { FileEntry } from "../../../core/model/model";
import { ancestorsOf, joinAppPath, nameOf, parentOf } from "../../../core/paths/appPath";
import type { PendingFolders } from "./pendingFolders";

/** An entry as VS Code's stat wants it; times are the service's own. */
export interface MountStat {
  readonly type: "file" | "directory" | "other";
  readonly sizeBytes: number;
  readonly createdAt: number;
  readonly modifiedAt: number;
  /** The user may not change it. */
  readonly isReadOnly?: boolean;
}

interface AppFoldersOptions {
  readonly clock: Clock;
  readonly files: AppFiles;
  readonly pending: PendingFolders;
}

/** How old a listing may be for a decision to write, in milliseconds. */
export const decisionAgeMs = 2_000;
/** The service has no times for the app's own folder and VS Code wants them positive. */
const rootStat: MountStat = { type: "directory", sizeBytes: 0, createdAt: 1, modifiedAt: 1 };

export class AppFolders {
  private readonly listings: Observations;
  private readonly pending: PendingFolders;
  private readonly listedAt = new Map<string, number>();

  constructor(private readonly options: AppFoldersOptions) {
    this.pending = options.pending;
    this.listings = options.files.observations;
  }

  /** The entries of a folder as listed at most `maxAgeMs` ago; rejects when it cannot be listed. */
  async list(directory: string, maxAgeMs = listingMaxAgeMs): Promise<readonly FileEntry[]> {
    const { entries } = await this.listings.get(directory, maxAgeMs);
    return [...entries.values()].filter(({ name }) => !this.isHidden(joinAppPath(directory, name)));
  }

  /** Names and types of a folder's entries, those that exist only here included. */
  async readDirectory(path: string): Promise<[string, MountStat["type"]][]> {
    this.listedAt.set(path, this.options.clock.monotonicMs());
    const stat = await this.stat(path);
    if (stat.type !== "directory") throw new FileProblem("notDirectory", path);
    const entries = new Map<string, MountStat["type"]>();
    for (const name of this.pending.namesIn(path)) entries.set(name, "directory");
    const listing = this.pending.has(path) ? undefined : await this.listForShow(path);
    for (const entry of listing?.entries.values() ?? [])
      if (!this.isHidden(joinAppPath(path, entry.name))) entries.set(entry.name, entry.type);
    return [...entries];
  }

  async stat(path: string, maxAgeMs = listingMaxAgeMs): Promise<MountStat> {
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
    if (entry.type === "directory") {
      if (pendingSince !== undefined) this.pending.becameReal(joinAppPath(path, "-"));
      // A folder that cannot be listed must not look like an empty one.
      await this.listForShow(path, maxAgeMs);
    }
    return entry;
  }

  async statOrUndefined(path: string, maxAgeMs = listingMaxAgeMs): Promise<MountStat | undefined> {
    try {
      return await this.stat(path, maxAgeMs);
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

  /** What the service shows now, for a decision: never from memory, never after a failure. */
  async entryForDecision(path: string, ageMs = decisionAgeMs): Promise<FileEntry | undefined> {
    try {
      return this.isHidden(path) ? undefined : await this.options.files.find(path, { maxAgeMs: ageMs });
    } catch (error) {
      if (isServiceError(error, "unauthorized", "forbidden", "dialect")) throw error;
      throw new FileProblem("unchecked", path, undefined, { cause: error });
    }
  }

  /** While the service cannot be asked, what it said last is shown on. */
  async listForShow(directory: string, maxAgeMs = listingMaxAgeMs): Promise<Listing> {
    return await this.listings.getForShow(directory, maxAgeMs, (error) =>
      isServiceError(error, "network", "timeout", "server", "rateLimited", "badResponse", "certificate"),
    );
  }

  async requireEmpty(path: string, isReal: boolean): Promise<void> {
    const names = this.pending.namesIn(path);
    const listing = isReal ? await this.listings.get(path, 0) : undefined;
    names.push(...(listing?.entries.keys() ?? []));
    const shown = names.filter((name) => !this.isHidden(joinAppPath(path, name)));
    // Entries that are not shown are there all the same.
    if (shown.length > 0 || (listing?.hidden ?? 0) > 0) throw new FileProblem("notEmpty", path);
  }

  /** Lists folders again unless that was done in the last `maxAgeMs`; rejects as the first that cannot be listed. */
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
    const oldest = this.options.clock.monotonicMs() - withinMs;
    return [...this.listedAt]
      .filter(([, at]) => at >= oldest)
      .sort(([, a], [, b]) => b - a)
      .map(([directory]) => directory);
  }

  /** The path is gone, or existed only here. */
  forget(path: string): void {
    this.pending.remove(path);
    this.listedAt.delete(path);
  }

  clear(): void {
    this.listedAt.clear();
  }

  private async findForShow(path: string, maxAgeMs = listingMaxAgeMs): Promise<FileEntry | undefined> {
    if (this.isHidden(path)) return undefined;
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

  /** Answered as deleted: it is not shown, though the service still has it. */
  private isHidden(path: string): boolean {
    return this.options.files.isHidden(path);
  }
}

function isFolderIn(listing: Listing, folder: string): boolean {
  return listing.entries.get(nameOf(folder))?.type === "directory";
}
