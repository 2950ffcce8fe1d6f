// Sends files one after the other at the service's pace. A failing one is named and the rest go on; cancelling keeps
// back what has not started. Every file ends in exactly one of the lists.
import { nameOf } from "../../../core/appPath";
import type { Clock } from "../../../core/clock";
import { forEachParallel } from "../../../core/parallel";
import { remainingPacedMs } from "../../../core/remainingTime";
import { isCancelled } from "./isCancelled";
import type { TransferFailure } from "./transferProblem";
import type { UploadItem } from "./uploadPlan";

/** What is to be sent, and with what. */
export interface UploadRun<Place> {
  readonly items: readonly UploadItem<Place>[];
  readonly read: (place: Place) => Promise<Uint8Array>;
  /** Resolves when the app is known to have the file. Once `signal` is aborted it sends nothing more. */
  readonly write: (
    path: string,
    bytes: Uint8Array,
    options: { readonly overwrite: boolean; readonly signal: AbortSignal },
  ) => Promise<void>;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** The least time between two uploads. */
  readonly leastMsEach: number;
  readonly onProgress: (progress: UploadProgress) => void;
}

/** How far it is. */
export interface UploadProgress {
  readonly done: number;
  readonly total: number;
  /** The name of the oldest that is under way. */
  readonly name: string;
  readonly remainingMs: number;
}

/** What became of each item. */
export interface UploadResult<Place> {
  readonly uploaded: readonly string[];
  readonly failed: readonly (TransferFailure & { readonly item: UploadItem<Place> })[];
  /** Not sent, since the user cancelled. */
  readonly cancelled: readonly string[];
}

/** Read and queued at a time: enough for the lane to have the next one ready, and no more held in memory. */
const filesAtOnce = 4;

/** Resolves when every item has arrived, failed or been kept back; never rejects. */
export async function runUpload<Place>(run: UploadRun<Place>): Promise<UploadResult<Place>> {
  const { items, signal, clock } = run;
  const startedAt = clock.now();
  const uploaded: string[] = [];
  const failed: (TransferFailure & { readonly item: UploadItem<Place> })[] = [];
  const cancelled: string[] = [];
  const underWay = new Set<string>();

  const report = (): void => {
    const [oldest] = underWay;
    if (oldest === undefined) return;
    const done = uploaded.length + failed.length;
    run.onProgress({
      done,
      total: items.length,
      name: nameOf(oldest),
      remainingMs: remainingPacedMs({
        total: items.length,
        done,
        elapsedMs: clock.now() - startedAt,
        leastMsEach: run.leastMsEach,
      }),
    });
  };

  const upload = async (item: UploadItem<Place>): Promise<void> => {
    const { path } = item;
    let bytes: Uint8Array;
    try {
      bytes = await run.read(item.local.place);
    } catch (error) {
      failed.push({ path, item, problem: { kind: "unreadable", error } });
      return;
    }
    try {
      signal.throwIfAborted();
      await run.write(path, bytes, { overwrite: item.replaces, signal });
      uploaded.push(path);
    } catch (error) {
      if (isCancelled(error, signal)) cancelled.push(path);
      else failed.push({ path, item, problem: { kind: "error", error } });
    }
  };

  await forEachParallel(items, filesAtOnce, async (item) => {
    if (signal.aborted) {
      cancelled.push(item.path);
      return;
    }
    underWay.add(item.path);
    report();
    await upload(item);
    underWay.delete(item.path);
    report();
  });
  return { uploaded, failed, cancelled };
}
