// Decides for each file what changed since both sides were equal; pushes and pulls are planned from that.
import { forEachParallel } from "../../../core/async/parallel";
import type { FileEntry } from "../../../core/model/model";
import { joinAppPath, parentOf } from "../../../core/paths/appPath";
import { mayBeText } from "../../read/fileReads";
import type { BothSides, FilePair, LocalFile } from "./filePairs";
import type { LocalContent } from "./localContents";
import { isAsSynced, type SyncedFile, syncedAs } from "./pushManifest";
import { type Direction, type RowKind, type TransferRow, unlessLost } from "./transferPlan";
import type { TransferProblem } from "./transferProblem";

export interface ComparedContent {
  readonly hash: string;
  readonly isCertain: boolean;
}

export interface PlanSides extends BothSides {
  /** Undefined when comparing would cost too much. Called only where it decides. */
  readonly compare: (path: string, entry: FileEntry) => Promise<ComparedContent | undefined>;
  readonly contentOf: (file: LocalFile) => Promise<LocalContent>;
  readonly knownContentOf: (file: LocalFile) => LocalContent | undefined;
  /** Unreadable or unsendable files; paths relative to the folder. */
  readonly problems: readonly { readonly path: string; readonly problem: TransferProblem }[];
  /** Number of hidden entries by folder of the app. */
  readonly incomplete: ReadonlyMap<string, number>;
  readonly signal?: AbortSignal | undefined;
}

/** Folders with unreadable ignore rules, as paths in the app. */
export function unruledFolders(problems: PlanSides["problems"]): string[] {
  const unread = problems.filter(({ problem }) => problem.kind === "rulesUnreadable");
  return unread.map(({ path }) => parentOf(joinAppPath("/", path)));
}

type Judgement =
  | { readonly state: "same"; readonly synced: SyncedFile }
  | { readonly state: "unreadable"; readonly error: unknown }
  | ({
      readonly state: "changedHere" | "changedInApp" | "changedOnBoth" | "unknown";
      /** Equal sizes; contents were not compared. */
      readonly isSizeAlike: boolean;
    } & SeenHashes);

interface SeenHashes {
  readonly localHash?: string | undefined;
  readonly remoteHash?: string | undefined;
}

interface WholePair extends FilePair {
  readonly local: LocalFile;
  readonly remote: FileEntry;
}

/** Undefined when only a request or a read would tell. Most files of a large folder are settled here. */
function knownUnchanged(
  { local, remote, synced }: FilePair,
  { knownContentOf }: PlanSides,
): SyncedFile | undefined {
  if (!local || !remote || !synced?.isCertain || !isAsSynced(remote, synced)) return undefined;
  return knownContentOf(local)?.hash === synced.hash ? synced : undefined;
}

interface JudgedPairs {
  readonly rows: TransferRow[];
  readonly unchanged: number;
  /** Equal files that were not remembered. */
  readonly newlySynced: Map<string, SyncedFile>;
}

const readAtOnce = 16;

/** A few pairs at a time. Rejects as `judge` does, or with the signal's reason. */
export async function judgePairs(
  pairs: readonly FilePair[],
  sides: PlanSides,
  judge: (pair: FilePair) => Promise<TransferRow | SyncedFile | undefined>,
): Promise<JudgedPairs> {
  const judged: (TransferRow | SyncedFile | undefined)[] = pairs.map((pair) => knownUnchanged(pair, sides));
  await forEachParallel(
    [...judged.keys()].filter((index) => !judged[index]),
    readAtOnce,
    async (index) => {
      judged[index] = await judge(pairs[index] as FilePair);
    },
    sides.signal,
  );
  const rows: TransferRow[] = [];
  const newlySynced = new Map<string, SyncedFile>();
  let unchanged = 0;
  for (const [index, found] of judged.entries()) {
    const pair = pairs[index];
    if (!found || !pair) continue;
    if ("kind" in found) {
      rows.push(found);
      continue;
    }
    unchanged++;
    if (found !== pair.synced) newlySynced.set(pair.path, found);
  }
  return { rows, unchanged, newlySynced };
}

