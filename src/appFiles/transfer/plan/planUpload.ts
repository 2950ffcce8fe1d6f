// Plans an upload: new files, replaced files and files that cannot be sent.

import {
  ancestorsOf,
  isSafeEntryName,
  joinAppPath,
  nameOf,
  segmentsOf,
  uploadNameProblem,
} from "../../../core/paths/appPath";
import type { LocalFile } from "./filePairs";
import type { LocalTree } from "./localTree";
import { PathsLook } from "./pathsLook";
import type { TransferApp } from "./transferApp";
import { blockedRow, type TransferRow, unlessAlike, unlessLost } from "./transferPlan";
import type { TransferProblem } from "./transferProblem";

interface UploadPlan {
  /** Not selected where the old file is too large for a backup or a name is nearly equal. */
  readonly rows: readonly TransferRow[];
  /** Parents first; no file creates them. */
  readonly folders: readonly string[];
}

/** Rejects when a folder of the app cannot be listed. */
export async function planUpload(
  tree: Omit<LocalTree, "files"> & { readonly files: readonly LocalFile[] },
  target: string,
  app: Pick<TransferApp, "list">,
  signal: AbortSignal,
): Promise<UploadPlan> {
  const inApp = (path: string): string => joinAppPath(target, path);
  const blocked = (path: string, reason: TransferProblem): TransferRow =>
    blockedRow("toApp", { path: inApp(path), localPath: path }, reason);
  const chosen = new Set(tree.files.map(({ path }) => inApp(path)));
  const paths = [...tree.files.map(({ path }) => path), ...tree.emptyFolders].map(inApp);
  const look = await PathsLook.of(
    paths.filter((path) => segmentsOf(path).every(isSafeEntryName)),
    app,
    signal,
  );

  const rows = tree.files.map((local): TransferRow => {
    const path = inApp(local.path);
    const { entry: remote, askedAt = look.askedAt } = look.entries.get(path) ?? {};
    const obstacle = look.obstacleOf(path);
    const problem = sendProblem(path, chosen);
    if (problem) return blocked(local.path, problem);
    if (obstacle !== undefined) return blocked(local.path, { kind: "obstacle", obstacle });
    if (remote?.type === "directory") return blocked(local.path, { kind: "isFolderInApp" });
    if (remote?.type === "other") return blocked(local.path, { kind: "isSpecialInApp" });
    const kind = remote ? "changed" : "added";
    const seen = { local, remote, askedAt };
    const row = { kind, direction: "toApp", path, localPath: local.path, ...seen, isChosen: true } as const;
    return unlessLost(unlessAlike(row, look.alikeOf(path)));
  });

  const folders = new Set<string>();
  const notMade = tree.emptyFolders.flatMap((folder): TransferRow[] => {
    const path = inApp(folder);
    if (!segmentsOf(path).every(isSafeEntryName)) return [blocked(folder, { kind: "badName" })];
    const found = look.entries.get(path)?.entry;
    const inTheWay = found && found.type !== "directory" ? found.name : undefined;
    const obstacle = look.obstacleOf(path) ?? inTheWay;
    if (obstacle !== undefined) return [blocked(folder, { kind: "obstacle", obstacle })];
    for (const each of [...ancestorsOf(path), path]) if (!look.has(each)) folders.add(each);
    return [];
  });
  const failed = tree.failed.map(({ path, problem }) => blocked(path, problem));
  return { rows: [...rows, ...notMade, ...failed], folders: [...folders] };
}

function sendProblem(path: string, chosen: ReadonlySet<string>): TransferProblem | undefined {
  const folders = segmentsOf(path).slice(0, -1);
  if (uploadNameProblem(nameOf(path)) || !folders.every(isSafeEntryName)) return { kind: "badName" };
  // A file and a folder of one name, from two selected folders.
  return ancestorsOf(path).some((folder) => chosen.has(folder)) ? { kind: "duplicate" } : undefined;
}
