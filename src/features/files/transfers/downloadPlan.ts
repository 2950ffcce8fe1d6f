// What a download would do: which files are new on this machine, which would replace one, and which cannot be there.
// Nothing is planned outside the target folder, neither by a name nor through a link.
import { nameOf, parentOf, segmentsOf } from "../../../core/appPath";
import { foldedPath, localNameProblem } from "../../../core/localNames";
import type { FileEntry } from "../../../core/model";
import { forEachParallel } from "../../../core/parallel";
import { walkTree } from "../../../core/walkTree";
import type { LocalEntry } from "./localTree";
import type { TransferFailure, TransferProblem } from "./transferProblem";

/** The files of an app as a download needs them; MountedApp is what reads them. */
export interface AppReader {
  readonly accountId: string;
  readonly appId: string;
  list(directory: string): Promise<readonly FileEntry[]>;
  /** Exactly the file's bytes, however many. */
  readWhole(
    path: string,
    entry: FileEntry,
    options: { readonly signal: AbortSignal; readonly priority: "normal" },
  ): Promise<Uint8Array>;
}

/** The folder on this machine; paths are relative to it, "/"-separated, "" is the folder itself. */
export interface LocalFolder {
  readonly isWindows: boolean;
  /** Undefined when nothing is there. */
  look(path: string): Promise<LocalEntry | undefined>;
  namesIn(path: string): Promise<readonly string[]>;
  /** Writes the file, and makes the folders on the way. */
  write(path: string, bytes: Uint8Array): Promise<void>;
  createFolder(path: string): Promise<void>;
}

/** A file or folder of an app that was chosen. */
export interface DownloadSource {
  readonly app: AppReader;
  readonly path: string;
  /** Its name in the target folder; "" puts what the folder holds right into it. */
  readonly localName: string;
}

/** A file of an app and its path below the target folder. */
export interface DownloadItem {
  readonly app: AppReader;
  readonly path: string;
  readonly entry: FileEntry;
  readonly localPath: string;
}

/** A folder that holds nothing. */
export type DownloadFolder = Omit<DownloadItem, "entry">;

/** A failure, and the app whose file it was. */
export type DownloadFailure = TransferFailure & Pick<DownloadItem, "app">;

/** What was found of what was chosen. */
export interface RemoteTree {
  readonly items: readonly DownloadItem[];
  readonly folders: readonly DownloadFolder[];
  readonly failed: readonly DownloadFailure[];
}

/** An item and what is known of its place on this machine. */
export interface PlannedDownload extends DownloadItem {
  /** It takes the place of a file that is there. */
  readonly replaces: boolean;
  /** The item that this machine may take for the same, by its path there; it is written first. */
  readonly twin: string | undefined;
}

/** What can be brought, what has to be made, and what cannot be brought. */
export interface DownloadPlan {
  readonly items: readonly PlannedDownload[];
  /** Folders that hold nothing and are not there yet. */
  readonly folders: readonly DownloadFolder[];
  readonly failed: readonly DownloadFailure[];
}

const looksAtOnce = 16;

/** All files below what was chosen. A folder that cannot be listed is named and the rest goes on. */
export async function readRemoteTree(
  sources: readonly DownloadSource[],
  signal: AbortSignal,
  onFound: (files: number) => void,
): Promise<RemoteTree> {
  const items: DownloadItem[] = [];
  const folders: DownloadFolder[] = [];
  const failed: DownloadFailure[] = [];
  const add = (app: AppReader, path: string, localPath: string, entry: FileEntry): void => {
    if (entry.type === "file") items.push({ app, path, entry, localPath });
    else if (entry.type === "other") failed.push({ app, path, problem: { kind: "special" } });
  };

  for (const { app, path: root, localName } of sources) {
    signal.throwIfAborted();
    const list = (directory: string): Promise<readonly FileEntry[]> => app.list(directory);
    try {
      const entry = await entryOf(root, list);
      if (!entry) failed.push({ app, path: root, problem: { kind: "gone" } });
      else if (entry !== "root") add(app, root, localName, entry);
      if (entry !== "root" && entry?.type !== "directory") continue;
    } catch (error) {
      failed.push({ app, path: root, problem: { kind: "error", error } });
      continue;
    }
    const localOf = (path: string): string =>
      segmentsOf(localName)
        .concat(segmentsOf(path).slice(segmentsOf(root).length))
        .join("/");
    const filled = new Set<string>();
    const tree = await walkTree(root, {
      list,
      signal,
      onFolder: (directory, entries) => {
        if (entries.length > 0) filled.add(directory);
        onFound(items.length + entries.length);
      },
      onFailure: (directory, error) => {
        filled.add(directory);
        failed.push({ app, path: directory, problem: { kind: "error", error } });
      },
    });
    for (const { path, entry } of tree.sort((a, b) => (a.path < b.path ? -1 : 1))) {
      add(app, path, localOf(path), entry);
      if (entry.type === "directory" && !filled.has(path))
        folders.push({ app, path, localPath: localOf(path) });
    }
    if (!filled.has(root) && localName !== "") folders.push({ app, path: root, localPath: localName });
  }
  return { items, folders, failed };
}

