// Local files for an upload. Unreadable ones are reported and skipped.

import { forEachParallel } from "../../../core/async/parallel";
import type { FolderSource, SourceEntry } from "../../../core/disk/folderSource";
import type { LocalFile } from "./filePairs";
import type { TransferProblem } from "./transferProblem";

interface LocalSource {
  readonly folder: FolderSource;
  readonly name: string;
}

/** Paths begin with the selected name, such as "site/css/main.css". */
export interface LocalTree {
  readonly files: readonly (LocalFile & Pick<LocalSource, "folder">)[];
  readonly emptyFolders: readonly string[];
  readonly failed: readonly { readonly path: string; readonly problem: TransferProblem }[];
}

const readsAtOnce = 16;

/** In the order of selection and name. */
export async function readLocalTree(
  sources: readonly LocalSource[],
  signal: AbortSignal,
): Promise<LocalTree> {
  const found: { readonly path: string; readonly folder: FolderSource }[] = [];
  const emptyFolders: string[] = [];
  const failed: { path: string; problem: TransferProblem }[] = [];
  const taken = new Set<string>();

  const add = async (folder: FolderSource, path: string, stat: () => Promise<Omit<SourceEntry, "name">>) => {
    signal.throwIfAborted();
    const fail = (problem: TransferProblem): void => void failed.push({ path, problem });
    try {
      const { type, isLink } = await stat();
      if (path === "") return fail({ kind: "badName" });
      if (type === "other") return fail({ kind: "special" });
      // A selected file may be a link; links inside a folder could lead anywhere.
      if (isLink && (type === "directory" || path.includes("/"))) return fail({ kind: "link" });
      if (type === "directory") return await addFolder(folder, path);
      if (taken.has(path)) return fail({ kind: "duplicate" });
      taken.add(path);
      found.push({ path, folder });
    } catch (error) {
      signal.throwIfAborted();
      fail({ kind: "unreadable", error });
    }
  };
  const addFolder = async (folder: FolderSource, path: string): Promise<void> => {
    const entries = [...(await folder.list(path))].sort((a, b) => (a.name < b.name ? -1 : 1));
    const count = (): number => found.length + failed.length + emptyFolders.length;
    const before = count();
    for (const entry of entries) await add(folder, `${path}/${entry.name}`, async () => entry);
    if (count() === before) emptyFolders.push(path);
  };
  for (const { folder, name } of sources) await add(folder, name, () => folder.stat(name));

  const files = new Map<string, LocalTree["files"][number]>();
  await forEachParallel(
    found,
    readsAtOnce,
    async ({ path, folder }) => {
      try {
        const { sizeBytes, modifiedAt } = await folder.stat(path);
        files.set(path, { path, sizeBytes, modifiedAt, folder, read: () => folder.read(path) });
      } catch (error) {
        failed.push({ path, problem: { kind: "unreadable", error } });
      }
    },
    signal,
  );
  return { files: found.flatMap(({ path }) => files.get(path) ?? []), emptyFolders, failed };
}
