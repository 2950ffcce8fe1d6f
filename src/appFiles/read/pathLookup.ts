// Finds what is at a path of an app: by the listings of the folders above it, and by asking for the path itself.

import { FileProblem } from "../../core/errors/fileProblem";
import { isServiceError } from "../../core/errors/serviceError";
import type { FileEntry } from "../../core/model/model";
import { ancestorsOf, nameOf, parentOf } from "../../core/paths/appPath";
import type { AppWire } from "./appWire";
import { isDoubtful } from "./fileReads";
import type { Listing, Observations } from "./observations";
import type { Observation, ReadOptions } from "./readParts";

/** How old a listing may be for a look, and for the first look of a change, which a second one confirms; in milliseconds. */
export const listingMaxAgeMs = 10_000;

/** The time of a file that no listing shows is not known. The latest date that there is proves nothing. */
const unknownTime = 8.64e15;

/** Whether the entry is of a request for the path itself: no listing shows it, and its time is not the service's. */
export function isUnlisted(entry: FileEntry): boolean {
  return entry.modifiedAt === unknownTime;
}

/** The entry of a file that was read and that no listing shows as it was read. */
export function unlistedFile(path: string, sizeBytes: number): FileEntry {
  return { name: nameOf(path), type: "file", sizeBytes, createdAt: unknownTime, modifiedAt: unknownTime };
}

export class PathLookup {
  constructor(
    private readonly observations: Observations,
    private readonly wire: Pick<AppWire, "observe" | "download">,
  ) {}

  /** For a decision: never from memory that is older, never after a failure. */
  observe(path: string, maxAgeMs: number): Promise<Observation> {
    return checked(path, () => this.find(path, maxAgeMs));
  }

  /** As `observe`. A path that no listing shows is asked for itself: listings may be cut off, late or wrong. */
  observeByName(path: string, maxAgeMs: number, options: ReadOptions): Promise<Observation> {
    return checked(path, async () => {
      const observed = await this.find(path, maxAgeMs);
      if (observed.entry) return observed;
      return { ...observed, entry: await this.unlisted(path, options) };
    });
  }

  /** Any response but a file's or a folder's says that nothing is there; none, and a refusal to read it, say nothing. */
  private async unlisted(path: string, options: ReadOptions): Promise<FileEntry | undefined> {
    try {
      const { content } = await this.wire.observe(path, options);
      if (content.isDirectory)
        return content.entries.length > 0 ? { ...unlistedFile(path, 0), type: "directory" } : undefined;
      const { text } = content;
      const isText = text !== undefined && !isDoubtful(text);
      const bytes = isText ? new TextEncoder().encode(text) : await this.wire.download(path, options);
      // Some services have an empty text for what is not there; an empty file is no loss.
      return bytes.byteLength > 0 ? unlistedFile(path, bytes.byteLength) : undefined;
    } catch (error) {
      if (!isServiceError(error) || isServiceError(error, ...saysNothing)) throw error;
      return undefined;
    }
  }

  /**
   * No entry only after listings that were good and lack it. Walks from the app's folder down, so that a name missing
   * high up costs no request below it. Rejects with a ServiceError when a folder cannot be listed.
   */
  async find(path: string, maxAgeMs: number): Promise<Observation> {
    const { observations } = this;
    for (const folder of ancestorsOf(path)) {
      // That a folder is there may be known for a while; that it is not must be known of now.
      const known = await observations.get(parentOf(folder), Math.max(maxAgeMs, listingMaxAgeMs));
      if (isFolderIn(known, folder)) continue;
      const now = await observations.get(parentOf(folder), Math.min(maxAgeMs, listingMaxAgeMs));
      if (!isFolderIn(now, folder)) return { entry: undefined, askedAt: now.askedAt };
    }
    try {
      const { entries, askedAt } = await observations.get(parentOf(path), maxAgeMs);
      return { entry: entries.get(nameOf(path)), askedAt };
    } catch (error) {
      // A folder that vanished since those above were listed holds nothing.
      if (parentOf(path) === "/" || !isServiceError(error, "notFound", "badInput")) throw error;
      for (const folder of ancestorsOf(path)) {
        const above = await observations.get(parentOf(folder), 0);
        if (!isFolderIn(above, folder)) return { entry: undefined, askedAt: above.askedAt };
      }
      throw error;
    }
  }
}

/** A file that may not be read is not absent. */
const saysNothing = [
  "unauthorized",
  "forbidden",
  "rateLimited",
  "network",
  "certificate",
  "timeout",
] as const;

async function checked<T>(path: string, look: () => Promise<T>): Promise<T> {
  try {
    return await look();
  } catch (error) {
    if (isServiceError(error, "unauthorized", "forbidden", "wire")) throw error;
    throw new FileProblem("unchecked", path, undefined, { cause: error });
  }
}

function isFolderIn(listing: Listing, folder: string): boolean {
  return listing.entries.get(nameOf(folder))?.type === "directory";
}
