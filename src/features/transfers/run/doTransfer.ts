// Does what is chosen of a plan as one operation: written down, shown, cancellable, and undone as one.

import type { AppFiles } from "../../../appFiles/appFiles";
import type { OperationHeader } from "../../../appFiles/backups/operation";
import type { FileChange } from "../../../appFiles/read/ownChanges";
import type { TransferRow } from "../../../appFiles/transfer/plan/transferPlan";
import { servicePace } from "../../../appFiles/transfer/runProgress";
import type { RowEnd } from "../../../appFiles/transfer/runTransfer";
import { runTransfer, type TransferRun } from "../../../appFiles/transfer/runTransfer";
import { CancelledError } from "../../../core/errors/cancelledError";
import type { AppKey } from "../../../core/model/appKey";
import { ancestorsOf, nameOf, parentOf } from "../../../core/paths/appPath";
import { appUri } from "../../../editor/appUris";
import { toFileSystemError } from "../../../editor/fileErrors";
import type { Progress } from "../../../editor/progress";
import { timeLeft } from "../ask/planText";
import { type ErrorWords, failedEnds, type LeftFile } from "../ask/problemText";
import type { TransferServices } from "../place/transferServices";

export interface Transfer extends Pick<TransferRun, "rows" | "folder" | "memory" | "archive"> {
  readonly header: OperationHeader;
}

/** What became of the rows. */
export interface TransferEnd {
  /** For undoing it; absent when nothing was begun. */
  readonly operationId: string | undefined;
  readonly ends: readonly RowEnd[];
  readonly failed: readonly LeftFile[];
  /** Paths in the app of rows that were not begun, since the user cancelled. */
  readonly cancelled: readonly string[];
}

/** Rejects only when it cannot be written down that it begins: then nothing was changed. */
export async function doTransfer(
  transfer: Transfer,
  services: TransferServices,
  { signal, report }: Progress,
): Promise<TransferEnd> {
  const { header, rows, folder, memory, archive } = transfer;
  if (rows.length === 0) return { operationId: undefined, ends: [], failed: [], cancelled: [] };
  const { files, kept, transfers, clock } = services;
  const { accountId, appId } = header;
  const log = await kept.begin({ ...header, title: { count: rows.length, ...header.title } });
  const cancelled = new AbortController();
  const listener = transfers.onDidCancelAll(() => cancelled.abort(new CancelledError()));
  const app = files.get({ accountId, appId });
  try {
    const ends = await runTransfer({
      key: { accountId, appId },
      ...{ rows, folder, memory, archive, log, transfers, clock, pace: servicePace },
      app,
      signal: AbortSignal.any([signal, cancelled.signal]),
      onProgress: ({ done, total, path, fraction, remainingMs }) =>
        report(`${Math.min(done + 1, total)}/${total} ${nameOf(path)} · ${timeLeft(remainingMs)}`, fraction),
      onEnded: (end) => tell(app, end),
    });
    await log.end(outcomeOf(ends));
    return {
      operationId: log.id,
      ends,
      failed: failedEnds(ends, wordsFor(header)),
      cancelled: pathsOf(ends, ({ end }) => end === "cancelled"),
    };
  } finally {
    listener.dispose();
  }
}

/** Tells mounts what a row has changed in the app, or may have. */
function tell(app: AppFiles, { row, end }: RowEnd): void {
  if (row.direction !== "toApp" || (end !== "done" && end !== "notKnown")) return;
  // What is read then is what the service shows.
  if (end === "notKnown") app.markStale(parentOf(row.path));
  app.tell(changesOf(row));
}

/** With the folders that the row's file may have made. */
function changesOf({ path, local, kept, remote }: TransferRow): FileChange[] {
  if (!local && !kept) return [{ type: "deleted", path }];
  if (remote) return [{ type: "changed", path }];
  return [...ancestorsOf(path), path].map((created) => ({ type: "created", path: created }));
}

/** The engine's errors in words. */
export function wordsFor({ accountId, appId }: AppKey): ErrorWords {
  return (error, path) => toFileSystemError(error, appUri({ accountId, appId, path }));
}

export function pathsOf(ends: readonly RowEnd[], isMeant: (end: RowEnd) => boolean): string[] {
  return ends
    .filter(isMeant)
    .map(({ row }) => row.path)
    .sort();
}

/** The paths of the rows that were done, put or removed. */
export function donePaths(ends: readonly RowEnd[], isMeant: (row: TransferRow) => boolean): string[] {
  return pathsOf(ends, ({ row, end }) => end === "done" && isMeant(row));
}

function outcomeOf(ends: readonly RowEnd[]): "done" | "failed" | "cancelled" {
  if (ends.some(({ end }) => end === "failed" || end === "notKnown")) return "failed";
  return ends.some(({ end }) => end === "cancelled") ? "cancelled" : "done";
}
