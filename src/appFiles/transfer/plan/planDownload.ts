// Plans a download: new, replaced and impossible files. Neither a name nor a link leads out of the folder.

import { forEachParallel } from "../../../core/async/parallel";
import type { SourceStat } from "../../../core/disk/folderSource";
import type { LocalFolder } from "../../../core/disk/localFolder";
import { nameOf, parentOf, segmentsOf } from "../../../core/paths/appPath";
import { foldedPath, foldersWithoutHead, isRepositoryName } from "../../../core/paths/localNames";
import { listConfirmed } from "../../read/listings";
import type { SeenEntry } from "./filePairs";
import { listTree, type TransferApp } from "./transferApp";
import { blockedRow, type TransferRow } from "./transferPlan";
import { type TransferProblem, transferNameProblem } from "./transferProblem";

interface DownloadSource {
  readonly path: string;
  /** "" puts the app's root directly into the folder. */
  readonly localName: string;
}

interface Place {
  readonly path: string;
  readonly localPath: string;
}

export interface AppSelection {
  readonly files: readonly (SeenEntry & Place)[];
  readonly folders: readonly Place[];
  readonly failed: readonly TransferRow[];
}

interface DownloadPlan {
  /** In the order of selection; "added", "changed" where a file exists, or "blocked". */
  readonly rows: readonly TransferRow[];
  readonly folders: readonly Place[];
}

const readsAtOnce = 16;

interface SelectionReading {
  readonly signal: AbortSignal;
  readonly onFound: (files: number) => void;
  /** For a zip: includes Git repositories, which are never written to a local folder. */
  readonly withRepositories?: boolean;
}

/** All files below the selection. Unlistable folders are reported and skipped. */
export async function readSelection(
  remote: Pick<TransferApp, "list">,
  sources: readonly DownloadSource[],
  { signal, onFound, withRepositories = false }: SelectionReading,
): Promise<AppSelection> {
  const app: Pick<TransferApp, "list"> = { list: (directory) => listConfirmed(remote, directory) };
  const enters = (path: string): boolean => withRepositories || !isRepositoryName(nameOf(path));
  const files: (SeenEntry & Place)[] = [];
  const folders: Place[] = [];
  const failed: TransferRow[] = [];
  const add = (seen: SeenEntry, localPath: string): void => {
    if (seen.entry.type === "file") files.push({ ...seen, localPath });
    else if (seen.entry.type === "other")
      failed.push(blockedRow("toLocal", { path: seen.path, localPath }, { kind: "isSpecialInApp" }));
  };
  for (const { path: root, localName } of sources) {
    signal.throwIfAborted();
    const fail = (path: string, problem: TransferProblem): void =>
      void failed.push(blockedRow("toLocal", { path, localPath: localOf(path) }, problem));
    const localOf = (path: string): string =>
      [...segmentsOf(localName), ...segmentsOf(path).slice(segmentsOf(root).length)].join("/");
    const top = await seenAt(app, root).catch((error: unknown) => ({ error }));
    if (top === "root" || (top && "entry" in top)) {
      if (top !== "root") add(top, localName);
      if (top !== "root" && top.entry.type !== "directory") continue;
      if (!enters(root)) {
        folders.push({ path: root, localPath: localName });
        continue;
      }
    } else {
      fail(root, top ? { kind: "error", error: top.error } : { kind: "notInApp" });
      continue;
    }
    const filled = new Set<string>();
    const tree = await listTree(app, root, {
      signal,
      enters,
      onFolder: (directory, entries) => {
        if (entries.length > 0) filled.add(directory);
        onFound(files.length + entries.length);
      },
      onFailure: (directory, error) => {
        filled.add(directory);
        fail(directory, { kind: "error", error });
      },
    });
    for (const [path, count] of tree.incomplete) {
      filled.add(path);
      fail(path, { kind: "hiddenEntries", count });
    }
    for (const seen of [...tree.entries].sort((a, b) => (a.path < b.path ? -1 : 1))) {
      const { path, entry } = seen;
      add(seen, localOf(path));
      if (entry.type === "directory" && !filled.has(path)) folders.push({ path, localPath: localOf(path) });
    }
    if (!filled.has(root) && localName !== "") folders.push({ path: root, localPath: localName });
  }
  return { files, folders, failed };
}

async function seenAt(app: Pick<TransferApp, "list">, path: string): Promise<SeenEntry | "root" | undefined> {
  if (path === "/") return "root";
  const { entries, askedAt } = await app.list(parentOf(path), { maxAgeMs: 0 });
  const entry = entries.get(nameOf(path));
  return entry && { path, entry, askedAt };
}

