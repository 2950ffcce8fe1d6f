// Many changed files as one archive, for a service that extracts archives. Every file that it would replace is looked at
// and kept before. Nobody's word is taken for the extraction: each file has to be listed as it was sent, and what is not
// is left to single uploads.

import type { Clock } from "../../core/async/clock";
import { forEachParallel } from "../../core/async/parallel";
import { isRefusal, isServiceError } from "../../core/errors/serviceError";
import type { FileEntry } from "../../core/model/model";
import { nameOf, parentOf } from "../../core/paths/appPath";
import type { TellStored } from "../appFiles";
import { type ChangeId, type ChangeLog, largestKeptBytes } from "../backups/changeLog";
import { type Listing, listedOnce } from "../read/observations";
import { isSameEntry, isSameVersion } from "../serviceTime";
import { baseOf, type TransferRow } from "./plan/transferPlan";
import type { SyncedFile } from "./pushManifest";
import type { TransferApp } from "./transferApp";

export interface ArchiveLimits {
  /** A larger one is not sent. */
  readonly maxBytes: number;
}

export interface ArchiveContext {
  readonly app: TransferApp;
  readonly log: ChangeLog;
  readonly clock: Clock;
  readonly archive: ArchiveLimits;
  /** The archive is on its way. */
  readonly onDidSend: () => void;
}

interface PackedFile {
  readonly row: TransferRow;
  readonly bytes: Uint8Array;
  readonly hash: string;
}

interface SendContext extends ArchiveContext {
  /** Where the archive is put. */
  readonly path: string;
  /** A file is proved to be stored. */
  readonly stored: TellStored;
}

interface Packed {
  readonly archive: Uint8Array;
  readonly files: readonly PackedFile[];
}

/** A file that is in the archive, and what it replaces. */
interface SentFile extends PackedFile {
  readonly before: FileEntry | undefined;
  /** Of its content; undefined where nothing is replaced, or what is too large to be kept. */
  readonly beforeHash: string | undefined;
  readonly change: ChangeId;
}

/** Waits between the looks at listings that may lag behind, in milliseconds. */
const retryDelaysMs = [0, 400, 1_200] as const;
const readsAtOnce = 8;

/** Something is not as it was planned: sent one by one, each file says so itself. */
class NotAsPlanned extends Error {}

/** What is known to be in the app as it was sent. Rejects only when it is cancelled before anything was sent. */
export async function sendArchive(
  rows: readonly TransferRow[],
  context: ArchiveContext,
  signal: AbortSignal,
): Promise<ReadonlyMap<TransferRow, SyncedFile>> {
  const { app } = context;
  const packed = await pack(rows, app, signal);
  if (!packed || packed.archive.byteLength > context.archive.maxBytes) return new Map();
  // A name that no app has by itself.
  const path = `/.hosted-apps-push-${crypto.randomUUID()}.zip`;
  const paths = packed.files.map(({ row }) => row.path);
  // A deletion or a save of one of them that began meanwhile would be undone, or would undo it.
  return await app.whileHeld(
    paths,
    (stored) => sendPacked(packed, { ...context, path, stored }, signal),
    signal,
  );
}

async function sendPacked(
  packed: Packed,
  context: SendContext,
  signal: AbortSignal,
): Promise<ReadonlyMap<TransferRow, SyncedFile>> {
  const { app, log, clock, path } = context;
  let sent: readonly SentFile[] = [];
  const sentAt = clock.monotonicMs();
  try {
    sent = await keepAll(packed.files, context, signal);
    const files = sent.map(({ row, hash }) => ({ path: row.path, hash }));
    await app.putArchive(path, packed.archive, files, {
      signal,
      onDidSend: context.onDidSend,
      beforeSend: () => requireStillSo(sent, app),
    });
  } catch (error) {
    // It may have arrived all the same, also where it was refused: the listings say.
    if (!isServiceError(error) || !(error.outcomeUnknown || isRefusal(error))) {
      for (const { change } of sent) await log.did(change, "notDone");
      signal.throwIfAborted();
      return new Map();
    }
  }
  try {
    return await prove(sent, sentAt, context);
  } finally {
    await removeArchive(path, app);
  }
}

/** Undefined when a file cannot be read or is not what was planned. */
async function pack(
  rows: readonly TransferRow[],
  app: TransferApp,
  signal: AbortSignal,
): Promise<Packed | undefined> {
  const { packArchive } = await import("../../core/archive/archive");
  const files: PackedFile[] = [];
  const entries = rows.map((row) => {
    const source = row.kept ?? row.local;
    const read = async (): Promise<Uint8Array> => {
      const bytes = await source?.read();
      const hash = bytes && (await app.hash(bytes));
      const isPlanned = row.localHash === undefined || row.localHash === hash;
      if (!bytes || !hash || bytes.byteLength !== source?.sizeBytes || !isPlanned) throw new NotAsPlanned();
      files.push({ row, bytes, hash });
      return bytes;
    };
    const modifiedAt = row.local?.modifiedAt ?? 0;
    return { path: row.path.slice(1), sizeBytes: source?.sizeBytes ?? 0, modifiedAt, read };
  });
  try {
    const archive = await packArchive(entries, { signal });
    return { archive: new Uint8Array(await archive.arrayBuffer()), files };
  } catch {
    signal.throwIfAborted();
    return undefined;
  }
}

