// What is remembered of an app that was just created from a folder, so that the first push compares no contents.
import type { AppFiles } from "../../api/appFiles";
import { contentHash } from "../../core/contentHash";
import { forEachParallel } from "../../core/parallel";
import { type LocalFile, pairFiles } from "../../core/syncedFiles";
import { listApp, type PushLook } from "./readPushPlan";
import type { SyncMemory } from "./syncMemory";

export interface CreatedFrom extends Pick<PushLook, "leavesOut"> {
  readonly local: readonly LocalFile[];
  readonly files: Pick<AppFiles, "list">;
  readonly memory: SyncMemory;
  /** When packing began: a local file that was written later may not be the one that was sent. */
  readonly packedAt: number;
  readonly signal: AbortSignal;
}

const readAtOnce = 16;

/** One listing a folder. Resolves when it is on disk; whatever fails only makes the next push compare more. */
export async function rememberCreated(created: CreatedFrom): Promise<void> {
  const { local, files, memory, leavesOut, packedAt, signal } = created;
  const remote = await listApp(files, leavesOut, signal, () => undefined);
  const pairs = pairFiles(local, remote, memory.files);
  await forEachParallel(
    pairs,
    readAtOnce,
    async ({ path, local: file, remote: entry }) => {
      if (!file || entry?.type !== "file" || entry.sizeBytes !== file.sizeBytes) return;
      if (file.modifiedAt !== undefined && file.modifiedAt >= packedAt) return;
      const bytes = await file.read();
      if (bytes.byteLength !== entry.sizeBytes) return;
      const { sizeBytes, modifiedAt } = entry;
      memory.set(path, { hash: await contentHash(bytes), sizeBytes, modifiedAt });
    },
    signal,
  );
  await memory.save();
}
