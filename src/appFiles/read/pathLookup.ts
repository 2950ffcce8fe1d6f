// Finds a path of an app by the listings of its parents, and by requesting the path itself.

import { FileProblem } from "../../core/errors/fileProblem";
import { isServiceError } from "../../core/errors/serviceError";
import type { FileEntry } from "../../core/model/model";
import { ancestorsOf, joinAppPath, nameOf, parentOf } from "../../core/paths/appPath";
import type { FileService } from "./fileService";
import type { Listing, Listings } from "./listings";
import type { Observation, ReadOptions } from "./readParts";

/** Oldest listing for display, and for the first look of a change, which a second look confirms. */
export const listingMaxAgeMs = 10_000;

/** The latest possible date, for an unlisted file: proves nothing. */
const unknownTime = 8.64e15;

/** From a request for the path itself: its time is not the service's. */
export function isUnlisted(entry: Pick<FileEntry, "modifiedAt">): boolean {
  return entry.modifiedAt === unknownTime;
}

export function unlistedFile(path: string, sizeBytes: number): FileEntry {
  return { name: nameOf(path), type: "file", sizeBytes, createdAt: unknownTime, modifiedAt: unknownTime };
}

export class PathLookup {
  constructor(
    private readonly listings: Listings,
    private readonly service: Pick<FileService, "observe" | "download">,
  ) {}

  /** Not from older memory; rejects when listing fails. */
  observe(path: string, maxAgeMs: number): Promise<Observation> {
    return checked(path, () => this.find(path, maxAgeMs));
  }

  /** Requests an unlisted path itself: listings may be incomplete, lagging or wrong. */
  observeByName(path: string, maxAgeMs: number, options: ReadOptions): Promise<Observation> {
    return checked(path, async () => {
      const observed = await this.find(path, maxAgeMs);
      if (observed.entry) return observed;
      return { ...observed, entry: await this.unlisted(path, options) };
    });
  }

  private async unlisted(path: string, options: ReadOptions): Promise<FileEntry | undefined> {
    try {
      return await this.byName(path, options);
    } catch (error) {
      // Some services answer 500 for missing files: then an unused name fails the same way.
      if (!isServiceError(error, "server", "badResponse", ...denials) || error.mostBytes) throw error;
      const other = await this.byName(joinAppPath(parentOf(path), missingName), options).catch(
        (failure: unknown) => failure,
      );
      if (!isServiceError(other, error.kind) || other.status !== error.status) throw error;
      // A failing listing means that the service is down.
      return (await this.find(path, 0)).entry;
    }
  }

  /** Only a response that denies the path proves its absence; a download that fails midway does not. */
  private async byName(path: string, options: ReadOptions): Promise<FileEntry | undefined> {
    const found = await this.service.observe(path, options).catch((error: unknown) => {
      if (isServiceError(error, ...denials)) return undefined;
      throw error;
    });
    if (!found) return undefined;
    const { content } = found;
    if (content.isDirectory)
      return content.entries.length > 0 ? { ...unlistedFile(path, 0), type: "directory" } : undefined;
    const { text } = content;
    const encoded = new TextEncoder().encode(text);
    // Without a listed size another decoding could not be noticed; ASCII is safe.
    const isExact = text?.length === encoded.length;
    const bytes = isExact ? encoded : await this.service.download(path, options);
    // Some services return empty text for a missing file: the newest listing decides.
    return bytes.byteLength > 0 ? unlistedFile(path, bytes.byteLength) : (await this.find(path, 0)).entry;
  }

  /** Undefined only after good listings without the path. Rejects with a ServiceError. */
  async find(path: string, maxAgeMs: number): Promise<Observation> {
    const { listings } = this;
    for (const folder of ancestorsOf(path)) {
      // A folder's existence may be remembered for a while, its absence must be current.
      const known = await listings.get(parentOf(folder), Math.max(maxAgeMs, listingMaxAgeMs));
      if (isFolderIn(known, folder)) continue;
      const now = await listings.get(parentOf(folder), Math.min(maxAgeMs, listingMaxAgeMs));
      if (!isFolderIn(now, folder)) return { entry: undefined, askedAt: now.askedAt };
    }
    try {
      const { entries, askedAt } = await listings.get(parentOf(path), maxAgeMs);
      return { entry: entries.get(nameOf(path)), askedAt };
    } catch (error) {
      // A folder that vanished after its parent's listing is empty.
      if (parentOf(path) === "/" || !isServiceError(error, "notFound", "badInput")) throw error;
      for (const folder of ancestorsOf(path)) {
        const above = await listings.get(parentOf(folder), 0);
        if (!isFolderIn(above, folder)) return { entry: undefined, askedAt: above.askedAt };
      }
      throw error;
    }
  }
}

/** A response that is too long or cut off may belong to a file. */
const denials = ["notFound", "refused", "badInput"] as const;
const missingName = "hosted-apps-not-there";

async function checked<T>(path: string, look: () => Promise<T>): Promise<T> {
  try {
    return await look();
  } catch (error) {
    if (isServiceError(error, "unauthorized", "forbidden", "dialect")) throw error;
    throw new FileProblem("unchecked", path, undefined, { cause: error });
  }
}

function isFolderIn(listing: Listing, folder: string): boolean {
  return listing.entries.get(nameOf(folder))?.type === "directory";
}
