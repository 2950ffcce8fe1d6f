// Looks at both sides for a push: one listing a folder, and contents only where nothing else tells and it costs little.
import type { AppFiles } from "../../api/appFiles";
import { mayBeText } from "../../api/exactText";
import type { Clock } from "../../core/clock";
import type { FileEntry } from "../../core/model";
import { forEachParallel } from "../../core/parallel";
import { type PushPlan, planPush } from "../../core/pushPlan";
import { isServiceError } from "../../core/serviceError";
import type { LocalFile } from "../../core/syncedFiles";
import { type TreeEntry, walkTree } from "../../core/walkTree";
import type { SyncMemory } from "./syncMemory";

export interface PushLook {
  readonly local: readonly LocalFile[];
  readonly files: Pick<AppFiles, "list" | "readBytes">;
  readonly memory: SyncMemory;
  /** What a push leaves out, relative and "/"-separated; such a folder is not looked into. */
  readonly leavesOut: (path: string, isDirectory: boolean) => boolean;
  /** Whether the folder has this file although it is not among those that are sent. */
  readonly keepsBack?: (path: string) => Promise<boolean>;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Told how many folders of the app are listed, and how many files were compared. */
  readonly onProgress: (progress: { readonly folders: number; readonly compared: number }) => void;
}

/** The plan, and when the app was listed for it. */
export interface ReadPlan {
  readonly plan: PushPlan;
  readonly listedAt: number;
}

/** Downloads in one plan: the service allows 20 a minute, and a person may want to open some. */
const downloads = 12;
const looksAtOnce = 16;
const largestDownloadBytes = 4 * 1024 * 1024;

/** What was found to be the same is remembered. Rejects as listing and reading do: half a look is no plan. */
export async function readPushPlan(look: PushLook): Promise<ReadPlan> {
  const { local, files, memory, leavesOut, clock, signal, onProgress } = look;
  const listedAt = clock.now();
  let folders = 0;
  let compared = 0;
  const remote = await listApp(files, leavesOut, signal, () => onProgress({ folders: ++folders, compared }));
  const isSameContent = contentComparer(files, signal, () => onProgress({ folders, compared: ++compared }));
  const plan = await planPush({ local, remote, manifest: memory.files, isSameContent, signal });
  for (const [path, synced] of plan.newlySynced) memory.set(path, synced);
  for (const path of plan.gone) memory.delete(path);
  await memory.save();
  return { plan: await withoutKeptBack(plan, look), listedAt };
}

/** What is here but not sent is not missing here: it is no reason to delete it in the app. */
async function withoutKeptBack(plan: PushPlan, { keepsBack, signal }: PushLook): Promise<PushPlan> {
  if (!keepsBack) return plan;
  const kept = new Set<string>();
  await forEachParallel(
    plan.rows.filter(({ local }) => !local),
    looksAtOnce,
    async ({ path }) => {
      if (await keepsBack(path.slice(1))) kept.add(path);
    },
    signal,
  );
  return { ...plan, rows: plan.rows.filter(({ path }) => !kept.has(path)) };
}

/** All that the app holds, but for what is left out. */
export async function listApp(
  files: Pick<AppFiles, "list">,
  leavesOut: PushLook["leavesOut"],
  signal: AbortSignal,
  onFolder: () => void,
): Promise<TreeEntry[]> {
  const relative = (path: string): string => path.slice(1);
  const found = await walkTree("/", {
    list: (directory) => files.list(directory, { signal: AbortSignal.any([signal]) }),
    signal,
    onFolder,
    enters: (path) => !leavesOut(relative(path), true),
    onFailure: (directory, error) => {
      // Deleted since the folder above was listed: it holds nothing.
      if (directory === "/" || !isServiceError(error, "notFound")) throw error;
    },
  });
  return found.filter(({ path, entry }) => !leavesOut(relative(path), entry.type === "directory"));
}

/** Compares contents: text always, since it has no limit, and a few others. */
export function contentComparer(
  files: Pick<AppFiles, "readBytes">,
  signal: AbortSignal,
  onCompared: () => void,
): (path: string, entry: FileEntry, bytes: Uint8Array) => Promise<boolean | undefined> {
  let left = downloads;
  return async (path, entry, bytes) => {
    if (!mayBeText(entry.name, entry.sizeBytes)) {
      if (entry.sizeBytes > largestDownloadBytes || left <= 0) return undefined;
      left--;
    }
    try {
      const stored = await files.readBytes(path, entry, {
        signal: AbortSignal.any([signal]),
        priority: "normal",
      });
      onCompared();
      return stored.length === bytes.length && stored.every((byte, index) => byte === bytes[index]);
    } catch (error) {
      // It changes or went away while it was read: not the same, as far as one can see.
      if (isServiceError(error, "notFound", "badResponse", "badInput")) return undefined;
      throw error;
    }
  };
}