export type MakeRow = (kind: RowKind, rest?: Partial<TransferRow>) => TransferRow;

/** Selected when only the source changed. A pull deletes only what the user selects. */
export function rowMaker(direction: Direction, pair: FilePair): MakeRow {
  const { path, local, remote, askedAt, synced } = pair;
  const chosen: readonly RowKind[] =
    direction === "toApp" ? ["added", "changed", "deleted"] : ["added", "changed"];
  return (kind, rest = {}) =>
    unlessLost({
      ...{ kind, direction, path, localPath: local?.path ?? path.slice(1) },
      ...{ local, remote, askedAt, synced, isChosen: chosen.includes(kind) },
      ...rest,
    });
}

/** The difference of two existing files, or their common content. Rejects as `compare` does. */
export async function judgeBoth(
  pair: WholePair,
  sides: PlanSides,
  direction: Direction,
): Promise<TransferRow | SyncedFile> {
  const row = rowMaker(direction, pair);
  const found = await judgeSides(pair, sides, direction === "toLocal");
  if (found.state === "same") return found.synced;
  if (found.state === "unreadable")
    return row("blocked", { reason: { kind: "unreadable", error: found.error } });
  const { state, isSizeAlike, ...hashes } = found;
  switch (state) {
    case "changedHere":
      return row(direction === "toApp" ? "changed" : "changedInTarget", hashes);
    case "changedInApp":
      return row(direction === "toApp" ? "changedInTarget" : "changed", hashes);
    case "changedOnBoth":
      return row("changedOnBoth", hashes);
    case "unknown":
      // The newer side is not taken: after a fresh clone, all local times are new.
      return row("changedOnBoth", {
        ...hashes,
        reason: { kind: isSizeAlike ? "sizeAlike" : "neverCompared" },
      });
  }
}

/** Reads the local file only where its content decides, or with `readsAll`. Rejects as `compare` does. */
async function judgeSides(pair: WholePair, sides: PlanSides, readsAll: boolean): Promise<Judgement> {
  const { path, local, remote, synced } = pair;
  const mayBeSame = local.sizeBytes === synced?.sizeBytes || local.sizeBytes === remote.sizeBytes;
  let localHash: string | undefined;
  let localBytes: number | undefined;
  if (readsAll || mayBeSame) {
    try {
      const content = await sides.contentOf(local);
      localBytes = content.sizeBytes;
      localHash = content.hash;
    } catch (error) {
      return { state: "unreadable", error };
    }
  }
  const app = await readAppSide(pair, sides);
  const isLocalSame = synced !== undefined && localHash === synced.hash;
  if (synced && app.isSame)
    return isLocalSame
      ? {
          state: "same",
          synced: app.isCertain && !synced.isCertain ? { ...synced, isCertain: true } : synced,
        }
      : { state: "changedHere", isSizeAlike: false, localHash, remoteHash: app.hash };
  // Written in the app, perhaps with the same content.
  const isAlike = localHash !== undefined && localBytes === remote.sizeBytes;
  const found = isAlike && app.hash === undefined ? await sides.compare(path, remote) : app;
  const remoteHash = found?.hash;
  if (localHash !== undefined && remoteHash === localHash)
    return { state: "same", synced: syncedAs(remote, localHash, found?.isCertain === true) };
  const state = !synced ? "unknown" : isLocalSame ? "changedInApp" : "changedOnBoth";
  return { state, isSizeAlike: isAlike && found === undefined, localHash, remoteHash };
}

interface AppSide {
  readonly isSame: boolean;
  readonly hash?: string;
  readonly isCertain?: boolean;
}

/** Compares by content where the version proves nothing and the file is text, which is cheap. */
async function readAppSide({ path, remote, synced }: WholePair, { compare }: PlanSides): Promise<AppSide> {
  if (!synced || !isAsSynced(remote, synced)) return { isSame: false };
  if (synced.isCertain || !mayBeText(remote.name, remote.sizeBytes)) return { isSame: true };
  const found = await compare(path, remote);
  return found ? { isSame: found.hash === synced.hash, ...found } : { isSame: true };
}