async function entryOf(
  path: string,
  list: (directory: string) => Promise<readonly FileEntry[]>,
): Promise<FileEntry | "root" | undefined> {
  if (path === "/") return "root";
  return (await list(parentOf(path))).find(({ name }) => name === nameOf(path));
}

/** Compares the tree with what is in the folder. */
export async function planDownload(
  tree: RemoteTree,
  local: LocalFolder,
  signal: AbortSignal,
): Promise<DownloadPlan> {
  const failed = [...tree.failed];
  const fail = ({ app, path }: DownloadFolder, problem: TransferProblem): void =>
    void failed.push({ app, path, problem });
  const folderStates = new Map<string, Promise<FolderState>>();
  const items: PlannedDownload[] = [];
  const folders: DownloadFolder[] = [];

  const taken = new Set<string>();
  const firstOfFolded = new Map<string, string>();
  const possible = tree.items.flatMap((item) => {
    const problem = nameProblem(item.localPath, local.isWindows);
    if (problem || taken.has(item.localPath)) {
      fail(item, problem ?? { kind: "duplicate" });
      return [];
    }
    taken.add(item.localPath);
    const folded = foldedPath(item.localPath);
    const twin = firstOfFolded.get(folded);
    if (twin === undefined) firstOfFolded.set(folded, item.localPath);
    return [{ ...item, twin }];
  });

  // In order, so that the files arrive as they are listed.
  const looked = new Map<(typeof possible)[number], LocalEntry | "missing" | TransferProblem>();
  await forEachParallel(
    possible,
    looksAtOnce,
    async (item) => {
      const state = await folderState(folderOf(item.localPath), local, folderStates);
      looked.set(item, state === "there" ? await look(item.localPath, local) : state);
    },
    signal,
  );
  for (const item of possible) {
    const found = looked.get(item) ?? "missing";
    if (found === "missing") items.push({ ...item, replaces: false });
    else if ("kind" in found) fail(item, found);
    else if (found.isLink) fail(item, { kind: "localLink" });
    else if (found.type === "file") items.push({ ...item, replaces: true });
    else fail(item, { kind: found.type === "directory" ? "isFolder" : "special" });
  }

  await forEachParallel(
    tree.folders,
    looksAtOnce,
    async (folder) => {
      const problem = nameProblem(folder.localPath, local.isWindows);
      const state = problem ?? (await folderState(folder.localPath, local, folderStates));
      if (state === "missing") folders.push(folder);
      else if (state !== "there") fail(folder, state);
    },
    signal,
  );
  return { items, folders, failed };
}

function nameProblem(localPath: string, isWindows: boolean): TransferProblem | undefined {
  for (const name of localPath.split("/")) {
    const problem = localNameProblem(name, isWindows);
    if (problem) return { kind: "localName", name, problem };
  }
  return undefined;
}

type FolderState = "there" | "missing" | TransferProblem;

/** Whether a folder can be written into; each is looked at once. */
async function folderState(
  path: string,
  local: LocalFolder,
  states: Map<string, Promise<FolderState>>,
): Promise<FolderState> {
  // The folder that the user chose may itself be reached through a link.
  if (path === "") return "there";
  const look = states.get(path) ?? lookAtFolder(path, local, states);
  states.set(path, look);
  return await look;
}

async function lookAtFolder(
  path: string,
  local: LocalFolder,
  states: Map<string, Promise<FolderState>>,
): Promise<FolderState> {
  const above = await folderState(folderOf(path), local, states);
  if (above !== "there") return above;
  const found = await look(path, local);
  if (found === "missing" || "kind" in found) return found;
  if (found.isLink) return { kind: "localLink" };
  return found.type === "directory" ? "there" : { kind: "obstacle", obstacle: path };
}

async function look(path: string, local: LocalFolder): Promise<LocalEntry | "missing" | TransferProblem> {
  try {
    return (await local.look(path)) ?? "missing";
  } catch (error) {
    return { kind: "unreadable", error };
  }
}

function folderOf(localPath: string): string {
  return localPath.split("/").slice(0, -1).join("/");
}
