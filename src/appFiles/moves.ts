// Moves and copies without a call of the service: each copy is proved before its original is deleted.
import type { Priority } from "../api/http/exchange";
import { FileProblem, isFileProblem } from "../core/errors/fileProblem";
import type { FileEntry } from "../core/model/model";
import { isWithin } from "../core/paths/appPath";
import { foldedPath } from "../core/paths/localNames";
import { type TreeEntry, walkTree } from "../core/paths/walkTree";
import type { AppFiles } from "./appFiles";
import type { OperationLog } from "./backups/operation";
import { type BaseVersion, Conflict } from "./change/base";
import { CannotBackUp } from "./change/change";
import type { Stored } from "./change/putJob";
import { mayBeText } from "./read/fileReads";
import { listConfirmed } from "./read/listings";
import { type FileVersion, isSameVersion } from "./read/serviceTime";

export interface CopyEstimate {
  readonly from: string;
  readonly to: string;
  readonly isMove: boolean;
  readonly fileCount: number;
  readonly totalBytes: number;
  readonly durationMs: number;
}

const mostFiles = 300;
const mostBytes = 50 * 1024 * 1024;
const filesWithoutQuestion = 5;
const msWithoutQuestion = 20_000;
const uploadEveryMs = 3_010;
/** 18 of the 20 downloads a minute: two are reserved for files that the user opens. */
const downloadEveryMs = 60_000 / 18;

interface CopyProgress {
  readonly signal: AbortSignal;
  report(done: { readonly files: number; readonly of: number; readonly path: string }): void;
}

export interface CopyDialog {
  confirm(estimate: CopyEstimate): Promise<boolean>;
  withProgress<T>(estimate: CopyEstimate, work: (progress: CopyProgress) => Promise<T>): Promise<T>;
}

export interface Move {
  readonly source: AppFiles;
  readonly from: string;
  readonly target: AppFiles;
  readonly to: string;
  readonly isMove: boolean;
  /** The existing file, whose replacement the user has confirmed. */
  readonly replaces: FileVersion | undefined;
  /** For an operation that was cut off: the hash of each finished copy, by target path. */
  readonly made?: ReadonlyMap<string, string> | undefined;
  /** Once the removal has begun, another content is not the original. */
  readonly isRemoving?: boolean;
  readonly dialog: CopyDialog;
  readonly begin: (count: number) => Promise<OperationLog>;
  /** Of the source app, when it is another one. */
  readonly beginRemoval: (count: number) => Promise<OperationLog>;
}

interface Copied {
  readonly from: string;
  readonly to: string;
  readonly hash: string;
  readonly stored: Stored;
}

interface CopyingOptions {
  readonly priority: Priority;
  readonly signal?: AbortSignal;
  readonly copied?: Copied[];
}

/** Any readable size. `onCopied`: the copy is proved, with this hash. */
export async function moveFile(
  move: Move,
  entry: FileEntry,
  onCopied: (hash: string) => void = () => undefined,
): Promise<void> {
  const foundOrder = move.source.nextOrder();
  const log = await move.begin(1);
  try {
    const copied = await copyOne(move, { path: move.from, entry }, log, { priority: "interactive" });
    onCopied(copied.hash);
    if (move.isMove) await removeOriginal(move, [copied], log, foundOrder);
    await log.end("done");
  } catch (error) {
    await log.end("failed");
    throw error;
  }
}

/** Resolves with the folders without files, which cannot be copied. */
export async function moveTree(
  move: Move,
): Promise<{ readonly folders: readonly string[]; readonly copies: readonly string[] }> {
  const { from, to, isMove, dialog } = move;
  const foundOrder = move.source.nextOrder();
  // Queued deletions are still listed.
  await move.source.settled();
  const tree = await wholeTree(move.source, from);
  const files = tree.filter(({ entry }) => entry.type === "file");
  const folders = tree.filter(({ entry }) => entry.type === "directory").map(({ path }) => path);
  const special = tree.find(({ entry }) => entry.type === "other");
  if (special) throw new FileProblem("special", special.path);
  const estimate = estimateCopy(files, { from, to, isMove });
  if (files.length > mostFiles || estimate.totalBytes > mostBytes)
    throw new FileProblem("treeTooLarge", from, String(files.length));
  if (isAskedFirst(estimate) && !(await dialog.confirm(estimate))) throw new FileProblem("declined", from);
  if (files.length === 0) {
    if (isMove) await removeEmpty(move);
    return { folders, copies: [] };
  }
  const copied = await dialog.withProgress(estimate, (progress) =>
    copyAll(move, files, progress, foundOrder),
  );
  return { folders, copies: copied.map((each) => each.to) };
}

