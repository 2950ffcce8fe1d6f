// Finds what is at a path of an app, by the listings of the folders above it.

import { FileProblem } from "../../core/errors/fileProblem";
import { isServiceError } from "../../core/errors/serviceError";
import { ancestorsOf, nameOf, parentOf } from "../../core/paths/appPath";
import type { Observation } from "../changeParts";
import type { Listing, Observations } from "./observations";

/** How old a listing may be for a look, in milliseconds. */
export const listingMaxAgeMs = 10_000;

export class PathLookup {
  constructor(private readonly observations: Observations) {}

  /** For a decision: never from memory that is older, never after a failure. */
  async observe(path: string, maxAgeMs: number): Promise<Observation> {
    try {
      return await this.find(path, maxAgeMs);
    } catch (error) {
      if (isServiceError(error, "unauthorized", "forbidden", "wire")) throw error;
      throw new FileProblem("unchecked", path, undefined, { cause: error });
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

function isFolderIn(listing: Listing, folder: string): boolean {
  return listing.entries.get(nameOf(folder))?.type === "directory";
}
