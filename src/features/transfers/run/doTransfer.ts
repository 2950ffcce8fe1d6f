// Runs the selected rows of a plan as one operation with a journal, which can be canceled and undone.

import type { AppFiles } from "../../../appFiles/appFiles";
import type { OperationHeader, OperationLog } from "../../../appFiles/backups/operation";
import type { FileChange } from "../../../appFiles/read/ownChanges";
import { SyncMemory } from "../../../appFiles/transfer/plan/syncMemory";
import {
  isPossible,
  putBytesOf,
  type TransferPlan,
  type TransferRow,
} from "../../../appFiles/transfer/plan/transferPlan";
import { serviceLimits } from "../../../appFiles/transfer/runProgress";
import { type RowEnd, runTransfer, type TransferRun } from "../../../appFiles/transfer/runTransfer";
import { CancelledError } from "../../../core/errors/cancelledError";
import type { AppKey } from "../../../core/model/appKey";
import { ancestorsOf, nameOf, parentOf } from "../../../core/paths/appPath";
import { appUri } from "../../../editor/appUris";
import { toFileSystemError } from "../../../editor/fileErrors";
import type { Progress } from "../../../editor/progress";
import { leftRow, timeLeft } from "../ask/planText";
import { type ErrorWords, errorSentence, failedEnds, type LeftFile } from "../ask/problemText";
import type { TransferServices } from "../place/transferServices";
import { type ReleaseNote, recordRelease } from "./recordRelease";

export interface PlannedTransfer extends Partial<Pick<TransferRun, "folder" | "memory" | "archive">> {
  readonly header: OperationHeader;
  readonly plan: Pick<TransferPlan, "rows"> & Partial<TransferPlan>;
  /** The selected ones. */
  readonly rows: readonly TransferRow[];
  /** Which of the other rows count as failed; by default those that cannot be transferred. */
  readonly hasFailed?: (row: TransferRow) => boolean;
  /** A journal other than that of operations that can be undone. */
  readonly log?: OperationLog;
  /** For transfers to a linked app that end in a release. */
  readonly release?: ReleaseNote | undefined;
  /** Empty folders, by their paths in the app. */
  readonly folders?: readonly { readonly path: string; readonly make: () => PromiseLike<unknown> }[];
}

/** By path in the app; files that only the folder has, by their path there. */
export interface TransferOutcome {
  readonly put: readonly string[];
  readonly removed: readonly string[];
  /** Not tried. */
  readonly left: readonly LeftFile[];
  readonly failed: readonly LeftFile[];
  /** Not begun when the user canceled. */
  readonly cancelled: readonly string[];
  readonly unchanged: number;
  /** For undo; absent when nothing was begun. */
  readonly operationId?: string;
}

/** With another name for `put`. */
export type OutcomeOf<Put extends string> = Omit<TransferOutcome, "put"> &
  Readonly<Record<Put, readonly string[]>>;

export interface TransferEnd {
  readonly outcome: TransferOutcome;
  readonly ends: readonly RowEnd[];
}

/** Shown nowhere, and never canceled. */
export const quietProgress: Progress = { signal: new AbortController().signal, report: () => undefined };

/** Rejects only when the journal cannot be begun; then nothing was changed. */
export async function doTransfer(
  transfer: PlannedTransfer,
  services: TransferServices,
  progress: Progress,
): Promise<TransferEnd> {
  const { header, plan, rows, folders = [], hasFailed = (row) => !isPossible(row) } = transfer;
  const { operationId, ends } =
    rows.length > 0 ? await run(transfer, services, progress) : { operationId: undefined, ends: [] };
  const notMade = progress.signal.aborted ? [] : await makeFolders(folders);
  const words = wordsFor(header);
  const voice = header.kind === "pull" ? "pull" : /^(undo|rollback)$/.test(header.kind) ? "undo" : "push";
  const taken = new Set(rows);
  const others = plan.rows.filter((row) => !taken.has(row));
  const namesOf = (isMeant: (row: TransferRow) => boolean): LeftFile[] =>
    others.filter(isMeant).map((row) => leftRow(row, voice, words));
  const isPut = (row: TransferRow): boolean => putBytesOf(row) !== undefined;
  return {
    outcome: {
      put: pathsOf(ends, ({ row, end }) => end === "done" && isPut(row)),
      removed: pathsOf(ends, ({ row, end }) => end === "done" && !isPut(row)),
      left: namesOf((row) => !hasFailed(row)),
      failed: [...namesOf(hasFailed), ...failedEnds(ends, words), ...notMade],
      cancelled: pathsOf(ends, ({ end }) => end === "cancelled"),
      unchanged: plan.unchanged ?? 0,
      ...(operationId === undefined ? {} : { operationId }),
    },
    ends,
  };
}

