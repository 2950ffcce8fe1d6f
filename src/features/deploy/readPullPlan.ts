// Looks at both sides for a pull: one listing a folder, and contents only where nothing else tells and it costs little.
import { type PullPlan, planPull } from "../../core/pullPlan";
import { contentComparer, listApp, type PushLook } from "./readPushPlan";

export interface PullLook extends Omit<PushLook, "clock"> {
  readonly isWindows: boolean;
  readonly isUnsaved: (localPath: string) => boolean;
}

/** What was found to be the same is remembered. Rejects as listing and reading do: half a look is no plan. */
export async function readPullPlan(look: PullLook): Promise<PullPlan> {
  const { local, files, memory, leavesOut, signal, onProgress, isWindows, isUnsaved } = look;
  let folders = 0;
  let compared = 0;
  const remote = await listApp(files, leavesOut, signal, () => onProgress({ folders: ++folders, compared }));
  const isSameContent = contentComparer(files, signal, () => onProgress({ folders, compared: ++compared }));
  const manifest = memory.files;
  const plan = await planPull({ local, remote, manifest, isWindows, isUnsaved, isSameContent, signal });
  for (const [path, synced] of plan.newlySynced) memory.set(path, synced);
  await memory.save();
  return plan;
}
