import { largestBackupBytes } from "../../../appFiles/backups/changeLog";
import { CannotBackUp, snapshotOfFile, type Target } from "../../../appFiles/change/change";
import { requireUploadable } from "../../../appFiles/change/put";
import type { RemoveOptions } from "../../../appFiles/change/remove";
import { type Move, moveFile, moveTree } from "../../../appFiles/moves";
import type { FileChange } from "../../../appFiles/read/ownChanges";
import { FileProblem, isFileProblem } from "../../../core/errors/fileProblem";
import type { FileEntry } from "../../../core/model/model";
import { isWithin, parentOf, segmentsOf } from "../../../core/paths/appPath";
import { decisionAgeMs, type MountStat } from "./appFolders";
import type { CopyOptions } from "./mountOptions";
import type { MountParts } from "./mountParts";

/** Their content can be cloned or installed again, so no backup is made of it. */
const rebuiltFolders = new Set(
  ".git .hg .svn node_modules .venv venv __pycache__ .pytest_cache .mypy_cache .ruff_cache .tox .cache".split(
    " ",
  ),
);

export class MountDeletions {
  constructor(private readonly parts: MountParts) {}

  async delete(path: string, options: { readonly recursive: boolean }): Promise<FileChange> {
    if (path === "/") throw new FileProblem("root", path);
    const order = this.parts.files.nextOrder();
    await this.parts.requirePermission("canDelete", path);
    // A teammate may have created the pending folder meanwhile.
    const isPending = this.parts.pending.has(path);
    const askedAt = this.parts.clock.monotonicMs();
    let entry = await this.parts.folders.entryForDecision(path, isPending ? 0 : decisionAgeMs);
    if (!entry && !isPending) throw new FileProblem("notFound", path);
    const target: Target = { path, base: { kind: "any" } };
    // The user means the file that is listed here; what a folder holds, its parent's listing does not show.
    const isFolder = entry?.type === "directory";
    const asked = isFolder ? undefined : new Map([[path, snapshotOfFile(target, { entry, askedAt })]]);
    if (!entry) {
      // Files that this window is uploading into the folder are deleted with it.
      await this.parts.files.changesOver(path);
      entry = await this.parts.folders.entryForDecision(path, 0);
    }
    if (!options.recursive && (!entry || entry.type === "directory"))
      await this.parts.folders.requireEmpty(path, Boolean(entry));
    if (entry) {
      await this.removeWithQuestion([path], (agreed) =>
        this.parts.files.removeSoon(target, { ...agreed, order, asked }),
      );
    }
    this.parts.forget(path);
    this.parts.noteDeleted(path, entry?.type === "file");
    return { type: "deleted", path };
  }

  async deleteAll(paths: readonly string[]): Promise<{
    readonly changes: FileChange[];
    readonly left: string[];
    readonly error?: unknown;
    /** Of the journal, for undo. */
    readonly operationId: string;
  }> {
    if (paths.includes("/")) throw new FileProblem("root", "/");
    const order = this.parts.files.nextOrder();
    await this.parts.requirePermission("canDelete", paths[0] ?? "/");
    const targets = [...new Set(paths)].map((path): Target => ({ path, base: { kind: "any" } }));
    const first = paths[0] ?? "/";
    const log = await this.parts.options.beginOperation("delete", { from: first, count: targets.length });
    let outcome: "done" | "failed" = "failed";
    const { gone, left } = await this.removeWithQuestion(paths, (agreed) =>
      this.parts.files.remove(targets, { ...agreed, log, order }),
    )
      .then((result) => {
        outcome = result.left.length === 0 ? "done" : "failed";
        return result;
      })
      .finally(() => log.end(outcome));
    for (const path of gone) this.parts.forget(path);
    const changes = gone.map((path): FileChange => ({ type: "deleted", path }));
    const leftPaths = left.map(({ path }) => path);
    const reported = left.find(({ error }) => isFileProblem(error, "partlyDeleted")) ?? left[0];
    return { changes, operationId: log.id, left: leftPaths, ...(reported && { error: reported.error }) };
  }

  /** Asks about files that cannot be backed up; then deletes all paths, or none. */
  private async removeWithQuestion<T>(
    paths: readonly string[],
    remove: (options: RemoveOptions) => Promise<T>,
  ): Promise<T> {
    const backsUp = (file: string): boolean =>
      !segmentsOf(parentOf(file)).some((name) => rebuiltFolders.has(name));
    const run =
      this.parts.options.withBackupProgress ??
      (<R>(_paths: readonly string[], work: (options: RemoveOptions) => Promise<R>) => work({}));
    let agreed: CannotBackUp | undefined;
    for (;;) {
      try {
        return await run(paths, (options) =>
          remove({ ...options, priority: "interactive", backsUp, lossAgreed: agreed }),
        );
      } catch (error) {
        if (!(error instanceof CannotBackUp)) throw error;
        const [path = "/"] = paths;
        if (!(await this.parts.options.askLoss(path, error.files))) throw new FileProblem("declined", path);
        agreed = error.alsoAgreed(agreed);
      }
    }
  }
}

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
  if (isMove) await source.requirePermission("canDelete", from);
  const isBetweenApps = target !== source;
  // VS Code has already deleted the file that the user agreed to replace: a remote file there is newer.
  const overwrite = options.overwrite && !target.wasJustDeleted(to);
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
