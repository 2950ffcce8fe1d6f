// Deletes paths and does not believe it until the service has said so or a listing shows it
// (interface.md DELETE /v1/apps/{appId}/files).
import { nameOf, parentOf } from "../core/appPath";
import type { FileEntry } from "../core/model";
import { isServiceError, ServiceError } from "../core/serviceError";
import type { Deletion } from "./deleteQueue";

export interface Removal {
  readonly paths: readonly string[];
  readonly send: () => Promise<Deletion>;
  readonly list: (directory: string) => Promise<readonly FileEntry[]>;
  /** The moments at which to look at a listing that may lag. */
  readonly looks: () => AsyncGenerator<void>;
}

const mostNamed = 3;

/** Resolves when every path is gone; otherwise rejects with a ServiceError that names the first that are not. */
export async function confirmRemoved({ paths, send, list, looks }: Removal): Promise<void> {
  let failure: ServiceError | undefined;
  let answered: Deletion = { deleted: [], failed: [] };
  try {
    answered = await send();
  } catch (error) {
    if (!isServiceError(error) || !error.outcomeUnknown) throw error;
    failure = error;
  }
  const refused = new Set(answered.failed);
  const deleted = new Set(answered.deleted);
  let left = paths.filter((path) => refused.has(path) || !deleted.has(path));
  if (left.length === 0) return;
  for await (const _ of looks()) {
    left = await stillThere(left, list).catch((error: unknown) => {
      throw failure ?? error;
    });
    if (left.length === 0) return;
    // The service has decided on those: looking again would not change it.
    if (left.every((path) => refused.has(path))) break;
  }
  if (failure) throw failure;
  throw notRemoved(left);
}

async function stillThere(paths: readonly string[], list: Removal["list"]): Promise<string[]> {
  const listings = new Map<string, Promise<readonly FileEntry[]>>();
  const listOnce = (directory: string): Promise<readonly FileEntry[]> => {
    const listing = listings.get(directory) ?? list(directory);
    listings.set(directory, listing);
    return listing;
  };
  const left: string[] = [];
  for (const path of paths) if (await isThere(path, listOnce)) left.push(path);
  return left;
}

/** A folder that cannot be listed is gone only when its own parent says so, up to the app itself. */
async function isThere(path: string, list: Removal["list"]): Promise<boolean> {
  try {
    return (await list(parentOf(path))).some(({ name }) => name === nameOf(path));
  } catch (error) {
    // The parent is a file now.
    if (isServiceError(error, "badInput")) return false;
    if (parentOf(path) === "/" || !isServiceError(error, "notFound", "refused")) throw error;
    if (!(await isThere(parentOf(path), list))) return false;
    throw error;
  }
}

function notRemoved(paths: readonly string[]): ServiceError {
  const more = paths.length - mostNamed;
  const names = paths.slice(0, mostNamed).join(", ") + (more > 0 ? ` and ${more} more` : "");
  return new ServiceError("refused", `${paths.length} paths are still there after they were to be deleted`, {
    serviceText: `The service did not delete ${names}.`,
  });
}
