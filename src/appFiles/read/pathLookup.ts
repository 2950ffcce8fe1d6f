// Finds what is at a path of an app: by the listings of the folders above it, and by asking for the path itself.

import { FileProblem } from "../../core/errors/fileProblem";
import { isServiceError } from "../../core/errors/serviceError";
import type { FileEntry } from "../../core/model/model";
import { ancestorsOf, joinAppPath, nameOf, parentOf } from "../../core/paths/appPath";
import type { AppWire } from "./appWire";
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

  private async unlisted(path: string, options: ReadOptions): Promise<FileEntry | undefined> {
    try {
      return await this.byName(path, options);
    } catch (error) {
      // Some services fail for what is not there: then the same happens to a name that nobody uses.
      if (!isServiceError(error, "server", "badResponse", ...denials) || error.mostBytes) throw error;
      const other = await this.byName(joinAppPath(parentOf(path), nobodysName), options).catch(
        (failure: unknown) => failure,
      );
      if (!isServiceError(other, error.kind) || other.status !== error.status) throw error;
      // A listing must still work: otherwise the service is down.
      return (await this.find(path, 0)).entry;
    }
  }

  /** Only a response that denies the path says that nothing is there; a download that fails after it showed a file does not. */
  private async byName(path: string, options: ReadOptions): Promise<FileEntry | undefined> {
    const found = await this.wire.observe(path, options).catch((error: unknown) => {
      if (isServiceError(error, ...denials)) return undefined;
      throw error;
    });
    if (!found) return undefined;
    const { content } = found;
    if (content.isDirectory)
      return content.entries.length > 0 ? { ...unlistedFile(path, 0), type: "directory" } : undefined;
    const { text } = content;
    const encoded = new TextEncoder().encode(text);
    // No listing tells the size, by which it would be seen that another decoder made the text: ASCII is the same in most.
    const isExact = text?.length === encoded.length;
    const bytes = isExact ? encoded : await this.wire.download(path, options);
    // Some services have an empty text for what is not there; an empty file is no loss.
    return bytes.byteLength > 0 ? unlistedFile(path, bytes.byteLength) : undefined;
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

/** A response that is too long, or cut off, may be about a file. */
const denials = ["notFound", "refused", "badInput"] as const;
const nobodysName = "hosted-apps-not-there";

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
