// A transfer's local changes: atomic, after a backup, only to the plan's version, never through a link.
import type { SourceStat } from "../../core/disk/folderSource";
import type { LocalFolder, LocalWriter } from "../../core/disk/localFolder";
import { ServiceError } from "../../core/errors/serviceError";
import { type Before, type ChangeLog, largestBackupBytes } from "../backups/changeLog";
import type { TransferApp } from "./plan/transferApp";
import type { TransferRow } from "./plan/transferPlan";
import { RowProblem } from "./plan/transferProblem";

interface LocalChangeContext {
  readonly app: TransferApp;
  readonly folder: LocalFolder;
  readonly log: ChangeLog;
  readonly signal: AbortSignal;
}

interface WrittenFile {
  readonly hash: string | undefined;
  readonly sizeBytes: number;
  readonly isCertain: boolean;
}

const streamedFromBytes = 32 * 1024 * 1024;

/**
 * Resolves when the file is complete. Rejects with a RowProblem, as reading does, or with the signal's
 * reason.
 */
export async function putLocal(row: TransferRow, context: LocalChangeContext): Promise<WrittenFile> {
  const { folder, signal } = context;
  await requirePlace(row, folder);
  const isStreamed = !row.backup && !folder.holdsFiles && (row.remote?.sizeBytes ?? 0) > streamedFromBytes;
  // Read before anything appears on disk.
  const content = isStreamed ? undefined : await contentOf(row, context);
  signal.throwIfAborted();
  const writer = await folder.open(row.localPath).catch(notWritable);
  try {
    const written = content ?? (await stream(row, writer, context));
    if (content) await writer.append(content.bytes).catch(notWritable);
    signal.throwIfAborted();
    const hash = written.hash ?? writer.hash?.();
    await change(row, context, { what: "put", hash }, () => writer.commit().catch(notWritable));
    return { hash, sizeBytes: written.sizeBytes, isCertain: written.isCertain };
  } finally {
    await writer.abort();
  }
}

export async function removeLocal(row: TransferRow, context: LocalChangeContext): Promise<void> {
  await change(row, context, { what: "remove" }, () =>
    context.folder.delete(row.localPath).catch(notWritable),
  );
}

async function contentOf(
  { backup, path, remote }: TransferRow,
  { app, signal }: LocalChangeContext,
): Promise<WrittenFile & { readonly bytes: Uint8Array }> {
  if (backup) {
    const bytes = await backup.read();
    return { bytes, hash: backup.hash, sizeBytes: bytes.byteLength, isCertain: false };
  }
  if (!remote) throw new RowProblem({ kind: "notInApp" });
  const { bytes, hash, isCertain } = await app.readToCopy(path, remote, { signal, priority: "normal" });
  return { bytes, hash, sizeBytes: bytes.byteLength, isCertain };
}

async function stream(
  { path, remote }: TransferRow,
  writer: LocalWriter,
  { app, signal }: LocalChangeContext,
): Promise<WrittenFile> {
  if (!remote) throw new RowProblem({ kind: "notInApp" });
  const sizeBytes = await app.download(path, remote, {
    signal,
    priority: "normal",
    onChunk: (bytes) => writer.append(bytes).catch(notWritable),
  });
  if (sizeBytes !== remote.sizeBytes) {
    throw new ServiceError(
      "badResponse",
      `${sizeBytes} bytes came of a file that is listed with ${remote.sizeBytes}`,
      {
        serviceText: "It couldn't be read completely; it may be changing right now.",
      },
    );
  }
  return { hash: undefined, sizeBytes, isCertain: false };
}

/** Looks, backs up, looks again, changes: an editor may save during the backup. */
async function change(
  row: TransferRow,
  context: LocalChangeContext,
  { what, hash }: { readonly what: "put" | "remove"; readonly hash?: string | undefined },
  make: () => Promise<void>,
): Promise<void> {
  const { log, folder } = context;
  const { before, found } = await requireAsPlanned(row, context);
  const id = await log.will({ side: "local", path: row.localPath, what, before, afterHash: hash });
  try {
    await requireUnchanged(found, row, folder);
    await make();
  } catch (error) {
    await log.did(id, "notDone");
    throw error;
  }
  await log.did(id, "done", { hash });
}

