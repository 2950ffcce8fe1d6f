// Proves that what was removed is gone: by listings of now, whatever the service's answer to the deletion says.

import { isServiceError } from "../../core/errors/serviceError";
import type { FileEntry } from "../../core/model/model";
import { nameOf, parentOf } from "../../core/paths/appPath";
import { walkTree } from "../../core/paths/walkTree";
import { type ChangeParts, lagWaitsMs } from "../changeParts";
import { type Listing, listedOnce } from "../read/observations";
import type { Snapshot } from "./change";

type ProofParts = Pick<ChangeParts, "clock" | "wire" | "observations" | "serviceTime">;

/** What became of what was to be removed, by its path. */
export interface Removed {
  /** Nothing is there any more. */
  readonly gone: readonly string[];
  /** It is gone, and somebody has put something else in its place. */
  readonly replaced: readonly string[];
  /** It is still there. */
  readonly left: readonly string[];
}

/**
 * Looks until all are gone, or as often as a listing may lag. `doneAfter`: when the deletion was sent (monotonic), unless
 * it is not known to have been done. Rejects when nothing can be seen within a time limit.
 */
export async function proveRemoved(
  parts: ProofParts,
  snapshots: readonly Snapshot[],
  doneAfter: number | undefined,
): Promise<Removed> {
  const giveUpAt = parts.clock.monotonicMs() + parts.wire.timeoutMs;
  const gone: string[] = [];
  const replaced: string[] = [];
  let open = [...snapshots];
  let failure: unknown;
  for (let round = 0; ; round++) {
    const waitMs = lagWaitsMs[Math.min(round, lagWaitsMs.length - 1)] ?? 0;
    if (waitMs > 0) await parts.clock.sleep(waitMs);
    const isLast = round + 1 >= lagWaitsMs.length;
    try {
      const list = listedOnce((directory) => parts.observations.get(directory, 0));
      const left: Snapshot[] = [];
      for (const snapshot of open) {
        const { path } = snapshot.target;
        const there = await entryAt(path, list);
        if (!there) gone.push(path);
        else if (await isOther(parts, snapshot, { there, doneAfter, isLast })) replaced.push(path);
        else left.push(snapshot);
      }
      open = left;
      failure = undefined;
    } catch (error) {
      if (isServiceError(error, "unauthorized", "forbidden")) throw error;
      failure = error;
    }
    if (open.length === 0 && !failure) break;
    if (failure ? parts.clock.monotonicMs() >= giveUpAt : isLast) break;
  }
  if (failure) throw failure;
  return { gone, replaced, left: open.map(({ target }) => target.path) };
}

/** A folder that cannot be listed is gone only when its own parent says so, up to the app itself. */
async function entryAt(
  path: string,
  list: (directory: string) => Promise<Listing>,
): Promise<FileEntry | undefined> {
  const directory = parentOf(path);
  try {
    return (await list(directory)).entries.get(nameOf(path));
  } catch (error) {
    // The parent is a file now.
    if (isServiceError(error, "badInput")) return undefined;
    if (directory === "/" || !isServiceError(error, "notFound", "refused")) throw error;
    if (!(await entryAt(directory, list))) return undefined;
    throw error;
  }
}

/** Whether another author made the entry after the deletion request was sent; a folder when it was created again with newer files only. */
async function isOther(
  { observations, serviceTime }: ProofParts,
  { target, entry }: Snapshot,
  { there, doneAfter, isLast }: { there: FileEntry; doneAfter: number | undefined; isLast: boolean },
): Promise<boolean> {
  if (there.type !== entry.type) return true;
  if (doneAfter === undefined) return false;
  if (there.type !== "directory") return serviceTime.isAfter(there, doneAfter);
  if (!isLast || there.createdAt === entry.createdAt) return false;
  const tree = await walkTree(target.path, {
    list: async (directory) => [...(await observations.get(directory, 0)).entries.values()],
  });
  const files = tree.filter((each) => each.entry.type !== "directory");
  // An empty folder that stays is not gone.
  return files.length > 0 && files.every((file) => serviceTime.isAfter(file.entry, doneAfter));
}
