// Renaming and copying, within an app or to another: copy, prove the copy, then delete the original.
import { isWithin, nameOf, uploadNameProblem } from "../../core/appPath";
import type { Clock } from "../../core/clock";
import { isSameVersion } from "../../core/contentCache";
import { FileProblem } from "../../core/fileProblem";
import type { FileChange } from "../../core/listingChanges";
import type { FileEntry } from "../../core/model";
import type { PendingFolders } from "../../core/pendingFolders";
import { type TreeEntry, walkTree } from "../../core/walkTree";
import type { AppFolders } from "./appFolders";
import type { ReadOptions, RemoteFiles } from "./remoteFiles";
import { copyTree, requireSameBytes, type TreeCopyDialog } from "./treeCopy";

/** What a move needs of the app that it starts from or goes to: a mounted app's own parts. */
export interface MoveSide {
  readonly clock: Clock;
  readonly dialog: TreeCopyDialog;
  readonly files: RemoteFiles;
  readonly folders: AppFolders;
  readonly pending: PendingFolders;
  requirePermission(kind: "canEdit" | "canDelete", path: string): Promise<void>;
  readWhole(path: string, entry: FileEntry, options: ReadOptions): Promise<Uint8Array>;
  writeFile(
    path: string,
    bytes: Uint8Array,
    options: CopyOptions & { readonly create: true },
  ): Promise<FileChange>;
  createDirectory(path: string): Promise<FileChange>;
  /** Nobody has opened what is there: the next save of it is a first one. */
  forgetSeen(path: string): void;
  /** The path is gone. */
  forget(path: string): void;
}

/** From where to where. */
export interface Move {
  readonly from: string;
  readonly to: string;
  readonly source: MoveSide;
  readonly target: MoveSide;
}

export interface CopyOptions {
  readonly overwrite: boolean;
}

/** What a copy or move changed in the app it came from, and in the one it went to. */
export interface Moved {
  readonly left: readonly FileChange[];
  readonly arrived: readonly FileChange[];
}

/** At every moment one whole copy exists on the service; rejects with a FileProblem that says where. */
export async function renameFiles(move: Move, options: CopyOptions): Promise<Moved> {
  const { from, to, source, target } = move;
  await source.requirePermission("canDelete", from);
  const entry = await entryToCopy(move, options);
  const left: FileChange[] = [{ type: "deleted", path: from }];
  if (entry === "pending") {
    const now = source.clock.now();
    for (const folder of source.pending.within(from)) target.pending.add(to + folder.slice(from.length), now);
    source.pending.remove(from);
    return { left, arrived: [{ type: "created", path: to }] };
  }
  const arrived = await duplicate(move, entry, { ...options, isMove: true });
  try {
    await source.folders.whileChanging([from], () => source.files.remove([from]));
  } catch (error) {
    source.folders.markStale(from);
    throw new FileProblem("originalLeft", from, to, { cause: error });
  }
  source.forget(from);
  return { left, arrived };
}

/** Copies a file, or a folder with all it holds. */
export async function copyFiles(move: Move, options: CopyOptions): Promise<Moved> {
  const entry = await entryToCopy(move, options);
  const arrived =
    entry === "pending"
      ? [await move.target.createDirectory(move.to)]
      : await duplicate(move, entry, { ...options, isMove: false });
  return { left: [], arrived };
}

/** What is to be copied, once it is clear that it may be. */
async function entryToCopy(
  { from, to, source, target }: Move,
  { overwrite }: CopyOptions,
): Promise<FileEntry | "pending"> {
  if (from === "/" || to === "/") throw new FileProblem("root", from);
  await target.requirePermission("canEdit", to);
  if (target === source && isWithin(from, to)) throw new FileProblem("intoItself", from, to);
  const problem = uploadNameProblem(nameOf(to));
  if (problem) throw new FileProblem("badName", to, problem);
  const entry = await source.folders.entryForDecision(from, 0);
  if (!entry && !source.pending.has(from)) throw new FileProblem("notFound", from);
  if (entry?.type === "other") throw new FileProblem("special", from);
  const there = await target.folders.lookOrUndefined(to, 0);
  // A folder is only ever copied to where nothing is: a mixture of two could not be undone.
  if (there && (!overwrite || entry?.type !== "file" || there.type === "directory"))
    throw new FileProblem("exists", to);
  return entry ?? "pending";
}

async function duplicate(
  move: Move,
  entry: FileEntry,
  options: CopyOptions & { readonly isMove: boolean },
): Promise<FileChange[]> {
  if (entry.type === "directory") return await duplicateTree(move, options.isMove);
  const { from, to, source, target } = move;
  const bytes = await source.readWhole(from, entry, { priority: "interactive" });
  const change = await target.writeFile(to, bytes, { create: true, overwrite: options.overwrite });
  // An empty file must not take the copy's place by mistake.
  target.forgetSeen(to);
  const stored = target.folders.lastKnown(to);
  if (stored) await requireSameBytes(target.files, to, stored, bytes);
  if (options.isMove) {
    const now = await source.folders.entryForDecision(from, 0);
    if (!now || !isSameVersion(now, entry)) throw new FileProblem("changedWhileCopied", from);
  }
  return [change];
}

async function duplicateTree({ from, to, source, target }: Move, isMove: boolean): Promise<FileChange[]> {
  const walk = (root: string): Promise<TreeEntry[]> =>
    walkTree(root, { list: (directory) => source.files.list(directory) });
  const needs = {
    files: target.files,
    dialog: source.dialog,
    walk,
    read: (path: string, entry: FileEntry) => source.readWhole(path, entry, { priority: "normal" }),
  };
  const folders = (await walk(from)).filter(({ entry }) => entry.type === "directory");
  const copies = await target.folders.whileChanging([to], () => copyTree(needs, from, to, isMove));
  const now = source.clock.now();
  // Folders without a file have no way to the service but stay visible here.
  for (const folder of [from, ...folders.map(({ path }) => path), ...source.pending.within(from)]) {
    const copy = to + folder.slice(from.length);
    if (!copies.some(({ path }) => isWithin(copy, path))) target.pending.add(copy, now);
  }
  for (const { path } of copies) target.pending.becameReal(path);
  target.folders.markStale(to);
  return [{ type: "created", path: to }];
}
