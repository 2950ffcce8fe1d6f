// Push, pull, compare and link, in a bundle of their own (esbuild.js).
import { isCancellation, showError } from "../../editor/showError";
import { push } from "./pushCommand";
import type { SyncServices } from "./syncServices";
import { askToGoOn } from "./unfinishedPush";

export { compareWithLocal } from "./compareCommand";
export { deployTasks, resolvedTask } from "./deployTasks";
export { linkFolder } from "./linkFolderCommand";
export { pull } from "./pullCommand";
export { push };

/** Tells of a push that a closed window cut off, and goes on with it when the user wants that. */
export async function goOnWithPush(services: SyncServices): Promise<void> {
  try {
    const unfinished = await askToGoOn(services.state);
    if (unfinished) await push({ ...unfinished, confirm: false }, services);
  } catch (error) {
    if (!isCancellation(error)) await showError(error);
  }
}
