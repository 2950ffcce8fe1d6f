// Folders of an app: from listings, from confirmed changes, and pending folders, which exist only here.
import type { AppFiles } from "../../../appFiles/appFiles";
import type { Listing, Listings } from "../../../appFiles/read/listings";
import { listingMaxAgeMs } from "../../../appFiles/read/pathLookup";
import type { Clock } from "../../../core/async/clock";
import { FileProblem, isFileProblem } from "../../../core/errors/fileProblem";
import { isServiceError } from "../../../core/errors/serviceError";
import type { FileEntry } from "../../../core/model/model";
import { ancestorsOf, joinAppPath, nameOf, parentOf } from "../../../core/paths/appPath";
import type { PendingFolders } from "./pendingFolders";

/** An entry for VS Code's stat; times are of the service's clock (ms). */
export interface MountStat {
  readonly type: "file" | "directory" | "other";
  readonly sizeBytes: number;
  readonly createdAt: number;
  readonly modifiedAt: number;
  readonly isReadOnly?: boolean;
}

/** How old a listing may be that decides about a write. */
export const decisionAgeMs = 2_000;
/** The service has no times for the app's root folder, and VS Code wants positive ones. */
const rootStat: MountStat = { type: "directory", sizeBytes: 0, createdAt: 1, modifiedAt: 1 };

export class AppFolders {
  private readonly listings: Listings;
  private readonly listedAt = new Map<string, number>();

  constructor(
    private readonly clock: Clock,
    private readonly files: AppFiles,
    private readonly pending: PendingFolders,
  ) {
    this.listings = files.listings;
  }

  /** The entries of a folder, listed at most `maxAgeMs` ago. Rejects when it cannot be listed. */
  async list(directory: string, maxAgeMs = listingMaxAgeMs): Promise<readonly FileEntry[]> {
    const { entries } = await this.listings.get(directory, maxAgeMs);
    return [...entries.values()].filter(({ name }) => !this.isHidden(joinAppPath(directory, name)));
  }

  async readDirectory(path: string): Promise<[string, MountStat["type"]][]> {
    this.listedAt.set(path, this.clock.monotonicMs());
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

  /**
   * The remote entry, listed at most `ageMs` ago. Rejects when the service cannot be asked, instead of using an earlier
   * listing.
   */
  async entryForDecision(path: string, ageMs = decisionAgeMs): Promise<FileEntry | undefined> {
    try {
      return this.isHidden(path) ? undefined : await this.files.find(path, { maxAgeMs: ageMs });
    } catch (error) {
      if (isServiceError(error, "unauthorized", "forbidden", "dialect")) throw error;
      throw new FileProblem("unchecked", path, undefined, { cause: error });
    }
  }

  /** While the service cannot be asked, the last listing is shown. */
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
    // Entries whose names are not shown count, too.
    if (shown.length > 0 || (listing?.hidden ?? 0) > 0) throw new FileProblem("notEmpty", path);
  }

  async poll(directories: readonly string[], maxAgeMs: number): Promise<void> {
    for (const directory of directories) {
      if (this.pending.has(directory)) continue;
      try {
        await this.listings.get(directory, maxAgeMs);
      } catch (error) {
        // Only a listing of the parent shows whether the folder is gone.
        if (directory === "/" || !isServiceError(error, "notFound", "badInput")) throw error;
        await this.listings.get(parentOf(directory), maxAgeMs);
      }
    }
  }

  async retry(folders: readonly string[]): Promise<void> {
    await Promise.allSettled(folders.map((folder) => this.poll([folder], 0)));
  }

  shownFolders(withinMs: number): string[] {
    const oldest = this.clock.monotonicMs() - withinMs;
    return [...this.listedAt]
      .filter(([, at]) => at >= oldest)
      .sort(([, a], [, b]) => b - a)
      .map(([directory]) => directory);
  }

  forget(path: string): void {
    this.pending.remove(path);
    this.listedAt.delete(path);
  }

  clear(): void {
    this.listedAt.clear();
  }

  /** Walks down from the root, so that a missing folder costs no request for the folders below it. */
  private async findForShow(path: string, maxAgeMs = listingMaxAgeMs): Promise<FileEntry | undefined> {
    if (this.isHidden(path)) return undefined;
    for (const folder of ancestorsOf(path)) {
      const { entries } = await this.listForShow(parentOf(folder), maxAgeMs);
      if (entries.get(nameOf(folder))?.type !== "directory") return undefined;
    }
    const directory = parentOf(path);
    try {
      return (await this.listForShow(directory, maxAgeMs)).entries.get(nameOf(path));
    } catch (error) {
      // The folder was deleted after its parent was listed.
      if (directory !== "/" && isServiceError(error, "notFound")) return undefined;
      throw error;
    }
  }

  /** VS Code's deletion of the path has succeeded, although its request may still be queued. */
  private isHidden(path: string): boolean {
    return this.files.isHidden(path);
  }
}