async function copyAll(
  move: Move,
  files: readonly TreeEntry[],
  { signal, report }: CopyProgress,
  foundOrder: number,
): Promise<readonly Copied[]> {
  const log = await move.begin(files.length);
  const copied: Copied[] = [];
  try {
    for (const file of files) {
      signal.throwIfAborted();
      report({ files: copied.length, of: files.length, path: targetOf(move, file.path) });
      await copyOne(move, file, log, { priority: "normal", signal, copied });
    }
    signal.throwIfAborted();
    if (move.isMove) await removeOriginal(move, copied, log, foundOrder);
    await log.end("done");
    return copied;
  } catch (error) {
    const isOriginalLeft = move.isRemoving || isFileProblem(error, "originalLeft");
    try {
      if (!isOriginalLeft) await removeCopies(move, copied, log, error);
    } finally {
      await log.end(signal.aborted ? "cancelled" : "failed");
    }
    throw error;
  }
}

function targetOf({ from, to }: Move, path: string): string {
  return to + path.slice(from.length);
}

async function copyOne(
  move: Move,
  { path, entry }: TreeEntry,
  log: OperationLog,
  { priority, signal, copied = [] }: CopyingOptions,
): Promise<Copied> {
  const { source, target, replaces } = move;
  const to = targetOf(move, path);
  const { bytes, hash } = await source.readToCopy(path, entry, { priority, signal });
  const made = move.made?.get(to);
  if (move.isRemoving && made !== hash) throw new FileProblem("changedWhileCopied", path);
  const there = made === hash ? await storedCopy(target, to, hash) : undefined;
  const put = async () =>
    await target.put(to, bytes, {
      base: made ? { kind: "contents", hashes: [made] } : replaces ? asSeen(replaces) : { kind: "absent" },
      author: `copy ${log.id}`,
      priority,
      signal,
      log,
      lossAgreed: replaces && true,
      // The original has both names, or (a rename in letter case only) the app has for a while.
      mayStandBeside: (alike) =>
        copied.some((copy) => isWithin(alike, copy.to)) ||
        (move.isMove && source === target && isWithin(move.from, alike)),
    });
  const exists = (error: unknown): never => {
    throw error instanceof Conflict ? new FileProblem("exists", to) : error;
  };
  const stored = there ?? (await put().catch(exists));
  const copy = { from: path, to, hash, stored };
  copied.push(copy);
  if (!there && (await target.isStoredAs(to, stored, priority)) === false)
    throw new FileProblem("copyDiffers", to);
  return copy;
}

async function storedCopy(target: AppFiles, to: string, hash: string): Promise<Stored | undefined> {
  const entry = await target.find(to, { maxAgeMs: 0 });
  if (entry?.type !== "file") return undefined;
  const content = await target.readToCopy(to, entry);
  if (content.hash !== hash) return undefined;
  return { entry, hash, replaced: entry, isCertain: false, others: undefined };
}

/** The confirmed version, with the content of its first read. */
function asSeen(version: FileVersion): BaseVersion {
  let first: string | undefined;
  return {
    kind: "judged",
    accepts: (found, hash) => {
      if (!found) return true;
      first ??= hash;
      return isSameVersion(found, version) && first === hash;
    },
  };
}

/** Keeps an original that changed since the copy. `foundOrder`: a later save is not part of the move. */
async function removeOriginal(
  move: Move,
  copied: readonly Copied[],
  log: OperationLog,
  foundOrder: number,
): Promise<void> {
  const { source, from, to } = move;
  if (source === move.target && foldedPath(from) === foldedPath(to)) {
    // A service may take both names for one file. Then it lists only one of them.
    if (!(await source.find(to, { maxAgeMs: 0 }))) throw new FileProblem("originalLeft", from, to);
    if (!(await source.find(from))) return;
  }
  const tree = new Map(copied.map(({ from: path, hash }) => [path, hash]));
  const base = { kind: "contents", hashes: copied.map(({ hash }) => hash) } as const;
  let error: unknown;
  try {
    const { left } = await inLogOf(move, log, async (own) => {
      const options = { priority: "interactive", log: own, isElsewhere: true, foundOrder } as const;
      return await source.remove([{ path: from, base, tree }], options);
    });
    if (left.length === 0) return;
    error = left[0]?.error;
  } catch (failure) {
    error = failure;
  }
  if (error instanceof Conflict) throw new FileProblem("changedWhileCopied", from);
  if (error instanceof CannotBackUp) throw new FileProblem("changedWhileCopied", error.path);
  throw new FileProblem("originalLeft", from, to, { cause: error });
}

