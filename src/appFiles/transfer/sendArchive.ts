// Many changed files as one archive, where the service unpacks it. What it does not bring goes as single
// uploads.
import type { OperationLog } from "../backups/operation";
import type { BaseVersion } from "../change/base";
import { type SyncedFile, syncedAs } from "./plan/pushManifest";
import type { TransferApp } from "./plan/transferApp";
import { canBeBackedUp, type TransferRow } from "./plan/transferPlan";

export interface ArchiveLimits {
  readonly maxBytes: number;
}

interface ArchiveContext {
  readonly app: TransferApp;
  readonly log: OperationLog;
  readonly archive: ArchiveLimits;
  readonly baseOf: (row: TransferRow) => BaseVersion;
  readonly onDidSend: () => void;
}

interface PackedFile {
  readonly row: TransferRow;
  readonly bytes: Uint8Array;
  readonly hash: string;
}

/** Resolves with the files proved in the app. Rejects only when it is canceled before sending. */
export async function sendArchive(
  rows: readonly TransferRow[],
  { app, log, archive, baseOf, onDidSend }: ArchiveContext,
  signal: AbortSignal,
): Promise<ReadonlyMap<TransferRow, SyncedFile>> {
  const packed = await pack(rows, app, signal);
  if (!packed || packed.archive.byteLength > archive.maxBytes) return new Map();
  const files = packed.files.map(({ row, bytes }) => {
    const lossAgreed = canBeBackedUp(row) ? undefined : true;
    const common = { base: baseOf(row), author: log.id, log, priority: "normal" } as const;
    return { path: row.path, bytes, options: { ...common, lossAgreed } } as const;
  });
  const stored = await app.putArchive(packed.archive, files, { signal, onDidSend });
  const found = new Map<TransferRow, SyncedFile>();
  for (const { row, hash } of packed.files) {
    const entry = stored.get(row.path);
    if (entry) found.set(row, syncedAs(entry, hash, false));
  }
  return found;
}

/** Undefined when a file is unreadable or differs from the plan. */
async function pack(
  rows: readonly TransferRow[],
  app: TransferApp,
  signal: AbortSignal,
): Promise<{ readonly archive: Uint8Array; readonly files: readonly PackedFile[] } | undefined> {
  const { packArchive } = await import("../../core/archive/archive");
  const files: PackedFile[] = [];
  const entries = rows.map((row) => {
    const source = row.backup ?? row.local;
    const read = async (): Promise<Uint8Array> => {
      const bytes = await source?.read();
      const hash = bytes && (await app.hash(bytes));
      const isPlanned = row.localHash === undefined || row.localHash === hash;
      if (!bytes || !hash || bytes.byteLength !== source?.sizeBytes || !isPlanned)
        throw new Error(`${row.path} is not what was planned`);
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
