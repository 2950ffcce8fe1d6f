// Reads both sides for a push or pull: one listing per folder, and contents only where needed and cheap.
import { forEachParallel } from "../../../core/async/parallel";
import type { LocalFolder } from "../../../core/disk/localFolder";
import { isServiceError } from "../../../core/errors/serviceError";
import type { FileEntry } from "../../../core/model/model";
import { isWithin, joinAppPath, nameOf, parentOf } from "../../../core/paths/appPath";
import type { FolderRules } from "../../../core/project/folderRules";
import { mayBeText } from "../../read/fileReads";
import { type FilePair, type LocalFile, pairFiles } from "./filePairs";
import type { ComparedContent, PlanSides } from "./judgeSides";
import type { ListAhead } from "./listAhead";
import { type LocalContent, LocalContents } from "./localContents";
import { type PullPlan, planPull } from "./planPull";
import { type PushPlan, planPush } from "./planPush";
import { syncedAs } from "./pushManifest";
import type { SyncMemory } from "./syncMemory";
import { type AppTree, listTree, type TransferApp } from "./transferApp";
import { blockedRow, type TransferRow } from "./transferPlan";
import type { TransferProblem } from "./transferProblem";

export interface SyncInput {
  readonly app: TransferApp;
  readonly folder: LocalFolder;
  readonly local: readonly LocalFile[];
  readonly problems: PlanSides["problems"];
  /** Ignored files of the app are neither compared nor changed. */
  readonly rules: FolderRules;
  /** Links, and files that may hold secrets, which are compared. A push names them where the app has another version. */
  readonly heldBack?: readonly HeldBack[];
  readonly memory: SyncMemory;
  readonly signal: AbortSignal;
  readonly ahead?: ListAhead | undefined;
  readonly onProgress: (progress: { readonly folders: number; readonly compared: number }) => void;
}

interface HeldBack {
  readonly path: string;
  readonly problem: TransferProblem;
  readonly file?: LocalFile | undefined;
}

/** Per plan: the service allows 20 a minute, and the user may open files. */
const downloads = 12;
const readsAtOnce = 16;
const largestDownloadBytes = 4 * 1024 * 1024;

/** Rejects as listing and comparing do: a partial look is no plan. */
export async function readPushPlan(input: SyncInput): Promise<PushPlan> {
  const { memory, heldBack = [] } = input;
  const local = [...input.local, ...heldBack.flatMap(({ file }) => file ?? [])];
  const plan = await planPush(await readSides({ ...input, local }));
  for (const [path, synced] of plan.newlySynced) memory.set(path, synced);
  for (const path of plan.gone) memory.delete(path);
  await memory.trySave();
  const isOf = ({ path }: HeldBack, { localPath }: TransferRow): boolean => isWithin(path, localPath);
  const isOlder = ({ kind, remote, synced }: TransferRow): boolean =>
    (remote ?? synced) !== undefined && kind !== "changedInTarget" && kind !== "onlyInTarget";
  const older = plan.rows.filter(isOlder);
  const blocked = heldBack
    .filter((each) => older.some((row) => isOf(each, row)))
    .map(({ path, problem }) =>
      blockedRow("toApp", { path: joinAppPath("/", path), localPath: path }, problem),
    );
  const others = plan.rows.filter((row) => !heldBack.some((each) => isOf(each, row)));
  const rows = [...(await withoutHeldBack(others, input)), ...blocked];
  return { ...plan, rows: rows.sort((a, b) => (a.path < b.path ? -1 : 1)) };
}

/** See `readPushPlan`. */
export async function readPullPlan(input: SyncInput): Promise<PullPlan> {
  const { folder, memory } = input;
  const sides = await readSides(input);
  const plan = await planPull({
    ...sides,
    isWindows: folder.isWindows,
    isUnsaved: (path) => folder.isUnsaved(path),
  });
  for (const [path, synced] of plan.newlySynced) memory.set(path, synced);
  await memory.trySave();
  return plan;
}

/** Written by apps, such as logs and databases. */
const writtenByApps = /\.(log|out|err|jsonl|pid|db|sqlite3?|mdb)$/i;
/** While an archive is unpacked, between one file and the next. */
const longestPauseMs = 2_000;

/** Remembers a new app's files, so that the first push compares only what the app may have written since. */
export async function rememberCreated(
  { app, local, rules, memory, signal }: Omit<SyncInput, "folder" | "problems" | "onProgress">,
  /** What was sent, by path in the folder. */
  packed: ReadonlyMap<string, LocalContent>,
): Promise<void> {
  const tree = await listApp({ app, local, rules, signal });
  const pairs = pairFiles({ local, remote: tree.entries, manifest: memory.files, askedAt: tree.askedAt });
  const unpacked = unpackedIn(pairs);
  await forEachParallel(
    pairs,
    readsAtOnce,
    async ({ path, local: file, remote, askedAt }) => {
      const content = file && packed.get(file.path);
      if (remote?.type !== "file" || content?.sizeBytes !== remote.sizeBytes) return;
      const isMaybeNewer = !unpacked.has(path) || writtenByApps.test(remote.name);
      if (isMaybeNewer && !mayBeText(remote.name, remote.sizeBytes)) return;
      const isCertain = !isMaybeNewer && app.isCertain(remote, askedAt);
      memory.set(path, syncedAs(remote, content.hash, isCertain));
    },
    signal,
  );
  await memory.trySave();
}

