// Sends what a plan says: uploads at the service's pace, then one request that deletes. Each is remembered as soon as
// a listing shows it, one listing for many files of a folder. Cancelling keeps back what has not started.
import type { AppFiles } from "../../api/appFiles";
import { nameOf, parentOf } from "../../core/appPath";
import type { Clock } from "../../core/clock";
import { contentHash } from "../../core/contentHash";
import type { FileEntry } from "../../core/model";
import { forEachParallel } from "../../core/parallel";
import type { PushRow } from "../../core/pushPlan";
import { remainingPacedMs } from "../../core/remainingTime";
import { isServiceError } from "../../core/serviceError";
import type { TransferList } from "../../core/transferList";
import { type ArchiveWay, pushArchive } from "./pushArchive";
import type { SyncMemory } from "./syncMemory";

/** Why a file was not pushed. */
export type PushProblem =
  /** It is not what was planned any more, or cannot be read. */
  | { readonly kind: "changedHere" }
  | { readonly kind: "goneHere" }
  /** Somebody changed the app's file after the plan. */
  | { readonly kind: "changedInApp" }
  /** The service failed too often in a row. */
  | { readonly kind: "notTried" }
  | { readonly kind: "error"; readonly error: unknown };

export interface PushFailure {
  readonly path: string;
  readonly problem: PushProblem;
}

/** What became of each row that was pushed, by its path in the app. */
export interface PushResult {
  readonly uploaded: readonly string[];
  readonly deleted: readonly string[];
  readonly failed: readonly PushFailure[];
  /** Not sent, since the user cancelled. */
  readonly cancelled: readonly string[];
}

export interface PushProgress {
  readonly done: number;
  readonly total: number;
  readonly name: string;
  readonly remainingMs: number;
}

/** What is pushed, and with what. */
export interface PushRun {
  readonly accountId: string;
  readonly appId: string;
  /** Those that the user wants. */
  readonly rows: readonly PushRow[];
  readonly files: Pick<AppFiles, "list" | "write" | "remove">;
  /** When the app was listed for the plan. */
  readonly listedAt: number;
  readonly memory: SyncMemory;
  readonly transfers: TransferList;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** The least time between two uploads. */
  readonly leastMsEach: number;
  readonly onProgress: (progress: PushProgress) => void;
  /** How one archive carries all, where the service extracts archives. */
  readonly archive?: Pick<ArchiveWay, "send" | "maxBytes"> & Pick<AppFiles, "readBytes">;
}

/** Uploads that wait or go on at a time: enough for the lane to have the next one ready. */
const uploadsAtOnce = 3;
/** A look at a folder is shared by no more, so that little is unsure when the window closes. */
const filesPerLook = 25;
const bytesPerLook = 32 * 1024 * 1024;
/** What is known of a folder for longer than this is asked for again before it is written to. */
const listingAgeMs = 90_000;
/** Then the service or the way to it is down. */
const failuresInARow = 3;

class ChangedInApp extends Error {}

/** Resolves when every row has arrived, failed or been kept back; never rejects. */
export async function runPush(run: PushRun): Promise<PushResult> {
  return await new Push(run).run();
}

/** Files of one folder that one listing is to prove. */
class SharedLook {
  private readonly listed: Promise<readonly FileEntry[]>;
  private resolve: (listing: Promise<readonly FileEntry[]>) => void = () => undefined;
  private left: number;
  private isWanted = false;

  constructor(
    readonly rows: readonly PushRow[],
    private readonly list: () => Promise<readonly FileEntry[]>,
  ) {
    this.left = rows.length;
    this.listed = new Promise((resolve) => {
      this.resolve = resolve;
    });
    // Those who wait for it are told; when nobody does, it is not made.
    this.listed.catch(() => undefined);
  }

  /** Resolves once all are sent. */
  readonly look = (): Promise<readonly FileEntry[]> => this.listed;

  /** One was sent and is to be proved. */
  want(): void {
    this.isWanted = true;
  }

  /** One was sent, or will not be. The last of them lets the look be made. */
  arrive(): void {
    this.left--;
    if (this.left === 0) this.resolve(this.isWanted ? this.list() : Promise.resolve([]));
  }
}

class Push {
  private readonly uploaded: string[] = [];
  private deleted: readonly string[] = [];
  private readonly failed: PushFailure[] = [];
  private readonly cancelled: string[] = [];
  private readonly underWay = new Set<string>();
  private readonly looks = new Map<string, { readonly at: number; entries?: readonly FileEntry[] }>();
  private readonly startedAt: number;
  private failures = 0;
  /** Answered or failed, proved or not. */
  private through = 0;

  constructor(private readonly options: PushRun) {
    this.startedAt = options.clock.now();
  }

