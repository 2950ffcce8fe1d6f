// Plans a pull. By default nothing is overwritten or deleted that the app did not have.

import { forEachParallel } from "../../../core/async/parallel";
import { ancestorsOf, isWithin, joinAppPath, nameOf, parentOf } from "../../../core/paths/appPath";
import { actsInEditor } from "../../../core/paths/editorFiles";
import {
  foldedNames,
  foldedPath,
  foldersWithoutHead,
  isRepositoryHead,
} from "../../../core/paths/localNames";
import { listedOnce } from "../../read/listings";
import { type FilePair, type LocalFile, pairFiles } from "./filePairs";
import { judgeBoth, judgePairs, type MakeRow, type PlanSides, rowMaker, unruledFolders } from "./judgeSides";
import { isAsSynced, type PushManifest, type SyncedFile } from "./pushManifest";
import { maybeThere, type TransferApp } from "./transferApp";
import { blockedRow, type TransferPlan, type TransferRow } from "./transferPlan";
import { type TransferProblem, transferNameProblem } from "./transferProblem";

interface PullSides extends PlanSides {
  readonly isWindows: boolean;
  /** An editor has unsaved changes; `localPath` is relative. */
  readonly isUnsaved: (localPath: string) => boolean;
}

export interface PullPlan extends TransferPlan {
  readonly newlySynced: PushManifest;
}

/** Rejects as comparing does, and with the signal's reason. */
export async function planPull(sides: PullSides): Promise<PullPlan> {
  const pairs = pairFiles(sides);
  const withHead = new Set(
    sides.local
      .filter(({ path }) => isRepositoryHead(nameOf(path)))
      .map(({ path }) => foldedNames(parentOf(path))),
  );
  const folders = new Set(sides.local.flatMap(({ path }) => ancestorsOf(path)));
  const { rows, unchanged, newlySynced } = await judgePairs(pairs, sides, (pair) =>
    judge(pair, sides, { withHead, folders }),
  );
  const unruled = unruledFolders(sides.problems);
  const named = rows.map((row) => {
    const isUnruled = row.kind === "added" && unruled.some((folder) => isWithin(folder, row.path));
    // The unreadable rules may exclude it.
    if (isUnruled) return { ...row, isChosen: false, reason: { kind: "rulesUnreadable" } as const };
    const acts = row.isChosen && row.kind !== "deleted" && actsInEditor(row.path);
    return acts ? { ...row, isChosen: false, reason: { kind: "actsInEditor" } as const } : row;
  });
  return { rows: withCollisions([...named, ...incompleteRows(sides)], sides.local), unchanged, newlySynced };
}

const looksAtOnce = 16;

/**
 * Selects deletions for a pull without questions, after a second listing: one alone may wrongly lack files.
 */
export async function withDeletions(
  rows: readonly TransferRow[],
  app: Pick<TransferApp, "list" | "find">,
  signal: AbortSignal,
): Promise<TransferRow[]> {
  // Undefined: the folder is gone.
  const listAgain = listedOnce((folder) => app.list(folder, { maxAgeMs: 0 }).catch(() => undefined));
  const found = new Map<TransferRow, TransferRow>();
  await forEachParallel(
    rows.filter(({ kind }) => kind === "deleted"),
    looksAtOnce,
    async (row) => {
      await listAgain(parentOf(row.path));
      const isMaybeThere = await maybeThere(app, row.path, signal);
      found.set(row, isMaybeThere ? { ...row, reason: { kind: "maybeInApp" } } : { ...row, isChosen: true });
    },
    signal,
  );
  return rows.map((row) => found.get(row) ?? row);
}

async function judge(
  pair: FilePair,
  sides: PullSides,
  { withHead, folders }: { readonly withHead: ReadonlySet<string>; readonly folders: ReadonlySet<string> },
): Promise<TransferRow | SyncedFile | undefined> {
  const { path, local, remote, synced } = pair;
  const localPath = local?.path ?? path.slice(1);
  const row = rowMaker("toLocal", pair);
  if (!remote) return await judgeGone(pair, sides, row);
  const unread = sides.problems.find((each) => isWithin(joinAppPath("/", each.path), path));
  if (unread && (!local || unread.path === localPath)) return row("blocked", { reason: unread.problem });
  if (remote.type !== "file")
    return local ? undefined : row("blocked", { reason: { kind: "isSpecialInApp" } });
  const repository = foldersWithoutHead(localPath).find((folder) => withHead.has(foldedNames(`/${folder}`)));
  const reason: TransferProblem | undefined =
    repository === undefined
      ? transferNameProblem(localPath, sides.isWindows)
      : { kind: "localName", name: joinAppPath(`/${repository}`, "HEAD").slice(1), problem: "repository" };
  if (reason) return row("blocked", { reason });
  if (!local && folders.has(path)) return row("blocked", { reason: { kind: "isFolderHere" } });
  if (!local) return row(synced && isAsSynced(remote, synced) ? "deletedInTarget" : "added");
  const found = await judgeBoth({ ...pair, local, remote }, sides, "toLocal");
  const wouldReplace = "kind" in found && found.isChosen;
  return wouldReplace && sides.isUnsaved(localPath)
    ? row("changedOnBoth", { ...found, kind: "changedOnBoth", isChosen: false, reason: { kind: "unsaved" } })
    : found;
}

/** A file that only the folder has matters only if the app had it. */
async function judgeGone(
  { path, local, synced }: FilePair,
  { isUnsaved, incomplete, contentOf }: PullSides,
  row: MakeRow,
): Promise<TransferRow | undefined> {
  if (!local || !synced || local.sizeBytes !== synced.sizeBytes || isUnsaved(local.path)) return undefined;
  // Hidden entries: the file may exist.
  if (incomplete.has(parentOf(path))) return undefined;
  const localHash = await contentOf(local).then(
    ({ hash }) => hash,
    () => undefined,
  );
  return localHash === synced.hash ? row("deleted", { localHash }) : undefined;
}

/** Hidden entries cannot be pulled; the user must see that. */
function incompleteRows({ incomplete }: PullSides): TransferRow[] {
  return [...incomplete].map(([path, count]) =>
    blockedRow("toLocal", { path, localPath: path.slice(1) }, { kind: "hiddenEntries", count }),
  );
}

/** A new file whose name this disk may treat as another's is written after it, and only beside it. */
function withCollisions(
  rows: readonly TransferRow[],
  local: readonly Pick<LocalFile, "path">[],
): TransferRow[] {
  const known = new Map(local.map(({ path }) => [foldedPath(path), path]));
  return rows.map((row) => {
    const folded = foldedPath(row.localPath);
    const collidesWith = known.get(folded);
    if (collidesWith === undefined) known.set(folded, row.localPath);
    return row.kind !== "added" || collidesWith === undefined || collidesWith === row.localPath
      ? row
      : { ...row, collidesWith };
  });
}
