// Brings what a plan says into the folder. A file is written only when all of it was read, and only over what the plan
// saw there. Every file ends in exactly one of the lists.
import type { AppFiles } from "../../api/appFiles";
import { mayBeText } from "../../api/exactText";
import { contentHash } from "../../core/contentHash";
import { forEachParallel } from "../../core/parallel";
import type { PullRow } from "../../core/pullPlan";
import { isServiceError } from "../../core/serviceError";
import type { SyncMemory } from "./syncMemory";

/** The folder on this machine; paths are relative to it, "/"-separated. */
export interface LocalTarget {
  /** Undefined when nothing is there. */
  look(
    path: string,
  ): Promise<{ readonly type: "file" | "directory" | "other"; readonly isLink: boolean } | undefined>;
  read(path: string): Promise<Uint8Array>;
  /** Writes the file, and makes the folders on the way. */
  write(path: string, bytes: Uint8Array): Promise<void>;
  delete(path: string): Promise<void>;
  isUnsaved(path: string): boolean;
}

export type PullProblem =
  /** It is not what was planned any more. */
  | { readonly kind: "changedHere" }
  /** It is, or lies below, a link: what is written there would land elsewhere. */
  | { readonly kind: "link" }
  /** A file or folder stands in its place. */
  | { readonly kind: "obstacle" }
  /** The app does not have it any more. */
  | { readonly kind: "goneInApp" }
  | { readonly kind: "error"; readonly error: unknown };

export interface PullFailure {
  readonly path: string;
  readonly problem: PullProblem;
}

export interface PullResult {
  readonly written: readonly string[];
  readonly deleted: readonly string[];
  readonly failed: readonly PullFailure[];
  readonly cancelled: readonly string[];
}

export interface PullRun {
  readonly rows: readonly PullRow[];
  readonly files: Pick<AppFiles, "readBytes">;
  readonly target: LocalTarget;
  readonly memory: SyncMemory;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: {
    readonly done: number;
    readonly total: number;
    readonly name: string;
  }) => void;
}

/** Those that wait for the service's limit may be large and are held whole, so they are few. */
const textFilesAtOnce = 12;
const limitedFilesAtOnce = 4;
/** So many files are written down at a time. */
const filesPerSave = 50;

class Problem extends Error {
  constructor(readonly problem: PullProblem) {
    super(problem.kind);
  }
}

/** Resolves when every row is written, deleted, failed or was kept back; never rejects. */
export async function runPull(run: PullRun): Promise<PullResult> {
  const { rows, memory, signal, onProgress } = run;
  const written: string[] = [];
  const deleted: string[] = [];
  const failed: PullFailure[] = [];
  const cancelled: string[] = [];
  let done = 0;

  const pullAll = (some: readonly PullRow[], atOnce: number): Promise<void> =>
    forEachParallel(some, atOnce, async (row) => {
      onProgress({ done, total: rows.length, name: row.path.slice(row.path.lastIndexOf("/") + 1) });
      try {
        signal.throwIfAborted();
        await (row.remote ? bring(row, run) : remove(row, run));
        (row.remote ? written : deleted).push(row.path);
        if (written.length % filesPerSave === 0) await memory.save();
      } catch (error) {
        if (signal.aborted) cancelled.push(row.path);
        else failed.push({ path: row.path, problem: problemOf(error) });
      }
      done++;
    });

  const isText = ({ remote }: PullRow): boolean => !remote || mayBeText(remote.name, remote.sizeBytes);
  const firsts = rows.filter(({ twin }) => twin === undefined);
  await Promise.all([
    pullAll(firsts.filter(isText), textFilesAtOnce),
    pullAll(
      firsts.filter((row) => !isText(row)),
      limitedFilesAtOnce,
    ),
  ]);
  // Only now can be seen whether this machine takes both for one.
  await pullAll(
    rows.filter(({ twin }) => twin !== undefined),
    1,
  );
  await memory.trySave();
  return { written: written.sort(), deleted: deleted.sort(), failed, cancelled };
}

function problemOf(error: unknown): PullProblem {
  if (error instanceof Problem) return error.problem;
  return isServiceError(error, "notFound") ? { kind: "goneInApp" } : { kind: "error", error };
}

async function bring(row: PullRow, { files, target, memory, signal }: PullRun): Promise<void> {
  const { path, localPath, remote } = row;
  if (!remote) return;
  const own = AbortSignal.any([signal]);
  const bytes = await files.readBytes(path, remote, { signal: own, priority: "normal" });
  signal.throwIfAborted();
  await requireAsPlanned(row, target);
  await target.write(localPath, bytes);
  // Of another size it was changed meanwhile: the next look shows it.
  if (bytes.byteLength !== remote.sizeBytes) return;
  const { sizeBytes, modifiedAt } = remote;
  memory.set(path, { hash: await contentHash(bytes), sizeBytes, modifiedAt });
}

async function remove(row: PullRow, { target, memory }: PullRun): Promise<void> {
  await requireAsPlanned(row, target);
  await target.delete(row.localPath);
  memory.delete(row.path);
}

/** Looks again right before: the user was shown only what was there then. */
async function requireAsPlanned(
  { localPath, local, localHash }: PullRow,
  target: LocalTarget,
): Promise<void> {
  const names = localPath.split("/");
  for (let depth = 1; depth <= names.length; depth++) {
    const found = await target.look(names.slice(0, depth).join("/"));
    if (found?.isLink) throw new Problem({ kind: "link" });
    if (depth < names.length) {
      if (found && found.type !== "directory") throw new Problem({ kind: "obstacle" });
      if (!found) break;
      continue;
    }
    if (found && found.type !== "file") throw new Problem({ kind: "obstacle" });
    if ((found !== undefined) !== (local !== undefined)) throw new Problem({ kind: "changedHere" });
  }
  if (target.isUnsaved(localPath) && local) throw new Problem({ kind: "changedHere" });
  if (!local || localHash === undefined) return;
  if ((await contentHash(await target.read(localPath))) !== localHash)
    throw new Problem({ kind: "changedHere" });
}
