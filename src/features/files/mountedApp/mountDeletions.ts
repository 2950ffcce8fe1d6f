import { CannotBackUp, snapshotOfFile, type Target } from "../../../appFiles/change/change";
import type { RemoveOptions } from "../../../appFiles/change/remove";
import type { FileChange } from "../../../appFiles/read/ownChanges";
import { FileProblem, isFileProblem } from "../../../core/errors/fileProblem";
import { parentOf, segmentsOf } from "../../../core/paths/appPath";
import { decisionAgeMs } from "./appFolders";
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
    this.parts.noteDeleted(path);
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
