// Brings files to this machine, many at a time: those that come as text have no limit, the others wait for their turn
// beside them. A file is written only when all of it was read. Every file ends in exactly one of the lists.
import { mayBeText } from "../../../api/exactText";
import type { Clock } from "../../../core/clock";
import { onAbort } from "../../../core/onAbort";
import { forEachParallel } from "../../../core/parallel";
import { type Load, remainingReadMs, type WindowedPace, weightOf } from "../../../core/remainingTime";
import type { DownloadFailure, LocalFolder, PlannedDownload } from "./downloadPlan";
import { isCancelled } from "./isCancelled";
import type { TransferProblem } from "./transferProblem";

/** What is to be brought, and with what. */
export interface DownloadRun {
  readonly items: readonly PlannedDownload[];
  readonly local: LocalFolder;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** The service's pace for files that do not come as text. */
  readonly pace: WindowedPace;
  readonly onProgress: (progress: DownloadProgress) => void;
}

/** How far it is. */
export interface DownloadProgress {
  readonly done: number;
  readonly total: number;
  readonly name: string;
  /** 0 to 1, by size. */
  readonly fraction: number;
  readonly remainingMs: number;
}

/** What became of each item. */
export interface DownloadResult {
  /** In the order of the items. */
  readonly downloaded: readonly string[];
  readonly failed: readonly (DownloadFailure & { readonly item: PlannedDownload })[];
  /** Not written, since the user cancelled. */
  readonly cancelled: readonly string[];
}

const filesAtOnce = 16;
/** Of those. They wait for the limit, may be large and are held whole, so they are few. */
const limitedFilesAtOnce = 4;

/** Resolves when every item has arrived, failed or been cancelled; never rejects. */
export async function runDownload(run: DownloadRun): Promise<DownloadResult> {
  const { items, clock, signal, local } = run;
  const startedAt = clock.now();
  const downloaded = new Set<PlannedDownload>();
  const failed: (DownloadFailure & { readonly item: PlannedDownload })[] = [];
  const cancelled: string[] = [];
  const underWay = new Set<PlannedDownload>();

  const isLimited = ({ entry }: PlannedDownload): boolean => !mayBeText(entry.name, entry.sizeBytes);
  const free = new CountedLoad(items.filter((item) => !isLimited(item)));
  const paced = new CountedLoad(items.filter(isLimited));

  const report = (): void => {
    const [oldest] = underWay;
    if (!oldest) return;
    run.onProgress({
      done: downloaded.size + failed.length,
      total: items.length,
      name: oldest.entry.name,
      fraction: (free.weightDone + paced.weightDone) / Math.max(1, free.weight + paced.weight),
      remainingMs: remainingReadMs(free, paced.with(run.pace), clock.now() - startedAt),
    });
  };

  const download = async (item: PlannedDownload): Promise<void> => {
    const { path } = item;
    const fail = (problem: TransferProblem): void => void failed.push({ app: item.app, path, item, problem });
    // A signal of its own for each: many listeners on one would look like a leak.
    const own = new AbortController();
    const unfollow = onAbort(signal, () => own.abort(signal.reason));
    try {
      signal.throwIfAborted();
      const bytes = await item.app.readWhole(path, item.entry, { signal: own.signal, priority: "normal" });
      signal.throwIfAborted();
      const problem = await write(item, bytes, local);
      if (problem) fail(problem);
      else downloaded.add(item);
    } catch (error) {
      if (isCancelled(error, signal)) cancelled.push(path);
      else fail({ kind: "error", error });
    } finally {
      unfollow();
    }
  };
  const downloadAll = (some: readonly PlannedDownload[], atOnce: number): Promise<void> =>
    forEachParallel(some, atOnce, async (item) => {
      if (signal.aborted) {
        cancelled.push(item.path);
        return;
      }
      underWay.add(item);
      report();
      await download(item);
      underWay.delete(item);
      (isLimited(item) ? paced : free).add(item);
      report();
    });

  const firsts = items.filter(({ twin }) => twin === undefined);
  const [limited, unlimited] = [firsts.filter(isLimited), firsts.filter((item) => !isLimited(item))];
  await Promise.all([
    downloadAll(unlimited, filesAtOnce - Math.min(limited.length, limitedFilesAtOnce)),
    downloadAll(limited, limitedFilesAtOnce),
  ]);
  // Only when the other is written can be seen whether this machine takes both for one.
  await downloadAll(
    items.filter(({ twin }) => twin !== undefined),
    1,
  );
  return {
    downloaded: items.filter((item) => downloaded.has(item)).map(({ path }) => path),
    failed,
    cancelled,
  };
}

/** Looks again before it writes: the user was asked only about what was there then. */
async function write(
  item: PlannedDownload,
  bytes: Uint8Array,
  local: LocalFolder,
): Promise<TransferProblem | undefined> {
  const found = await local.look(item.localPath);
  if (found) {
    if (found.isLink) return { kind: "localLink" };
    if (item.twin !== undefined && !(await areApart(item.localPath, item.twin, local)))
      return { kind: "twin", twin: item.twin };
    if (found.type !== "file" || !item.replaces) return { kind: "appeared" };
  }
  try {
    await local.write(item.localPath, bytes);
    return undefined;
  } catch (error) {
    return { kind: "unwritable", error };
  }
}

/** True when the two are different files here: their common folder lists both names at which they part. */
async function areApart(path: string, twin: string, local: LocalFolder): Promise<boolean> {
  const names = path.split("/");
  const twinNames = twin.split("/");
  const at = names.findIndex((name, index) => name !== twinNames[index]);
  const listed = await local.namesIn(names.slice(0, at).join("/"));
  return [names[at], twinNames[at]].every((name) => name !== undefined && listed.includes(name));
}

class CountedLoad implements Load {
  readonly files: number;
  readonly weight: number;
  filesDone = 0;
  weightDone = 0;

  constructor(items: readonly PlannedDownload[]) {
    this.files = items.length;
    this.weight = items.reduce((sum, { entry }) => sum + weightOf(entry.sizeBytes), 0);
  }

  add({ entry }: PlannedDownload): void {
    this.filesDone++;
    this.weightDone += weightOf(entry.sizeBytes);
  }

  with(pace: WindowedPace): Load & { readonly pace: WindowedPace } {
    const { files, filesDone, weight, weightDone } = this;
    return { files, filesDone, weight, weightDone, pace };
  }
}
