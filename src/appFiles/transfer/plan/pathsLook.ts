// The app's entries at some paths: one listing per folder, and of parents only where a folder is missing.
import { forEachParallel } from "../../../core/async/parallel";
import { isServiceError } from "../../../core/errors/serviceError";
import { ancestorsOf, joinAppPath, parentOf, segmentsOf } from "../../../core/paths/appPath";
import { foldedPath } from "../../../core/paths/localNames";
import { type Listing, listedOnce } from "../../read/listings";
import { alikeIn, obstacleIn, type SeenEntry } from "./filePairs";
import type { TransferApp } from "./transferApp";

const listingsAtOnce = 16;
/** Errors of services for a missing folder. */
const maybeMissing = ["notFound", "badInput", "refused", "badResponse", "server"] as const;

export class PathsLook {
  readonly entries = new Map<string, SeenEntry>();
  /** When the first listing was requested; monotonic. */
  askedAt = Number.POSITIVE_INFINITY;
  private readonly listed = new Set<string>();
  private readonly folders = new Set<string>();
  private byFolded: ReadonlyMap<string, string> | undefined;

  /** Rejects as listing does, except for missing folders, and with the signal's reason. */
  static async of(
    paths: readonly string[],
    app: Pick<TransferApp, "list">,
    signal: AbortSignal,
  ): Promise<PathsLook> {
    const look = new PathsLook();
    const list = listedOnce(async (folder: string): Promise<void> => {
      try {
        look.add(folder, await app.list(folder, { maxAgeMs: 0 }));
      } catch (error) {
        if (folder === "/" || !isServiceError(error, ...maybeMissing)) throw error;
        signal.throwIfAborted();
        // Missing, or not a folder: the parent's listing tells.
        await list(parentOf(folder));
        const isThere = look.entries.get(folder)?.entry.type === "directory";
        if (isThere && !isServiceError(error, "notFound")) throw error;
      }
    });
    const levels = new Map<number, Set<string>>();
    for (const folder of paths.map(parentOf)) {
      const depth = segmentsOf(folder).length;
      levels.set(depth, (levels.get(depth) ?? new Set()).add(folder));
    }
    for (const [, folders] of [...levels].sort(([a], [b]) => a - b)) {
      // One listing of a common parent covers several folders.
      for (const asked of [severalIn(folders), folders]) {
        const there = [...asked].filter((folder) => !look.isMissing(folder));
        await forEachParallel(there, listingsAtOnce, list, signal);
      }
    }
    return look;
  }

  has(path: string): boolean {
    return this.entries.has(path) || this.folders.has(path);
  }

  obstacleOf(path: string): string | undefined {
    return obstacleIn(path, this.entries);
  }

  alikeOf(path: string): string | undefined {
    this.byFolded ??= new Map([...this.entries.keys()].map((each) => [foldedPath(each), each]));
    return alikeIn(path, (each) => this.has(each), this.byFolded);
  }

  private isMissing(folder: string): boolean {
    return [...ancestorsOf(folder), folder].some(
      (each) => this.listed.has(parentOf(each)) && this.entries.get(each)?.entry.type !== "directory",
    );
  }

  private add(folder: string, { entries, askedAt }: Listing): void {
    this.askedAt = Math.min(this.askedAt, askedAt);
    this.listed.add(folder);
    for (const each of [...ancestorsOf(folder), folder]) this.folders.add(each);
    for (const entry of entries.values()) {
      const path = joinAppPath(folder, entry.name);
      this.entries.set(path, { path, entry, askedAt });
    }
  }
}

function severalIn(folders: ReadonlySet<string>): Set<string> {
  const seen = new Set<string>();
  const isSecond = (parent: string): boolean => seen.size === seen.add(parent).size;
  return new Set([...folders].map(parentOf).filter(isSecond));
}
