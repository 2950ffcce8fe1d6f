import { largestBackupBytes } from "../../../appFiles/backups/changeLog";
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
  readonly target: MountParts;
  readonly isMove: boolean;
}

/** Copies or moves; resolves with the changes in the target. */
export async function moveBetween(
  source: MountParts,
  from: string,
  to: string,
  options: MoveTarget,
): Promise<FileChange[]> {
  const { target, isMove } = options;
  const isBetweenApps = target !== source;
  // VS Code has already deleted the file that the user agreed to replace: a remote file there is newer.
  const overwrite = options.overwrite && !target.wasJustDeleted(to);
  target.noteReplaced(to);
  const { entry, there } = await entryToCopy(source, from, to, { target, overwrite });
  const arrived: FileChange[] = [{ type: "created", path: to }];
  const now = source.clock.now();
  // The service has no empty folders: they become pending folders of the target.
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
  // Listed before the wait below: the user did not agree to replace a file that comes later.
  const shown = target.folders.statOrUndefined(to, 0);
  shown.catch(() => undefined);
  // Running saves and copies to the source are part of it.
  await source.files.changesOver(from);
  const entry = await source.folders.entryForDecision(from, 0);
  if (!entry && !source.pending.has(from)) throw new FileProblem("notFound", from);
  if (entry?.type === "other") throw new FileProblem("special", from);
  const there = await shown;
  // A folder is copied only to a free path: merging two folders could not be undone.
  if (there && (!overwrite || entry?.type !== "file" || there.type === "directory"))
    throw new FileProblem("exists", to);
  if (there && there.sizeBytes > largestBackupBytes && !(await target.options.askReplace(to)))
    throw new FileProblem("declined", to);
  return { entry: entry ?? "pending", there };
}