/**
 * Archives are unpacked in the order of their paths; thousands of files take many seconds. The app may have
 * written a file that is younger than the next ones, or that came after a pause.
 */
function unpackedIn(pairs: readonly FilePair[]): ReadonlySet<string> {
  const files = pairs.flatMap(({ path, remote }) =>
    remote?.type === "file" ? [{ path, at: remote.modifiedAt }] : [],
  );
  let earliestAt = Number.POSITIVE_INFINITY;
  const inOrder = files.reverse().filter(({ at }) => {
    earliestAt = Math.min(earliestAt, at);
    return at <= earliestAt + longestPauseMs;
  });
  let latestAt = earliestAt;
  const unpacked = inOrder.reverse().filter(({ at }) => {
    if (at > latestAt + longestPauseMs) return false;
    latestAt = Math.max(latestAt, at);
    return true;
  });
  return new Set(unpacked.map(({ path }) => path));
}

async function readSides(input: SyncInput): Promise<PlanSides> {
  const { app, local, problems, memory, signal, onProgress } = input;
  let folders = 0;
  let compared = 0;
  const contents = new LocalContents((bytes) => app.hash(bytes));
  const listed = new AbortController();
  // Other files are read only when the app has one of equal size.
  const isAsLarge = (file: LocalFile): boolean =>
    memory.files.get(joinAppPath("/", file.path))?.sizeBytes === file.sizeBytes;
  contents.readAhead(local.filter(isAsLarge), listed.signal);
  const tree = await listApp(input, () => onProgress({ folders: ++folders, compared })).finally(() =>
    listed.abort(),
  );
  return {
    local,
    remote: tree.entries,
    manifest: memory.files,
    askedAt: tree.askedAt,
    incomplete: tree.incomplete,
    problems,
    contentOf: (file) => contents.of(file),
    knownContentOf: (file) => contents.known(file),
    compare: contentComparer(app, signal, () => onProgress({ folders, compared: ++compared })),
    signal,
  };
}

async function listApp(
  { app, local, rules, signal, ahead }: Pick<SyncInput, "app" | "local" | "rules" | "signal" | "ahead">,
  onFolder: () => void = () => undefined,
): Promise<AppTree> {
  const tree = await listTree(app, "/", {
    signal,
    onFolder,
    ahead,
    enters: (path) => rules.enters(path.slice(1)),
  });
  // Sent files are not ignored: saves checking most of them.
  const sent = new Set(local.map(({ path }) => path));
  const entries = tree.entries.filter(
    ({ path, entry }) =>
      sent.has(path.slice(1)) || !rules.leavesOut(path.slice(1), entry.type === "directory"),
  );
  return { ...tree, entries };
}

/** Text always, since reading it has no limit, and a few downloads. */
export function contentComparer(
  app: TransferApp,
  signal: AbortSignal,
  onCompared: () => void,
): (path: string, entry: FileEntry) => Promise<ComparedContent | undefined> {
  let left = downloads;
  return async (path, entry) => {
    if (!mayBeText(entry.name, entry.sizeBytes)) {
      if (entry.sizeBytes > largestDownloadBytes || left <= 0) return undefined;
      left--;
    }
    try {
      const { hash, isCertain } = await app.readContent(path, entry, { signal, priority: "normal" });
      onCompared();
      return { hash, isCertain };
    } catch (error) {
      // Changed or deleted during the read: not equal.
      if (isServiceError(error, "notFound", "badResponse", "badInput")) return undefined;
      throw error;
    }
  };
}

/** A local file that is ignored, or back since it was missed, is no reason to delete the remote one. */
export async function withoutHeldBack(
  rows: readonly TransferRow[],
  { folder, signal }: Pick<SyncInput, "folder" | "signal">,
): Promise<TransferRow[]> {
  const names = new Map<string, Promise<ReadonlySet<string> | "unknown">>();
  const namesIn = (path: string): Promise<ReadonlySet<string> | "unknown"> => {
    const known = names.get(path) ?? listNames(folder, path, namesIn);
    names.set(path, known);
    return known;
  };
  const kept = new Set<TransferRow>();
  const missing = rows.filter(({ local, kind }) => !local && kind !== "blocked");
  await forEachParallel(
    missing,
    readsAtOnce,
    async (row) => {
      const found = await namesIn(parentOf(row.path).slice(1));
      // By exact name: on a case-insensitive disk a renamed file's old name would stay for ever.
      if (found === "unknown" || found.has(nameOf(row.path).normalize("NFC"))) kept.add(row);
    },
    signal,
  );
  return rows.filter((row) => !kept.has(row));
}

/** Empty only when the parent was listed without the folder. "unknown" behind links. */
async function listNames(
  folder: LocalFolder,
  path: string,
  namesIn: (path: string) => Promise<ReadonlySet<string> | "unknown">,
): Promise<ReadonlySet<string> | "unknown"> {
  try {
    if (path !== "") {
      const above = await namesIn(parentOf(path).slice(1));
      if (above === "unknown") return "unknown";
      if (!above.has(nameOf(path).normalize("NFC"))) return new Set();
      const { type, isLink } = await folder.stat(path);
      if (isLink) return "unknown";
      if (type !== "directory") return new Set();
    }
    return new Set((await folder.list(path)).map(({ name }) => name.normalize("NFC")));
  } catch {
    return "unknown";
  }
}
