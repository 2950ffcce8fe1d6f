// Plans a push. By default nothing changes that the folder has not seen, or because a local file is
// unreadable.
import { ancestorsOf, joinAppPath, nameOf, uploadNameProblem } from "../../../core/paths/appPath";
import { foldedPath } from "../../../core/paths/localNames";
import { alikeIn, type FilePair, pairFiles } from "./filePairs";
import { judgeBoth, judgePairs, type MakeRow, type PlanSides, rowMaker, unruledFolders } from "./judgeSides";
import { isAsSynced, type PushManifest, type SyncedFile } from "./pushManifest";
import { blockedRow, type TransferPlan, type TransferRow, unlessAlike } from "./transferPlan";
import type { TransferProblem } from "./transferProblem";

export interface PushPlan extends TransferPlan {
  readonly newlySynced: PushManifest;
  readonly gone: readonly string[];
}

/** Rejects as comparing does, and with the signal's reason. */
export async function planPush(sides: PlanSides): Promise<PushPlan> {
  const pairs = pairFiles(sides);
  const { rows, unchanged, newlySynced } = await judgePairs(pairs, sides, (pair) => judge(pair, sides));
  const present = new Set(pairs.map(({ path }) => path));
  const isUnread = below(sides.problems.map(({ path }) => joinAppPath("/", path)));
  const gone = [...sides.manifest.keys()].filter((path) => !present.has(path) && !isUnread(path));
  return { rows: withProblems(withAlike(rows, pairs), sides), unchanged, newlySynced, gone };
}

async function judge(pair: FilePair, sides: PlanSides): Promise<TransferRow | SyncedFile> {
  const { local, remote, synced } = pair;
  const row = rowMaker("toApp", pair);
  if (!local) return judgeAbsent(pair, row);
  const reason = blockedBy(pair);
  if (reason) return row("blocked", { reason });
  if (!remote) return row("added", synced ? { reason: { kind: "goneInApp" } } : {});
  return await judgeBoth({ ...pair, local, remote }, sides, "toApp");
}

function judgeAbsent({ remote, synced }: FilePair, row: MakeRow): TransferRow {
  if (!synced) return row("onlyInTarget");
  const isSame = remote && isAsSynced(remote, synced);
  return isSame ? row("deleted") : row("changedOnBoth", { reason: { kind: "deletedHere" } });
}

function blockedBy({ path, remote, obstacle }: FilePair): TransferProblem | undefined {
  if (uploadNameProblem(nameOf(path)) !== undefined) return { kind: "badName" };
  if (obstacle !== undefined) return { kind: "obstacle", obstacle };
  if (remote?.type === "directory") return { kind: "isFolderInApp" };
  return remote?.type === "other" ? { kind: "isSpecialInApp" } : undefined;
}

/** A new file with nearly a remote one's name is left to the user, as is a deletion with nearly a local one's. */
function withAlike(rows: readonly TransferRow[], pairs: readonly FilePair[]): readonly TransferRow[] {
  if (!rows.some(({ kind }) => kind === "added" || kind === "deleted")) return rows;
  const here = new Map(pairs.flatMap(({ path, local }) => (local ? [[foldedPath(path), path]] : [])));
  const inApp = new Set(pairs.flatMap(({ path, remote }) => (remote ? [...ancestorsOf(path), path] : [])));
  const byFolded = new Map([...inApp].map((path) => [foldedPath(path), path]));
  return rows.map((row) => {
    const own = row.kind === "deleted" && here.get(foldedPath(row.path));
    if (own) return { ...row, isChosen: false, reason: { kind: "alikeHere", alike: own } };
    if (row.kind !== "added") return row;
    return unlessAlike(
      row,
      alikeIn(row.path, (path) => inApp.has(path), byFolded),
    );
  });
}

/** Also where the disk may take two names for one. */
function below(folders: readonly string[]): (path: string) => boolean {
  const all = new Set(folders.map(foldedPath));
  return (path) => {
    const folded = foldedPath(path);
    return all.has("/") || all.has(folded) || ancestorsOf(folded).some((each) => all.has(each));
  };
}

/** Unreadable local files are reported, and neither they nor their children are deleted in the app. */
function withProblems(rows: readonly TransferRow[], { problems }: PlanSides): TransferRow[] {
  if (problems.length === 0) return [...rows];
  const named = problems.map(({ path, problem }) => ({ path: joinAppPath("/", path), local: path, problem }));
  const isUnread = below(named.map(({ path }) => path));
  const mayBeUnruled = below(unruledFolders(problems));
  const kept = rows.flatMap((row): TransferRow[] => {
    if (named.some(({ path }) => path === row.path)) return [];
    const isUnruled = mayBeUnruled(row.path);
    if (!row.local && (isUnruled || isUnread(row.path))) return [];
    // The unreadable rules may exclude it, and it may hold secrets.
    if (isUnruled && row.isChosen) return [{ ...row, isChosen: false, reason: { kind: "rulesUnreadable" } }];
    return [row];
  });
  const blocked = named.map(({ path, local, problem }) =>
    blockedRow("toApp", { path, localPath: local }, problem),
  );
  return [...kept, ...blocked].sort((a, b) => (a.path < b.path ? -1 : 1));
}