/** For the versions of a release's files, where the transfer has no folder. */
const forgotten = { read: async () => undefined, write: async () => undefined };

async function run(
  { header, plan, rows, folder, archive, log: given, release, ...known }: PlannedTransfer,
  services: TransferServices,
  { signal, report }: Progress,
): Promise<{ readonly operationId: string; readonly ends: readonly RowEnd[] }> {
  const { files, backups, transfers, clock, logger } = services;
  const { accountId, appId } = header;
  const log = given ?? (await backups.begin({ ...header, title: { count: rows.length, ...header.title } }));
  const cancelled = new AbortController();
  const listener = transfers.onDidCancelAll(() => cancelled.abort(new CancelledError()));
  const app = files.get({ accountId, appId });
  const memory = known.memory ?? (release && (await SyncMemory.load(forgotten, logger)));
  try {
    const ends = await runTransfer({
      key: { accountId, appId },
      ...{ rows, folder, memory, archive, log, transfers, clock, limits: serviceLimits },
      app,
      signal: AbortSignal.any([signal, cancelled.signal]),
      onProgress: ({ done, total, path, fraction, remainingMs }) =>
        report(`${Math.min(done + 1, total)}/${total} ${nameOf(path)} · ${timeLeft(remainingMs)}`, fraction),
      onEnded: (end) => notifyMounts(app, end),
    });
    await log.end(operationEnd(ends));
    if (release && memory)
      recordRelease(
        { header, note: release, memory: memory.files, planned: plan.rows, ends, folder },
        services,
      );
    return { operationId: log.id, ends };
  } finally {
    listener.dispose();
  }
}

async function makeFolders(folders: NonNullable<PlannedTransfer["folders"]>): Promise<LeftFile[]> {
  const failed: LeftFile[] = [];
  for (const { path, make } of folders) {
    try {
      await make();
    } catch (error) {
      failed.push({ path, reason: errorSentence(error) });
    }
  }
  return failed;
}

/** Notifies mounts of what a row has changed in the app, or may have. */
function notifyMounts(app: AppFiles, { row, end }: RowEnd): void {
  if (row.direction !== "toApp" || (end !== "done" && end !== "notKnown")) return;
  // The mount then reads what the service shows.
  if (end === "notKnown") app.markStale(parentOf(row.path));
  app.reportChanges(changesOf(row));
}

/** Includes folders that the upload may have created. */
function changesOf({ path, local, backup, remote }: TransferRow): FileChange[] {
  if (!local && !backup) return [{ type: "deleted", path }];
  if (remote) return [{ type: "changed", path }];
  return [...ancestorsOf(path), path].map((created) => ({ type: "created", path: created }));
}

export function wordsFor({ accountId, appId }: AppKey): ErrorWords {
  return (error, path) => toFileSystemError(error, appUri({ accountId, appId, path }));
}

export function failedRows(ends: readonly RowEnd[]): TransferRow[] {
  return ends.flatMap((end) => ("problem" in end ? [end.row] : []));
}

function pathsOf(ends: readonly RowEnd[], isMeant: (end: RowEnd) => boolean): string[] {
  return ends
    .filter(isMeant)
    .map(({ row }) => row.path)
    .sort();
}

function operationEnd(ends: readonly RowEnd[]): "done" | "failed" | "cancelled" {
  if (ends.some((end) => "problem" in end)) return "failed";
  return ends.some(({ end }) => end === "cancelled") ? "cancelled" : "done";
}
