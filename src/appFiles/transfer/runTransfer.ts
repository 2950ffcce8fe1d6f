// Runs the selected rows of a plan. Cancelling stops rows that have not started; every row gets one end.
import type { Clock } from "../../core/async/clock";
import { forEachParallel } from "../../core/async/parallel";
import type { LocalFolder } from "../../core/disk/localFolder";
import { isCancellation } from "../../core/errors/cancelledError";
import { isFileProblem } from "../../core/errors/fileProblem";
import { isServiceError } from "../../core/errors/serviceError";
import type { AppKey } from "../../core/model/appKey";
import { nameOf, parentOf } from "../../core/paths/appPath";
import { foldedPath } from "../../core/paths/localNames";
import type { TransferList, TransferWork } from "../../core/transfers/transferList";
import type { OperationLog } from "../backups/operation";
import type { BaseVersion } from "../change/base";
import type { PutOptions, Stored } from "../change/putJob";
import { putLocal, removeLocal } from "./localChanges";
import { type SyncedFile, syncedAs } from "./plan/pushManifest";
import type { SyncMemory } from "./plan/syncMemory";
import type { TransferApp } from "./plan/transferApp";
import { baseOf, canBeBackedUp, putBytesOf, type TransferRow } from "./plan/transferPlan";
import { RowProblem, type TransferProblem } from "./plan/transferProblem";
import { isUnproven, proveBases } from "./provenBases";
import { removeFromApp } from "./removeFromApp";
import { isLimited, RunProgress, type TransferLimits, type TransferProgress } from "./runProgress";
import { type ArchiveLimits, sendArchive } from "./sendArchive";

/** "notKnown": the change may have been made, and the service is unreachable. */
export type RowEnd =
  | { readonly row: TransferRow; readonly end: "done" | "cancelled" }
  | { readonly row: TransferRow; readonly end: "failed" | "notKnown"; readonly problem: TransferProblem };

export interface TransferRun {
  readonly key: AppKey;
  readonly rows: readonly TransferRow[];
  readonly app: TransferApp;
  readonly folder: LocalFolder | undefined;
  /** Begun and ended by the caller. */
  readonly log: OperationLog;
  readonly memory: SyncMemory | undefined;
  readonly transfers: TransferList;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly limits: TransferLimits;
  readonly onProgress: (progress: TransferProgress) => void;
  readonly onEnded?: (end: RowEnd) => void;
  readonly archive?: ArchiveLimits | undefined;
}

/** Keeps one upload ready for the rate limit, without holding more in memory. */
const uploadsAtOnce = 4;
const readsAtOnce = 16;
/** They wait for the rate limit and are held in memory. */
const limitedReadsAtOnce = 4;
/** Then the service or the connection is down. */
const failuresInARow = 3;
const outageKinds = [
  "network",
  "certificate",
  "timeout",
  "server",
  "rateLimited",
  "unauthorized",
  "badResponse",
] as const;
/** One listing proves a file and serves the next file of its folder. */
const proofWithinMs = 3_500;
const filesPerSave = 50;

/** State of a restored local file: neither common nor newer, so the next push leaves it to the user. */
const neverShared: SyncedFile = { hash: "", sizeBytes: -1, modifiedAt: -1, isCertain: true };

/** Never rejects. In the order of the rows. */
export async function runTransfer(run: TransferRun): Promise<RowEnd[]> {
  return await new Transfer(run).run();
}

class Transfer {
  private readonly ends = new Map<TransferRow, RowEnd>();
  private readonly progress: RunProgress;
  private failures = 0;
  /** Proved bases, for rows without one. */
  private readonly bases = new Map<TransferRow, BaseVersion>();
  private provedAgain: Promise<void> | undefined;
  /** Sent uploads, which cannot be canceled. */
  private readonly sending = new Set<TransferRow>();

  constructor(private readonly options: TransferRun) {
    const { rows, limits, clock, onProgress } = options;
    this.progress = new RunProgress(rows, limits, clock, onProgress);
  }