export async function planDownload(
  selection: AppSelection,
  folder: LocalFolder,
  signal: AbortSignal,
): Promise<DownloadPlan> {
  const places = new PlaceStats(folder);
  const reasons = new Map<Place, TransferProblem>();
  const found = new Map<Place, SourceStat | "missing">();
  const taken = new Set<string>();
  const collisions = new Map<Place, string>();
  const firstOfFolded = new Map<string, string>();
  for (const file of selection.files) {
    const { localPath } = file;
    const problem = transferNameProblem(localPath, folder.isWindows);
    if (problem || taken.has(localPath)) reasons.set(file, problem ?? { kind: "duplicate" });
    taken.add(localPath);
    const collidesWith = firstOfFolded.get(foldedPath(localPath));
    if (collidesWith === undefined) firstOfFolded.set(foldedPath(localPath), localPath);
    else collisions.set(file, collidesWith);
  }
  await forEachParallel(
    selection.files.filter((file) => !reasons.has(file)),
    readsAtOnce,
    async (file) => {
      const place = (await places.repositoryAround(file.localPath)) ?? (await places.fileAt(file.localPath));
      if (place !== "missing" && "kind" in place) reasons.set(file, place);
      else found.set(file, place);
    },
    signal,
  );
  const rows = selection.files.map((file): TransferRow => {
    const reason = reasons.get(file);
    if (reason) return blockedRow("toLocal", file, reason);
    const there = found.get(file);
    const local =
      there && there !== "missing"
        ? { path: file.localPath, ...there, read: () => folder.read(file.localPath) }
        : undefined;
    return { ...newRow(file), kind: local ? "changed" : "added", local, collidesWith: collisions.get(file) };
  });
  const folders: Place[] = [];
  await forEachParallel(
    selection.folders,
    readsAtOnce,
    async (each) => {
      const problem = transferNameProblem(each.localPath, folder.isWindows);
      const state = problem ?? (await places.folderAt(each.localPath));
      if (state === "missing") folders.push(each);
      else if (state !== "there") rows.push(blockedRow("toLocal", each, state));
    },
    signal,
  );
  return { rows: [...rows, ...selection.failed], folders };
}

/** The rows of a new zip: it holds nothing yet, and takes any name. */
export function planIntoZip({ files, failed }: AppSelection): readonly TransferRow[] {
  return [...files.map(newRow), ...failed];
}

function newRow({ path, localPath, entry: remote, askedAt }: SeenEntry & Place): TransferRow {
  const isNew = { kind: "added", direction: "toLocal", local: undefined, isChosen: true } as const;
  return { ...isNew, path, localPath, remote, askedAt };
}

/** Local files at the targets; each parent folder is looked up once. */
class PlaceStats {
  private readonly folders = new Map<string, Promise<"there" | "missing" | TransferProblem>>();

  constructor(private readonly folder: LocalFolder) {}

  async fileAt(path: string): Promise<SourceStat | "missing" | TransferProblem> {
    const above = await this.folderAt(folderOf(path));
    if (above !== "there") return above;
    const found = await this.observe(path);
    if (found === "missing" || "kind" in found) return found;
    if (found.isLink) return { kind: "linkInPlace" };
    if (found.type === "file") return found;
    return { kind: found.type === "directory" ? "isFolderHere" : "isSpecialHere" };
  }

  /** Writing parts of a repository beside a file HEAD would make a repository. */
  async repositoryAround(path: string): Promise<TransferProblem | undefined> {
    for (const folder of foldersWithoutHead(path)) {
      const head = folder === "" ? "HEAD" : `${folder}/HEAD`;
      if ((await this.observe(head)) !== "missing")
        return { kind: "localName", name: head, problem: "repository" };
    }
    return undefined;
  }

  folderAt(path: string): Promise<"there" | "missing" | TransferProblem> {
    const state = this.folders.get(path) ?? this.statFolder(path);
    this.folders.set(path, state);
    return state;
  }

  private async statFolder(path: string): Promise<"there" | "missing" | TransferProblem> {
    // The selected folder itself may be a link.
    if (path === "") return "there";
    const above = await this.folderAt(folderOf(path));
    if (above !== "there") return above;
    const found = await this.observe(path);
    if (found === "missing" || "kind" in found) return found;
    if (found.isLink) return { kind: "linkInPlace" };
    if (found.type !== "directory") return { kind: "obstacle", obstacle: path };
    return "there";
  }

  private async observe(path: string): Promise<SourceStat | "missing" | TransferProblem> {
    try {
      return (await this.folder.tryStat(path)) ?? "missing";
    } catch (error) {
      return { kind: "unreadable", error };
    }
  }
}

function folderOf(localPath: string): string {
  return localPath.split("/").slice(0, -1).join("/");
}
