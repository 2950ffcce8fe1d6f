// What an upload would do: which files are new in the app, which would replace one, and which cannot be sent.
import {
  ancestorsOf,
  isSafeEntryName,
  joinAppPath,
  nameOf,
  segmentsOf,
  uploadNameProblem,
} from "../../../core/appPath";
import { existingEntries } from "../../../core/existingEntries";
import type { FileEntry } from "../../../core/model";
import type { LocalFile, LocalTree } from "./localTree";
import type { TransferFailure, TransferProblem } from "./transferProblem";

/** A file on this machine and its path in the app. */
export interface UploadItem<Place> {
  readonly path: string;
  readonly local: LocalFile<Place>;
  /** It takes the place of a file that the app has. */
  readonly replaces: boolean;
}

/** What can be sent, what has to be made, and what cannot be sent. */
export interface UploadPlan<Place> {
  readonly items: readonly UploadItem<Place>[];
  /** Folders to be made, parents first: no file makes them. */
  readonly folders: readonly string[];
  readonly failed: readonly TransferFailure[];
}

/** Compares the tree with what the app lists at `target`. Rejects when a folder of the app could not be listed. */
export async function planUpload<Place>(
  tree: LocalTree<Place>,
  target: string,
  list: (directory: string) => Promise<readonly FileEntry[]>,
  signal: AbortSignal,
): Promise<UploadPlan<Place>> {
  const inApp = (path: string): string => joinAppPath(target, path);
  const failed: TransferFailure[] = tree.failed.map(({ path, problem }) => ({ path: inApp(path), problem }));
  const fail = (path: string, problem: TransferProblem): void => void failed.push({ path, problem });

  const chosen = new Set(tree.files.map(({ path }) => inApp(path)));
  const files = tree.files.filter(({ path }) => {
    const problem = sendProblem(path, chosen, inApp(path));
    if (problem) fail(inApp(path), problem);
    return !problem;
  });
  const emptyFolders = tree.emptyFolders.filter((path) => {
    const isSendable = segmentsOf(path).every(isSafeEntryName);
    if (!isSendable) fail(inApp(path), { kind: "badName" });
    return isSendable;
  });

  const paths = [...files, ...emptyFolders.map((path) => ({ path }))].map(({ path }) => inApp(path));
  const inTheApp = await existingEntries(paths, list, signal);
  const items: UploadItem<Place>[] = [];
  for (const local of files) {
    const path = inApp(local.path);
    const obstacle = inTheApp.obstacleOf(path);
    const found = inTheApp.at(path);
    if (obstacle !== undefined) fail(path, { kind: "obstacle", obstacle });
    else if (found?.type === "directory") fail(path, { kind: "isFolder" });
    else if (found?.type === "other") fail(path, { kind: "special" });
    else items.push({ path, local, replaces: found !== undefined });
  }

  const folders = new Set<string>();
  for (const empty of emptyFolders) {
    const path = inApp(empty);
    const obstacle =
      inTheApp.obstacleOf(path) ??
      (inTheApp.at(path)?.type === "directory" ? undefined : inTheApp.at(path)?.name);
    if (obstacle !== undefined) fail(path, { kind: "obstacle", obstacle });
    else for (const folder of [...ancestorsOf(path), path]) if (!inTheApp.at(folder)) folders.add(folder);
  }
  return { items, folders: [...folders], failed };
}

function sendProblem(
  path: string,
  chosen: ReadonlySet<string>,
  pathInApp: string,
): TransferProblem | undefined {
  const folders = segmentsOf(path).slice(0, -1);
  if (uploadNameProblem(nameOf(path)) || !folders.every(isSafeEntryName)) return { kind: "badName" };
  // A file and a folder of one name can be chosen from two folders.
  if (ancestorsOf(pathInApp).some((folder) => chosen.has(folder))) return { kind: "duplicate" };
  return undefined;
}