  async run(): Promise<RowEnd[]> {
    const { rows, memory } = this.options;
    const going = (...kind: Parameters<typeof this.rowsOf>) =>
      this.rowsOf(...kind).filter((row) => !this.ends.has(row));
    await this.proveLeft();
    await this.send(await this.sendAsArchive(going("toApp", true)));
    // The uploads may have shown that times prove less.
    await this.proveLeft();
    await this.removeInApp(going("toApp", false));
    await this.forgetUndone();
    await this.bring(going("toLocal", true));
    await this.each(going("toLocal", false), 1, (row) => this.removeHere(row));
    await memory?.trySave();
    return rows.map((row) => this.ends.get(row) ?? { row, end: "cancelled" });
  }

  private rowsOf(direction: TransferRow["direction"], isPut: boolean): TransferRow[] {
    const isOf = (row: TransferRow) =>
      row.direction === direction && isPut === (putBytesOf(row) !== undefined);
    return this.options.rows.filter(isOf);
  }

  private baseOf(row: TransferRow): BaseVersion {
    return this.bases.get(row) ?? baseOf(row);
  }

  /** Pending rows to the app; none after a cancellation. */
  private async proveLeft(asking?: TransferRow): Promise<void> {
    const { rows, signal } = this.options;
    const isLeft = (row: TransferRow): boolean =>
      row.direction === "toApp" && !this.ends.has(row) && (row === asking || !this.sending.has(row));
    if (signal.aborted) return;
    try {
      for (const row of await proveBases(rows.filter(isLeft), this.options, this.bases))
        this.fail(row, new RowProblem({ kind: "maybeChangedInApp" }));
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  }

  /** Resolves with the rows that the archive could not carry. */
  private async sendAsArchive(rows: readonly TransferRow[]): Promise<readonly TransferRow[]> {
    const { archive, app, log, memory, signal } = this.options;
    const [first] = rows;
    if (!archive || !first || rows.length < 2 || signal.aborted) return rows;
    this.progress.begin(first);
    let proved: ReadonlyMap<TransferRow, SyncedFile>;
    try {
      proved = await this.listed(first, (own) =>
        sendArchive(
          rows,
          { app, log, archive, baseOf: (row) => this.baseOf(row), onDidSend: () => own.started() },
          own.signal,
        ),
      );
    } catch (error) {
      if (!isCancelled(error, signal)) return rows;
      for (const row of rows) this.end({ row, end: "cancelled" });
      return [];
    }
    for (const [row, synced] of proved) {
      memory?.set(row.path, synced);
      this.end({ row, end: "done" });
    }
    await memory?.trySave();
    return rows.filter((row) => !proved.has(row));
  }

  private async send(rows: readonly TransferRow[]): Promise<void> {
    const lastInFolder = new Map(rows.map((row) => [parentOf(row.path), row]));
    await this.each(rows, uploadsAtOnce, async (row) => {
      if (this.failures >= failuresInARow) throw new RowProblem({ kind: "notTried" });
      const bytes = await this.readSource(row);
      const stored = await this.listed(row, (own) =>
        this.put(row, bytes, {
          signal: own.signal,
          proofWithinMs: lastInFolder.get(parentOf(row.path)) === row ? 0 : proofWithinMs,
          onPhase: (phase) => {
            if (phase === "sending") own.started();
          },
        }),
      );
      this.options.memory?.set(row.path, syncedAs(stored.entry, stored.hash, stored.isCertain));
      this.failures = 0;
      void this.options.memory?.trySave();
    });
  }

  private async readSource({ path, local, localHash, backup }: TransferRow): Promise<Uint8Array> {
    if (backup) return await backup.read();
    if (!local) throw new Error(`${nameOf(path)} has nothing to be sent`);
    const bytes = await local.read().catch((error: unknown) => {
      throw new RowProblem({ kind: "unreadable", error });
    });
    const isOtherSize = bytes.byteLength !== local.sizeBytes;
    if (isOtherSize || (localHash !== undefined && (await this.options.app.hash(bytes)) !== localHash))
      throw new RowProblem({ kind: "changedHere" });
    return bytes;
  }

  private async put(
    row: TransferRow,
    bytes: Uint8Array,
    own: Pick<PutOptions, "signal" | "proofWithinMs" | "onPhase">,
  ): Promise<Stored> {
    const { app, log } = this.options;
    const base = this.baseOf(row);
    // The plan has shown what is lost and which names are nearly equal.
    const agreed = {
      lossAgreed: canBeBackedUp(row) ? undefined : true,
      mayStandBeside: () => row.reason?.kind === "alikeInApp",
    } as const;
    this.sending.add(row);
    try {
      return await app.put(row.path, bytes, {
        ...{ base, author: log.id, log, priority: "normal" },
        ...agreed,
        ...own,
      });
    } catch (error) {
      // A parallel upload may have shown that times prove nothing.
      if (!isFileProblem(error, "changedOnService") || !isUnproven(base, app)) throw error;
      this.provedAgain ??= this.proveLeft(row);
      await this.provedAgain;
      // It was already running when the others were re-checked.
      if (isUnproven(this.baseOf(row), app)) await this.proveLeft(row);
      if (isUnproven(this.baseOf(row), app)) throw error;
      return await this.put(row, bytes, own);
    } finally {
      this.sending.delete(row);
    }
  }

  private async removeInApp(all: readonly TransferRow[]): Promise<void> {
    const { app, log, memory, signal } = this.options;
    if (signal.aborted) return;
    const unsent = this.rowsOf("toApp", true).filter((row) => this.ends.get(row)?.end !== "done");
    for (const row of all)
      if (this.failures >= failuresInARow || unsent.some((put) => mayBeRenamed(row, put)))
        this.fail(row, new RowProblem({ kind: "notTried" }));
    const rows = all.filter((row) => !this.ends.has(row));
    const [first] = rows;
    if (!first) return;
    this.progress.begin(first);
    try {
      const result = await this.listed(first, async ({ signal, started }) =>
        removeFromApp(await this.withoutOneFile(rows), {
          app,
          log,
          baseOf: (row) => this.baseOf(row),
          signal,
          onSend: started,
        }),
      );
      for (const row of result.gone) {
        memory?.delete(row.path);
        this.end({ row, end: "done" });
      }
      for (const { row, error } of result.left) this.fail(row, error);
    } catch (error) {
      for (const row of rows) this.fail(row, error);
    }
  }

  /** A service may take a nearly equal name of this transfer for the same file. Then it lists only one of them. */
  private async withoutOneFile(rows: readonly TransferRow[]): Promise<readonly TransferRow[]> {
    const names = new Map(this.rowsOf("toApp", true).map(({ path }) => [foldedPath(path), path]));
    for (const row of rows) {
      const alike = names.get(foldedPath(row.path));
      if (alike === undefined) continue;
      const listed = [alike, row.path].map((path) => this.options.app.find(path, { maxAgeMs: 0 }));
      if ((await Promise.all(listed)).includes(undefined))
        this.fail(row, new RowProblem({ kind: "alikeHere", alike }));
    }
    return rows.filter((row) => !this.ends.has(row));
  }

  /** Before an undo changes the folder: a push would do the same in the app. */
  private async forgetUndone(): Promise<void> {
    const { rows, memory, signal } = this.options;
    const undone = rows.filter(
      ({ direction, backup, remote, synced }) => direction === "toLocal" && (backup ?? !(remote || synced)),
    );
    if (!memory || undone.length === 0 || signal.aborted) return;
    for (const { path, backup } of undone)
      if (backup) memory.set(path, neverShared);
      else memory.delete(path);
    await memory.save().catch((error: unknown) => {
      for (const row of undone) this.fail(row, new RowProblem({ kind: "unwritable", error }));
    });
  }

  private async bring(rows: readonly TransferRow[]): Promise<void> {
    const firsts = rows.filter(({ collidesWith }) => collidesWith === undefined);
    const limited = firsts.filter(isLimited);
    const free = firsts.filter((row) => !isLimited(row));
    let written = 0;
    const bring = async (row: TransferRow): Promise<void> => {
      const { path, remote } = row;
      const { memory } = this.options;
      const file = await this.listed(row, (own) => {
        // It never waits, so only the run's own signal cancels it.
        own.started();
        return putLocal(row, { ...this.local, signal: this.options.signal });
      });
      if (file.hash === undefined) memory?.delete(path);
      // Another size: it changed meanwhile, which the next look shows.
      else if (remote?.sizeBytes === file.sizeBytes)
        memory?.set(path, syncedAs(remote, file.hash, file.isCertain));
      if (++written % filesPerSave === 0) void memory?.trySave();
    };
    await Promise.all([
      this.each(free, readsAtOnce - Math.min(limited.length, limitedReadsAtOnce), bring),
      this.each(limited, limitedReadsAtOnce, bring),
    ]);
    // Whether the disk treats the names as equal shows only after the first write.
    await this.each(
      rows.filter(({ collidesWith }) => collidesWith !== undefined),
      1,
      bring,
    );
  }

  private async removeHere(row: TransferRow): Promise<void> {
    await removeLocal(row, { ...this.local, signal: this.options.signal });
    this.options.memory?.delete(row.path);
  }

  private get local() {
    const { app, folder, log } = this.options;
    if (!folder) throw new Error("a row changes this machine, and there is no folder");
    return { app, folder, log };
  }

  private async each(
    rows: readonly TransferRow[],
    atOnce: number,
    work: (row: TransferRow) => Promise<void>,
  ): Promise<void> {
    await forEachParallel(rows, atOnce, async (row) => {
      if (this.options.signal.aborted) return;
      this.progress.begin(row);
      try {
        await work(row);
        this.end({ row, end: "done" });
      } catch (error) {
        this.fail(row, error);
      }
    });
  }

  /** Shows the row in the transfer list, which can cancel it while it waits. */
  private async listed<T>(row: TransferRow, work: TransferWork<T>): Promise<T> {
    const { transfers, key, signal } = this.options;
    const sizeBytes = putBytesOf(row);
    const kind = row.direction === "toLocal" ? "download" : sizeBytes === undefined ? "delete" : "upload";
    return await transfers.run(
      { kind, ...key, path: row.path, ...(sizeBytes === undefined ? {} : { sizeBytes }) },
      work,
      { signal },
    );
  }

  private fail(row: TransferRow, error: unknown): void {
    const end = endOfError(row, error, this.options.signal);
    const cause = isFileProblem(error, "unchecked") ? error.cause : error;
    const isOutage =
      end.end === "notKnown" || (end.end === "failed" && isServiceError(cause, ...outageKinds));
    if (row.direction === "toApp" && isOutage) this.failures++;
    this.end(end);
  }

  private end(end: RowEnd): void {
    if (this.ends.has(end.row)) return;
    this.ends.set(end.row, end);
    this.options.onEnded?.(end);
    this.progress.end(end.row);
  }
}

/** The removed file may be the app's only copy of a file that could not be put under its new name. */
function mayBeRenamed({ remote }: TransferRow, put: TransferRow): boolean {
  return put.backup !== undefined || (!put.remote && putBytesOf(put) === remote?.sizeBytes);
}

function endOfError(row: TransferRow, error: unknown, signal: AbortSignal): RowEnd {
  if (isCancelled(error, signal)) return { row, end: "cancelled" };
  const isUnknown = (error as { readonly outcomeUnknown?: unknown } | undefined)?.outcomeUnknown === true;
  return { row, end: isUnknown ? "notKnown" : "failed", problem: problemOf(error) };
}

function isCancelled(error: unknown, signal: AbortSignal): boolean {
  return isCancellation(error) || (signal.aborted && error === signal.reason);
}

function problemOf(error: unknown): TransferProblem {
  if (error instanceof RowProblem) return error.problem;
  if (isFileProblem(error, "changedOnService")) return { kind: "changedInApp" };
  return isServiceError(error, "notFound") ? { kind: "notInApp" } : { kind: "error", error };
}
