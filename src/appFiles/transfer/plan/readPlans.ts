// Looks at both sides for a push or a pull: one listing a folder, and contents only where nothing else tells and it costs
// little. What is found to be the same is remembered.

import { forEachParallel } from "../../../core/async/parallel";
import type { LocalFolder } from "../../../core/disk/localFolder";
import { isServiceError } from "../../../core/errors/serviceError";
import type { FileEntry } from "../../../core/model/model";
import { joinAppPath, nameOf, parentOf } from "../../../core/paths/appPath";
import type { FolderRules } from "../../../core/project/folderRules";
import { mayBeText } from "../../read/fileReads";
import { type LocalFile, pairFiles } from "./filePairs";
import type { ComparedContent, PlanSides } from "./judgeSides";
import type { ListAhead } from "./listAhead";
import { LocalContents } from "./localContents";
import { type PullPlan, planPull } from "./planPull";
import { type PushPlan, planPush } from "./planPush";
import type { SyncMemory } from "./syncMemory";
import { type AppTree, listTree, type TransferApp } from "./transferApp";
import type { TransferRow } from "./transferPlan";

/** The folder as it was read through, and the app that it is compared with. */
export interface SyncInput {
  readonly app: TransferApp;
  readonly folder: LocalFolder;
  readonly local: readonly LocalFile[];
  readonly problems: PlanSides["problems"];
  /** The rules by which the folder was read: what they leave out of the app is neither compared nor changed. */
  readonly rules: FolderRules;
  readonly memory: SyncMemory;
  readonly signal: AbortSignal;
  /** What was asked for while the folder was read. */
  readonly ahead?: ListAhead | undefined;
  /** Told how many folders of the app are listed, and how many files were compared. */
  readonly onProgress: (progress: { readonly folders: number; readonly compared: number }) => void;
}

/** Downloads in one plan: the service allows 20 a minute, and a person may want to open some. */
const downloads = 12;
const readsAtOnce = 16;
const largestDownloadBytes = 4 * 1024 * 1024;

/** Rejects as listing and comparing do: half a look is no plan. */
export async function readPushPlan(input: SyncInput): Promise<PushPlan> {
  const { memory } = input;
  const plan = await planPush(await readSides(input));
  for (const [path, synced] of plan.newlySynced) memory.set(path, synced);
  for (const path of plan.gone) memory.delete(path);
  await memory.trySave();
  return { ...plan, rows: await withoutKeptBack(plan.rows, input) };
}

/** As `readPushPlan`, for the other direction. */
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

/** Files that apps write, such as logs and databases. */
const writtenByApps = /\.(log|out|err|jsonl|pid|db|sqlite3?|mdb)$/i;
/** All files of an archive are unpacked within this, in milliseconds. */
const unpackedWithinMs = 2_000;

/**
 * Remembers what an app was just created with, so that the first push compares no contents but of what the app may have
 * written since: the next plan compares such a text, and other such files are not remembered.
 */
export async function rememberCreated(
  { app, local, rules, memory, signal }: Omit<SyncInput, "folder" | "problems" | "onProgress">,
  /** When packing began: a local file that was written later may not be the one that was sent. */
  packedAt: number,
): Promise<void> {
  const contents = new LocalContents((bytes) => app.hash(bytes));
  const tree = await listApp({ app, local, rules, signal });
  const pairs = pairFiles({ local, remote: tree.entries, manifest: memory.files, askedAt: tree.askedAt });
  const times = pairs.flatMap(({ remote }) => (remote?.type === "file" ? [remote.modifiedAt] : []));
  const unpackedAt = times.reduce((first, time) => Math.min(first, time), Infinity);
  await forEachParallel(
    pairs,
    readsAtOnce,
    async ({ path, local: file, remote, askedAt }) => {
      if (!file || remote?.type !== "file" || remote.sizeBytes !== file.sizeBytes) return;
      if (file.modifiedAt !== undefined && file.modifiedAt >= packedAt) return;
      const content = await contents.of(file);
      const { sizeBytes, modifiedAt } = remote;
      if (content.sizeBytes !== sizeBytes) return;
      const isMaybeNewer = modifiedAt > unpackedAt + unpackedWithinMs || writtenByApps.test(remote.name);
      if (isMaybeNewer && !mayBeText(remote.name, sizeBytes)) return;
      const isCertain = !isMaybeNewer && app.isCertain(remote, askedAt);
      memory.set(path, { hash: content.hash, sizeBytes, modifiedAt, isCertain });
    },
    signal,
  );
  await memory.trySave();
}

async function readSides(input: SyncInput): Promise<PlanSides> {
  const { app, local, problems, memory, signal, onProgress } = input;
  let folders = 0;
  let compared = 0;
  const contents = new LocalContents((bytes) => app.hash(bytes));
  const listed = new AbortController();
  // The others are read only where the app has a file of their size.
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

/** All that the app holds, but for what is left out. */
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
  // What is sent is not left out: most need not be held against the rules again.
  const sent = new Set(local.map(({ path }) => path));
  const entries = tree.entries.filter(
    ({ path, entry }) =>
      sent.has(path.slice(1)) || !rules.leavesOut(path.slice(1), entry.type === "directory"),
  );
  return { ...tree, entries };
}

/** Compares contents: text always, since it has no limit, and a few others. */
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
      // It changes or went away while it was read: not the same, as far as one can see.
      if (isServiceError(error, "notFound", "badResponse", "badInput")) return undefined;
      throw error;
    }
  };
}

/** What is here but not sent is not missing here: it is no reason to delete it in the app. */
async function withoutKeptBack(
  rows: readonly TransferRow[],
  { folder, signal }: SyncInput,
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
      // Without certainty that it is gone here, nothing is deleted there. By its very name: a disk that takes two
      // spellings for one would have a file that was only renamed stay for ever.
      if (found === "unknown" || found.has(nameOf(row.path).normalize("NFC"))) kept.add(row);
    },
    signal,
  );
  return rows.filter((row) => !kept.has(row));
}

/** Empty only where the folder above was listed and has no such folder. What is behind a link is not known. */
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