async function inLogOf<T>(
  { source, target, beginRemoval }: Move,
  log: OperationLog,
  work: (log: OperationLog) => Promise<T>,
): Promise<T> {
  if (source === target) return await work(log);
  const own = await beginRemoval(1);
  try {
    return await work(own);
  } finally {
    await own.end("done");
  }
}

async function removeEmpty({ source, from, to }: Move): Promise<void> {
  const { left } = await source.remove([{ path: from, base: { kind: "any" }, tree: new Map() }], {
    priority: "interactive",
  });
  if (left[0]) throw new FileProblem("originalLeft", from, to, { cause: left[0].error });
}

/** Only unchanged copies, and their folder when nothing else is in it. */
async function removeCopies(
  move: Move,
  copied: readonly Copied[],
  log: OperationLog,
  cause: unknown,
): Promise<void> {
  const { target, from, to } = move;
  const own = copied.filter(({ stored }) => !stored.others);
  const removed = await removeUnchanged(move, own, log).catch(() => undefined);
  // A copy whose first request had no response may reappear and overwrite another client's file.
  const mayComeBack = (copy: Copied): boolean =>
    !removed?.includes(copy) && target.mayArriveLate(copy.to, copy.hash);
  const isMaybeOwn = copied.some(({ stored }) => stored.others === "after");
  if (!removed || isMaybeOwn || copied.some(mayComeBack))
    throw new FileProblem("copiesLeft", from, to, { cause });
}

/** Resolves with the deleted ones; the others were changed. Rejects when the result is unknown. */
async function removeUnchanged(
  { target, to }: Move,
  copies: readonly Copied[],
  log: OperationLog,
): Promise<readonly Copied[]> {
  if (copies.length === 0) return [];
  const options = { priority: "interactive", log, isElsewhere: true } as const;
  const tree = new Map(copies.map((each) => [each.to, each.hash]));
  const whole = await target.remove([{ path: to, base: { kind: "any" }, tree }], options).catch(conflictOnly);
  if (whole && whole.left.length === 0) return copies;
  const each = copies.map(({ to: path, hash }) => ({
    path,
    base: { kind: "contents", hashes: [hash] } as const,
  }));
  const { left } = await target.remove(each, options);
  if (left.some(({ error }) => !(error instanceof Conflict))) throw left[0]?.error;
  return copies.filter((copy) => !left.some(({ path }) => path === copy.to));
}

/** Undefined: the folder has another client's files. */
function conflictOnly(error: unknown): undefined {
  if (error instanceof Conflict || error instanceof CannotBackUp) return undefined;
  throw error;
}

/** Rejects with "incomplete" when a listing hides entries. */
async function wholeTree(files: AppFiles, root: string): Promise<TreeEntry[]> {
  return await walkTree(root, {
    list: async (directory) => {
      const listing = await listConfirmed(files, directory);
      if (listing.hidden > 0) throw new FileProblem("incomplete", directory, String(listing.hidden));
      return [...listing.entries.values()];
    },
  });
}

function isAskedFirst({ fileCount, durationMs }: CopyEstimate): boolean {
  return fileCount > filesWithoutQuestion || durationMs > msWithoutQuestion;
}

function estimateCopy(
  files: readonly TreeEntry[],
  move: Pick<CopyEstimate, "from" | "to" | "isMove">,
): CopyEstimate {
  const downloads = files.filter(({ entry }) => !mayBeText(entry.name, entry.sizeBytes)).length;
  return {
    ...move,
    fileCount: files.length,
    totalBytes: files.reduce((sum, { entry }) => sum + entry.sizeBytes, 0),
    durationMs: Math.max(files.length * uploadEveryMs, downloads * downloadEveryMs),
  };
}
