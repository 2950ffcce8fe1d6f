// Copies and moves whole folders of an app, for which the service has no call: copy file by file, prove each copy,
// look at the original once more, then delete it with one request. At every moment one whole copy exists.
import { mayBeText } from "../../api/exactText";
import { FileProblem } from "../../core/fileProblem";
import type { FileEntry } from "../../core/model";
import type { TreeEntry } from "../../core/walkTree";
import type { RemoteFiles } from "./remoteFiles";

/** What a copy would take, for the question before it. */
export interface TreeEstimate {
  readonly from: string;
  readonly to: string;
  readonly isMove: boolean;
  readonly fileCount: number;
  readonly totalBytes: number;
  readonly durationMs: number;
}

/** How far a copy is. */
export interface TreeProgress {
  readonly signal: AbortSignal;
  report(done: { readonly files: number; readonly of: number; readonly path: string }): void;
}

/** How the user is asked and told; features/files/askTreeCopy.ts is the real one. */
export interface TreeCopyDialog {
  /** False when the user would rather not. */
  confirm(estimate: TreeEstimate): Promise<boolean>;
  withProgress<T>(estimate: TreeEstimate, work: (progress: TreeProgress) => Promise<T>): Promise<T>;
}

export interface TreeCopyNeeds {
  /** The files of the app that the copy goes to. */
  readonly files: RemoteFiles;
  readonly dialog: TreeCopyDialog;
  /** Everything below a folder as the service lists it now. */
  readonly walk: (root: string) => Promise<TreeEntry[]>;
  readonly read: (path: string, entry: FileEntry) => Promise<Uint8Array>;
}

export const mostFiles = 300;
export const mostBytes = 50 * 1024 * 1024;
/** More than this is asked for first. */
const unaskedFiles = 5;
const unaskedMs = 20_000;
const uploadPaceMs = 3_040;
/** 18 of the 20 downloads a minute: two are held for files that a person opens. */
const downloadPaceMs = 60_600 / 18;

/** Uploads a copy of everything below `from` below `to`. Resolves with the copied files; rejects with nothing left of them. */
export async function copyTree(
  needs: TreeCopyNeeds,
  from: string,
  to: string,
  isMove: boolean,
): Promise<TreeEntry[]> {
  const tree = await needs.walk(from);
  const files = tree.filter(({ entry }) => entry.type === "file");
  const special = tree.find(({ entry }) => entry.type === "other");
  if (special) throw new FileProblem("special", special.path);
  const estimate = estimateOf(files, from, to, isMove);
  if (files.length > mostFiles || estimate.totalBytes > mostBytes)
    throw new FileProblem("treeTooLarge", from, String(files.length));
  if (files.length === 0) return [];
  if (files.length > unaskedFiles || estimate.durationMs > unaskedMs) {
    if (!(await needs.dialog.confirm(estimate))) throw new FileProblem("declined", from);
  }
  return await needs.dialog.withProgress(estimate, (progress) =>
    copyFiles(needs, files, { from, to, isMove }, progress),
  );
}

async function copyFiles(
  needs: TreeCopyNeeds,
  files: readonly TreeEntry[],
  { from, to, isMove }: { readonly from: string; readonly to: string; readonly isMove: boolean },
  { signal, report }: TreeProgress,
): Promise<TreeEntry[]> {
  const copies: TreeEntry[] = [];
  let started = 0;
  try {
    for (const { path, entry } of files) {
      signal.throwIfAborted();
      const target = to + path.slice(from.length);
      report({ files: copies.length, of: files.length, path: target });
      const bytes = await needs.read(path, entry);
      started++;
      // Not cut off half way: an upload that was given up may still arrive after its copy was removed.
      const beforeSend = async () => signal.throwIfAborted();
      const stored = await needs.files.write(target, bytes, { beforeSend, priority: "normal" });
      copies.push({ path: target, entry: stored });
      await requireSameBytes(needs.files, target, stored, bytes);
    }
    signal.throwIfAborted();
    if (isMove) await requireUnchanged(needs, from, files);
    return copies;
  } catch (error) {
    if (started > 0) await removeCopies(needs, to, from, error);
    throw error;
  }
}

/** The size is proved by the listing; where reading costs no download, the bytes are too. */
export async function requireSameBytes(
  files: RemoteFiles,
  path: string,
  stored: FileEntry,
  bytes: Uint8Array,
): Promise<void> {
  if (!mayBeText(stored.name, stored.sizeBytes)) return;
  const text = await files.readText(path, { priority: "normal" });
  if (text === undefined) return;
  const sent = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
  const isSame = text === sent || text === sent.replace(/^\uFEFF/, "");
  // A service that decodes in another way than we do proves nothing; only clean text that differs is a failure.
  if (!isSame && !text.includes("\uFFFD") && !sent.includes("\uFFFD"))
    throw new FileProblem("copyDiffers", path);
}

/** Deleting a file that somebody wrote to since it was copied would lose what they wrote. */
async function requireUnchanged(
  needs: TreeCopyNeeds,
  from: string,
  files: readonly TreeEntry[],
): Promise<void> {
  const now = (await needs.walk(from)).filter(({ entry }) => entry.type !== "directory");
  const before = new Map(files.map(({ path, entry }) => [path, entry]));
  const changed = now.find(({ path, entry }) => {
    const copied = before.get(path);
    return copied?.modifiedAt !== entry.modifiedAt || copied.sizeBytes !== entry.sizeBytes;
  });
  if (changed) throw new FileProblem("changedWhileCopied", changed.path);
}

/** The folder was not there before, so all of it is ours. */
async function removeCopies(needs: TreeCopyNeeds, to: string, from: string, cause: unknown): Promise<void> {
  try {
    await needs.files.remove([to]);
  } catch {
    throw new FileProblem("copiesLeft", from, to, { cause });
  }
}

function estimateOf(files: readonly TreeEntry[], from: string, to: string, isMove: boolean): TreeEstimate {
  const downloads = files.filter(({ entry }) => !mayBeText(entry.name, entry.sizeBytes)).length;
  return {
    from,
    to,
    isMove,
    fileCount: files.length,
    totalBytes: files.reduce((sum, { entry }) => sum + entry.sizeBytes, 0),
    durationMs: Math.max(files.length * uploadPaceMs, downloads * downloadPaceMs),
  };
}
