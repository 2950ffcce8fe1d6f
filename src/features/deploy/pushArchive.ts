// Many changed files as one archive, for a service that extracts archives. Nobody's word is taken for that: each file
// has to be listed as it was sent, and what is not is left to single uploads.
import type { AppFiles } from "../../api/appFiles";
import { parentOf } from "../../core/appPath";
import type { Clock } from "../../core/clock";
import { contentHash } from "../../core/contentHash";
import type { FileEntry } from "../../core/model";
import type { SyncedFile } from "../../core/pushManifest";
import type { PushRow } from "../../core/pushPlan";
import { isServiceError } from "../../core/serviceError";

/** How an archive is sent and looked after. */
export interface ArchiveWay {
  /** Uploads it as it is; resolves when the service has answered. */
  send(path: string, archive: Uint8Array, signal: AbortSignal): Promise<void>;
  /** A larger one is not sent. */
  readonly maxBytes: number;
  readonly files: Pick<AppFiles, "readBytes" | "remove">;
  /** A fresh listing of a folder; empty when there is none. */
  list(folder: string): Promise<readonly FileEntry[]>;
  readonly clock: Clock;
}

/** What is known to be in the app as it was sent. */
export type ProvedFiles = ReadonlyMap<string, SyncedFile>;

/** Waits between the looks at listings that may lag behind, in milliseconds. */
const lookAgainAfterMs = [0, 400, 1_200] as const;

/** Rejects only when it is cancelled before anything was sent. */
export async function pushArchive(
  rows: readonly PushRow[],
  way: ArchiveWay,
  signal: AbortSignal,
): Promise<ProvedFiles> {
  const sent = new Map<string, { readonly hash: string; readonly bytes: Uint8Array }>();
  const archive = await pack(rows, sent, signal);
  if (!archive || archive.byteLength > way.maxBytes) return new Map();
  // A name that no app has by itself.
  const path = `/.hosted-apps-push-${crypto.randomUUID()}.zip`;
  try {
    await way.send(path, archive, signal);
  } catch (error) {
    signal.throwIfAborted();
    // It may have arrived all the same: the listings say.
    if (!isServiceError(error) || !error.outcomeUnknown) return new Map();
  }
  try {
    return await prove(rows, sent, way);
  } finally {
    await removeArchive(path, way);
  }
}

/** Undefined when a file cannot be read or is not what was planned: sent one by one, each says so itself. */
async function pack(
  rows: readonly PushRow[],
  sent: Map<string, { readonly hash: string; readonly bytes: Uint8Array }>,
  signal: AbortSignal,
): Promise<Uint8Array | undefined> {
  const { packArchive } = await import("../../core/archive");
  const files = rows.flatMap(({ path, local, localHash }) => {
    if (!local) return [];
    const read = async (): Promise<Uint8Array> => {
      const bytes = await local.read();
      const hash = await contentHash(bytes);
      if (bytes.byteLength !== local.sizeBytes || (localHash !== undefined && hash !== localHash))
        throw new Error(`${path} is not what was planned`);
      sent.set(path, { hash, bytes });
      return bytes;
    };
    const { sizeBytes, modifiedAt = 0 } = local;
    return [{ path: path.slice(1), sizeBytes, modifiedAt, read }];
  });
  try {
    const archive = await packArchive(files, { signal });
    return new Uint8Array(await archive.arrayBuffer());
  } catch {
    signal.throwIfAborted();
    return undefined;
  }
}

async function prove(
  rows: readonly PushRow[],
  sent: ReadonlyMap<string, { readonly hash: string; readonly bytes: Uint8Array }>,
  way: ArchiveWay,
): Promise<ProvedFiles> {
  const proved = new Map<string, SyncedFile>();
  const folders = new Set(rows.map(({ path }) => parentOf(path)));
  for (const ms of lookAgainAfterMs) {
    if (ms > 0) await way.clock.sleep(ms);
    const entries = new Map<string, FileEntry>();
    for (const folder of folders) {
      const listed = await way.list(folder).catch(() => []);
      for (const entry of listed) entries.set(`${folder === "/" ? "" : folder}/${entry.name}`, entry);
    }
    for (const row of rows) {
      const file = sent.get(row.path);
      const entry = entries.get(row.path);
      if (!file || !entry || proved.has(row.path) || !(await shows(entry, row, file.bytes, way))) continue;
      const { sizeBytes, modifiedAt } = entry;
      proved.set(row.path, { hash: file.hash, sizeBytes, modifiedAt });
    }
    if (proved.size === rows.length) break;
  }
  return proved;
}

/** Whether the entry is the file that was sent: a size that was there before proves nothing. */
async function shows(
  entry: FileEntry,
  { path, remote }: PushRow,
  bytes: Uint8Array,
  { files }: ArchiveWay,
): Promise<boolean> {
  if (entry.type !== "file" || entry.sizeBytes !== bytes.byteLength) return false;
  if (!remote || remote.sizeBytes !== entry.sizeBytes || remote.modifiedAt !== entry.modifiedAt) return true;
  const stored = await files.readBytes(path, entry, { priority: "normal" }).catch(() => undefined);
  return stored !== undefined && contentEquals(stored, bytes);
}

function contentEquals(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, index) => byte === other[index]);
}

/** It is nothing that the app should hold: kept by a service that extracts nothing, or beside what it extracted. */
async function removeArchive(path: string, { list, files }: ArchiveWay): Promise<void> {
  try {
    const isThere = (await list("/")).some(({ name }) => `/${name}` === path);
    if (isThere) await files.remove([path]);
  } catch {
    // It stays as a file of its own; nothing of the app's is touched by it.
  }
}