async function requirePlace({ localPath }: TransferRow, folder: LocalFolder): Promise<void> {
  const found = await obstacleAbove(localPath, folder);
  if (!found) return;
  throw new RowProblem(found.isLink ? { kind: "linkInPlace" } : { kind: "obstacle", obstacle: found.path });
}

/** The outermost of the folders above `path` that is a link or no folder. */
export async function obstacleAbove(
  path: string,
  folder: LocalFolder,
): Promise<{ readonly path: string; readonly isLink: boolean } | undefined> {
  for (let end = path.indexOf("/"); end !== -1; end = path.indexOf("/", end + 1)) {
    const above = path.slice(0, end);
    const found = await folder.tryStat(above);
    if (!found) return undefined;
    if (found.isLink || found.type !== "directory") return { path: above, isLink: found.isLink };
  }
  return undefined;
}

/** The user has seen only the plan's file. Resolves with the present one, for the backup. */
async function requireAsPlanned(
  row: TransferRow,
  { app, folder }: LocalChangeContext,
): Promise<{ readonly before: Before; readonly found: SourceStat | undefined }> {
  const { localPath, local, collidesWith } = row;
  await requirePlace(row, folder);
  const found = await folder.tryStat(localPath);
  if (found?.isLink) throw new RowProblem({ kind: "linkInPlace" });
  if (found && found.type !== "file")
    throw new RowProblem({ kind: found.type === "directory" ? "isFolderHere" : "isSpecialHere" });
  if (found && collidesWith !== undefined && !(await areApart(localPath, collidesWith, folder)))
    throw new RowProblem({ kind: "nameCollision", collidesWith });
  if (found && !local) throw new RowProblem({ kind: "appearedHere" });
  if (!found && local) throw new RowProblem({ kind: "changedHere" });
  if (!found || !local) return { before: "absent", found: undefined };
  if (folder.isUnsaved(localPath) || !isSameStat(found, local)) throw new RowProblem({ kind: "changedHere" });
  return { before: await currentOf(found, row, { app, folder }), found };
}

async function requireUnchanged(
  before: SourceStat | undefined,
  { localPath }: TransferRow,
  folder: LocalFolder,
): Promise<void> {
  const found = await folder.tryStat(localPath);
  if (found && !before) throw new RowProblem({ kind: "appearedHere" });
  if (!before) return;
  const isSame = found?.type === "file" && !found.isLink && isSameStat(found, before);
  if (!isSame || folder.isUnsaved(localPath)) throw new RowProblem({ kind: "changedHere" });
}

function isSameStat(
  found: SourceStat,
  local: Pick<NonNullable<TransferRow["local"]>, "sizeBytes" | "modifiedAt">,
): boolean {
  const isSameTime = local.modifiedAt === undefined || found.modifiedAt === local.modifiedAt;
  return found.sizeBytes === local.sizeBytes && isSameTime;
}

async function currentOf(
  { sizeBytes, modifiedAt }: SourceStat,
  { localPath, localHash }: TransferRow,
  { app, folder }: Pick<LocalChangeContext, "app" | "folder">,
): Promise<Before> {
  const fits = sizeBytes <= largestBackupBytes;
  if (!fits && localHash === undefined) return { notBackedUp: "tooLarge", sizeBytes };
  const bytes = await folder.read(localPath).catch((error: unknown) => {
    throw new RowProblem({ kind: "unreadable", error });
  });
  const hash = await app.hash(bytes);
  if (localHash !== undefined && hash !== localHash) throw new RowProblem({ kind: "changedHere" });
  return fits ? { bytes, hash, entry: { sizeBytes, modifiedAt } } : { notBackedUp: "tooLarge", sizeBytes };
}

/** True when the disk holds two files: their common folder lists both names. */
async function areApart(path: string, collidesWith: string, folder: LocalFolder): Promise<boolean> {
  const names = path.split("/");
  const otherNames = collidesWith.split("/");
  const at = names.findIndex((name, index) => name !== otherNames[index]);
  const listed = (await folder.list(names.slice(0, at).join("/"))).map(({ name }) => name);
  return [names[at], otherNames[at]].every((name) => name !== undefined && listed.includes(name));
}

function notWritable(error: unknown): never {
  throw new RowProblem({ kind: "unwritable", error });
}