/** Keeps what would be replaced and writes it down. */
async function keepAll(
  files: readonly PackedFile[],
  { app, log }: ArchiveContext,
  signal: AbortSignal,
): Promise<readonly SentFile[]> {
  const list = listings(app);
  const sent: SentFile[] = [];
  await forEachParallel(
    files,
    readsAtOnce,
    async (file) => {
      const { path } = file.row;
      const entry = (await list(parentOf(path)))?.entries.get(nameOf(path));
      const found = entry ?? (await app.findByName(path, { signal, priority: "normal" }));
      if (!isPlannedIn(file.row, found)) throw new NotAsPlanned();
      const before = entry ? await contentBefore(file.row, entry, app, signal) : "absent";
      const change = await log.will({ side: "app", path, what: "put", before, afterHash: file.hash });
      const beforeHash = typeof before === "object" && "hash" in before ? before.hash : undefined;
      sent.push({ ...file, before: entry, beforeHash, change });
    },
    signal,
  );
  return sent;
}

function isPlannedIn({ remote }: TransferRow, entry: FileEntry | undefined): boolean {
  if (!remote || !entry) return remote === entry;
  return entry.type === "file" && isSameVersion(remote, entry);
}

async function contentBefore(row: TransferRow, entry: FileEntry, app: TransferApp, signal: AbortSignal) {
  if (entry.sizeBytes > largestKeptBytes) return { notKept: "tooLarge", sizeBytes: entry.sizeBytes } as const;
  const { bytes, hash } = await app.readContent(row.path, entry, { signal, priority: "normal" });
  const base = baseOf(row);
  if (base.kind === "contents" && !base.hashes.includes(hash)) throw new NotAsPlanned();
  return { bytes, hash, entry };
}

/** Right before the request: nobody may have come in between. */
async function requireStillSo(sent: readonly SentFile[], app: TransferApp): Promise<void> {
  const list = listings(app);
  await forEachParallel(sent, readsAtOnce, async ({ row, before, beforeHash }) => {
    const listing = await list(parentOf(row.path));
    const entry = listing?.entries.get(nameOf(row.path));
    if (!isSameEntry(before, entry)) throw new NotAsPlanned();
    if (!listing || !entry || beforeHash === undefined || app.isCertain(entry, listing.askedAt)) return;
    const { hash } = await app.readContent(row.path, entry, { priority: "normal" });
    if (hash !== beforeHash) throw new NotAsPlanned();
  });
}

async function prove(
  sent: readonly SentFile[],
  sentAt: number,
  { app, log, clock, stored }: SendContext,
): Promise<ReadonlyMap<TransferRow, SyncedFile>> {
  const proved = new Map<TransferRow, SyncedFile>();
  for (const ms of retryDelaysMs) {
    if (ms > 0) await clock.sleep(ms);
    const list = listings(app);
    for (const file of sent) {
      const { row, bytes, hash } = file;
      if (proved.has(row)) continue;
      const listing = await list(parentOf(row.path)).catch(() => undefined);
      const entry = listing?.entries.get(nameOf(row.path));
      if (!listing || !entry || !(await shows(entry, file, app))) continue;
      const { sizeBytes, modifiedAt } = entry;
      const { askedAt } = listing;
      stored(row.path, entry, { bytes, hash, isCertain: false }, { knownAt: askedAt, seenAt: sentAt });
      proved.set(row, { hash, sizeBytes, modifiedAt, isCertain: false });
    }
    if (proved.size === sent.length) break;
  }
  for (const { row, hash, change } of sent)
    await log.did(change, proved.has(row) ? "done" : "unknown", { hash, entry: proved.get(row) });
  return proved;
}

/** Whether the entry is the file that was sent: a version that was there before proves nothing. */
async function shows(
  entry: FileEntry,
  { row, bytes, hash, before }: SentFile,
  app: TransferApp,
): Promise<boolean> {
  if (entry.type !== "file" || entry.sizeBytes !== bytes.byteLength) return false;
  if (!before || !isSameVersion(before, entry)) return true;
  const stored = await app.readContent(row.path, entry, { priority: "normal" }).catch(() => undefined);
  return stored?.hash === hash;
}

/** It is nothing that the app should hold: kept by a service that extracts nothing, or beside what it extracted. */
async function removeArchive(path: string, app: TransferApp): Promise<void> {
  try {
    await app.remove([{ path, base: { kind: "any" } }], { priority: "normal", lossAgreed: true });
  } catch {
    // It stays as a file of its own; nothing of the app's is touched by it.
  }
}

/** New listings, each asked for once; undefined for a folder that is not there. */
function listings(app: TransferApp): (folder: string) => Promise<Listing | undefined> {
  return listedOnce(async (folder) => {
    try {
      return await app.list(folder, { maxAgeMs: 0 });
    } catch (error) {
      if (folder !== "/" && isServiceError(error, "notFound", "refused", "badInput")) return undefined;
      throw error;
    }
  });
}