  async run(): Promise<PushResult> {
    const { rows, memory } = this.options;
    const deletions = rows.filter(({ local }) => !local);
    await this.upload(await this.uploadArchive(rows.filter(({ local }) => local)));
    await this.remove(deletions);
    await memory.trySave();
    return {
      uploaded: this.uploaded.sort(),
      deleted: this.deleted,
      failed: this.failed,
      cancelled: this.cancelled,
    };
  }

  private get isDown(): boolean {
    return this.failures >= failuresInARow;
  }

  /** The rows that one archive could not carry. */
  private async uploadArchive(rows: readonly PushRow[]): Promise<readonly PushRow[]> {
    const { archive, files, clock, signal, transfers, accountId, appId, memory } = this.options;
    const [first] = rows;
    if (!archive || !first || rows.length < 2 || signal.aborted) return rows;
    for (const row of rows) if (!(await this.isAsPlanned(row).catch(() => false))) return rows;
    this.underWay.add(first.path);
    this.report();
    const way: ArchiveWay = {
      maxBytes: archive.maxBytes,
      clock,
      files: { readBytes: archive.readBytes.bind(archive), remove: files.remove.bind(files) },
      list: (folder) => this.listOrEmpty(folder),
      send: (path, bytes, own) =>
        transfers.run(
          { kind: "upload", accountId, appId, path, sizeBytes: bytes.byteLength },
          (transfer) => {
            transfer.started();
            return archive.send(path, bytes, transfer.signal);
          },
          { signal: own },
        ),
    };
    const proved = await pushArchive(rows, way, signal).catch(() => new Map());
    for (const [path, synced] of proved) {
      memory.set(path, synced);
      this.uploaded.push(path);
    }
    this.through = this.uploaded.length;
    this.underWay.delete(first.path);
    await memory.trySave();
    return rows.filter(({ path }) => !proved.has(path));
  }

  private async upload(rows: readonly PushRow[]): Promise<void> {
    const proofs: Promise<void>[] = [];
    const turns = sharedLooks(rows, (folder) => this.list(folder)).flatMap((shared) =>
      shared.rows.map((row) => ({ row, shared })),
    );
    await forEachParallel(turns, uploadsAtOnce, async ({ row, shared }) => {
      if (this.options.signal.aborted) this.cancelled.push(row.path);
      else if (this.isDown) this.fail(row.path, { kind: "notTried" });
      else {
        this.underWay.add(row.path);
        this.report();
        await new Promise<void>((answered) => {
          const didAnswer = (): void => {
            shared.want();
            answered();
          };
          proofs.push(this.send(row, shared.look, didAnswer).finally(answered));
        });
        this.underWay.delete(row.path);
        this.through++;
        this.report();
      }
      shared.arrive();
    });
    await Promise.all(proofs);
  }

  private async send(row: PushRow, look: SharedLook["look"], onDidAnswer: () => void): Promise<void> {
    const { files, transfers, accountId, appId, memory, signal } = this.options;
    const { path } = row;
    const bytes = await this.readLocal(row);
    if (!bytes) return;
    try {
      const hash = await contentHash(bytes);
      const entry = await transfers.run(
        { kind: "upload", accountId, appId, path, sizeBytes: bytes.byteLength },
        ({ signal: own, started }) =>
          files.write(path, bytes, {
            signal: own,
            priority: "normal",
            beforeSend: () => this.requireAsPlanned(row),
            onDidStart: started,
            onDidAnswer,
            look,
          }),
        // A signal of its own for each: many listeners on one would look like a leak.
        { signal: AbortSignal.any([signal]) },
      );
      memory.set(path, { hash, sizeBytes: entry.sizeBytes, modifiedAt: entry.modifiedAt });
      this.uploaded.push(path);
      this.failures = 0;
      await memory.save();
    } catch (error) {
      if (this.uploaded.includes(path)) return;
      if (error instanceof ChangedInApp) this.fail(path, { kind: "changedInApp" });
      else if (isCancelled(error, signal)) this.cancelled.push(path);
      else {
        this.failures++;
        this.fail(path, { kind: "error", error });
      }
    }
  }

  private async readLocal({ path, local, localHash }: PushRow): Promise<Uint8Array | undefined> {
    try {
      const bytes = await local?.read();
      if (!bytes) throw new Error("there is no local file");
      const isPlanned =
        bytes.byteLength === local?.sizeBytes &&
        (localHash === undefined || (await contentHash(bytes)) === localHash);
      if (isPlanned) return bytes;
      this.fail(path, { kind: "changedHere" });
    } catch {
      this.fail(path, { kind: "goneHere" });
    }
    return undefined;
  }

