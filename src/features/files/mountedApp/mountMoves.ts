// Copies and moves within a mounted app, or from one to another: files, and folders with all they hold.
import { largestKeptBytes } from "../../../appFiles/backups/changeLog";
import { requireUploadable } from "../../../appFiles/change/put";
import { type Move, moveFile, moveTree } from "../../../appFiles/moves";
import type { FileChange } from "../../../appFiles/read/ownChanges";
import { FileProblem } from "../../../core/errors/fileProblem";
import type { FileEntry } from "../../../core/model/model";
import { isWithin } from "../../../core/paths/appPath";
import type { MountStat } from "./appFolders";
import type { CopyOptions } from "./mountOptions";
import type { MountParts } from "./mountParts";

interface MoveTarget extends CopyOptions {
  /** The app that it goes to, which may be the one that it comes from. */
  readonly target: MountParts;
  readonly isMove: boolean;
}

/** Copies or moves; resolves with what has arrived in the target. */
export async function moveBetween(
  source: MountParts,
  from: string,
  to: string,
  options: MoveTarget,
): Promise<FileChange[]> {
  const { target, isMove } = options;
  const isBetweenApps = target !== source;
  // VS Code has deleted what the user agreed to replace: a remote file there now came later.
  const overwrite = options.overwrite && !target.wasJustDeleted(to);
  target.noteReplaced(to);
  const { entry, there } = await entryToCopy(source, from, to, { target, overwrite });
  const arrived: FileChange[] = [{ type: "created", path: to }];
  const now = source.clock.now();
  // Folders without a file have no way to the service but stay visible here.
  const makeFolders = (folders: readonly string[], copies: readonly string[]): void => {
    for (const folder of [from, ...folders, ...source.pending.within(from)]) {
      const copy = to + folder.slice(from.length);
      if (!copies.some((path) => isWithin(copy, path))) target.pending.add(copy, now);
    }
  };
  if (entry === "pending") {
    makeFolders([], []);
    return arrived;
  }
  const move: Move = {
    source: source.files,
    from,
    target: target.files,
    to,
    isMove,
    replaces: there,
    dialog: source.options.copyDialog,
    begin: (count) =>
      target.options.beginOperation(isMove ? "move" : "copy", { from, to, count, isBetweenApps }),
    beginRemoval: (count) => source.options.beginOperation("move", { from, to, count, isBetweenApps }),
  };
  if (entry.type === "file") {
    await moveFile(move, entry, (hash) => target.authors.wasCopied(to, hash));
    return arrived;
  }
  const { folders, copies } = await moveTree(move);
  makeFolders(folders, copies);
  return arrived;
}

/** What is to be copied, once it is clear that it may be. */
async function entryToCopy(
  source: MountParts,
  from: string,
  to: string,
  { target, overwrite }: Omit<MoveTarget, "isMove">,
): Promise<{ readonly entry: FileEntry | "pending"; readonly there: MountStat | undefined }> {
  if (from === "/" || to === "/") throw new FileProblem("root", from);
  await target.requirePermission("canEdit", to);
  if (target === source && isWithin(from, to)) throw new FileProblem("intoItself", from, to);
  requireUploadable(to);
  // What comes there while this waits is not what the user has agreed to replace.
  const shown = target.folders.statOrUndefined(to, 0);
  shown.catch(() => undefined);
  // What is just being saved or copied there belongs to it.
  await source.files.changesOver(from);
  const entry = await source.folders.entryForDecision(from, 0);
  if (!entry && !source.pending.has(from)) throw new FileProblem("notFound", from);
  if (entry?.type === "other") throw new FileProblem("special", from);
  const there = await shown;
  // A folder is only ever copied to where nothing is: a mixture of two could not be undone.
  if (there && (!overwrite || entry?.type !== "file" || there.type === "directory"))
    throw new FileProblem("exists", to);
  if (there && there.sizeBytes > largestKeptBytes && !(await target.options.askReplace(to)))
    throw new FileProblem("declined", to);
  return { entry: entry ?? "pending", there };
}