  private async remove(rows: readonly PushRow[]): Promise<void> {
    const { files, transfers, accountId, appId, signal } = this.options;
    const paths = rows.map(({ path }) => path);
    const [first] = paths;
    if (first === undefined) return;
    if (signal.aborted) return void this.cancelled.push(...paths);
    if (this.isDown) {
      for (const path of paths) this.fail(path, { kind: "notTried" });
      return;
    }
    const wanted: string[] = [];
    try {
      for (const row of rows) {
        if (await this.isAsPlanned(row)) wanted.push(row.path);
        else this.fail(row.path, { kind: "changedInApp" });
      }
      if (wanted.length === 0) return;
      this.underWay.add(first);
      this.report();
      await transfers.run(
        { kind: "delete", accountId, appId, path: first },
        ({ signal: own, started }) => {
          started();
          return files.remove(wanted, { signal: own });
        },
        { signal },
      );
      this.forget(wanted);
    } catch (error) {
      if (isCancelled(error, signal)) this.cancelled.push(...wanted);
      else await this.lookWhatIsGone(wanted.length > 0 ? wanted : paths, error);
    } finally {
      this.underWay.delete(first);
    }
  }

  private forget(paths: readonly string[]): void {
    for (const path of paths) this.options.memory.delete(path);
    this.deleted = paths;
  }

  /** One request for many: when it fails, some may be gone all the same. */
  private async lookWhatIsGone(paths: readonly string[], error: unknown): Promise<void> {
    const gone: string[] = [];
    for (const path of paths) {
      const found = await this.entryAt(path, 0).catch(() => "unknown" as const);
      if (found === undefined) gone.push(path);
      else this.fail(path, { kind: "error", error });
    }
    this.forget(gone);
  }

  /** Nobody else's work since the plan is overwritten: what is known of the folder must not be old. */
  private async requireAsPlanned(row: PushRow): Promise<void> {
    if (!(await this.isAsPlanned(row))) throw new ChangedInApp(`${row.path} was changed in the app`);
  }

  private async isAsPlanned({ path, remote }: PushRow): Promise<boolean> {
    const known = this.looks.get(parentOf(path));
    if (!known && this.options.clock.now() - this.options.listedAt <= listingAgeMs) return true;
    const now = await this.entryAt(path, listingAgeMs);
    return (
      now?.type === remote?.type &&
      now?.sizeBytes === remote?.sizeBytes &&
      now?.modifiedAt === remote?.modifiedAt
    );
  }

  private async entryAt(path: string, maxAgeMs: number): Promise<FileEntry | undefined> {
    const folder = parentOf(path);
    const known = this.looks.get(folder);
    const isFresh = known?.entries && this.options.clock.now() - known.at <= maxAgeMs;
    const entries = isFresh && known.entries ? known.entries : await this.listOrEmpty(folder);
    return entries.find(({ name }) => name === nameOf(path));
  }

  /** A folder that is not there holds nothing. */
  private async listOrEmpty(folder: string): Promise<readonly FileEntry[]> {
    try {
      return await this.list(folder);
    } catch (error) {
      if (folder === "/" || !isServiceError(error, "notFound", "refused", "badInput")) throw error;
      this.looks.set(folder, { at: this.options.clock.now(), entries: [] });
      return [];
    }
  }

  private async list(folder: string): Promise<readonly FileEntry[]> {
    const at = this.options.clock.now();
    const entries = await this.options.files.list(folder);
    this.looks.set(folder, { at, entries });
    return entries;
  }

  private fail(path: string, problem: PushProblem): void {
    this.failed.push({ path, problem });
  }

  private report(): void {
    const { rows, clock, leastMsEach, onProgress } = this.options;
    const [oldest] = this.underWay;
    if (oldest === undefined) return;
    const done = this.through;
    const elapsedMs = clock.now() - this.startedAt;
    const total = rows.length;
    const remainingMs = remainingPacedMs({ total, done, elapsedMs, leastMsEach });
    onProgress({ done, total, name: nameOf(oldest), remainingMs });
  }
}

/** The rows by folder, in bundles that share a look. */
function sharedLooks(
  rows: readonly PushRow[],
  list: (folder: string) => Promise<readonly FileEntry[]>,
): SharedLook[] {
  const byFolder = new Map<string, PushRow[]>();
  for (const row of rows) {
    const folder = byFolder.get(parentOf(row.path));
    if (folder) folder.push(row);
    else byFolder.set(parentOf(row.path), [row]);
  }
  return [...byFolder].flatMap(([folder, all]) => {
    const bundles: PushRow[][] = [];
    let bytes = 0;
    for (const row of all) {
      bytes += row.local?.sizeBytes ?? 0;
      const last = bundles.at(-1);
      if (last && last.length < filesPerLook && bytes <= bytesPerLook) last.push(row);
      else {
        bundles.push([row]);
        bytes = row.local?.sizeBytes ?? 0;
      }
    }
    return bundles.map((bundle) => new SharedLook(bundle, () => list(folder)));
  });
}

/** True when the work ended because the user wanted so. */
function isCancelled(error: unknown, signal: AbortSignal): boolean {
  return (
    (signal.aborted && error === signal.reason) || (error instanceof Error && error.name === "CancelledError")
  );
}
