// Goes on to Create App once the repository of a link is cloned and its folder is open, here or in another window.
import * as vscode from "vscode";
import type { Clock } from "../../core/async/clock";
import { field, readAs } from "../../core/parse";
import { runCommand } from "../../editor/commands/commands";
import { openLocalFolders } from "../../editor/project/chooseLocalFolder";
import type { StateMemory } from "../../editor/state/stateMemory";
import { clonedKey } from "./clonedKey";

/** A folder that is opened later than this is opened for another reason. */
const longestMs = 60 * 60_000;

const cloned = field.object({ repository: field.text, atMs: field.number });

/** `state` is that of all windows. */
export async function rememberClone(
  state: StateMemory,
  repository: string,
  clock: Pick<Clock, "now">,
): Promise<void> {
  await state.update(clonedKey, { repository, atMs: clock.now() });
}

/** Creates, with all its questions, from an open folder that is a clone of the repository; forgets it then. */
export async function resumeClone(state: StateMemory, clock: Pick<Clock, "now">): Promise<void> {
  const stored = readAs(cloned, state.get(clonedKey));
  if (!stored) return;
  if (clock.now() - stored.atMs > longestMs) return await state.update(clonedKey, undefined);
  for (const { uri } of openLocalFolders()) {
    if (!(await isCloneOf(uri, stored))) continue;
    // Folders changed once more meanwhile, and it was resumed for that.
    if (readAs(cloned, state.get(clonedKey))?.atMs !== stored.atMs) return;
    await state.update(clonedKey, undefined);
    if (!vscode.workspace.isTrusted) await trust();
    await runCommand("deploy.createApp", uri);
    return;
  }
}

/** The clone of that link: Git's command does not tell of one that was cancelled, so an older clone counts for nothing. */
async function isCloneOf(
  folder: vscode.Uri,
  { repository, atMs }: { readonly repository: string; readonly atMs: number },
): Promise<boolean> {
  const git = vscode.Uri.joinPath(folder, ".git");
  // Some file systems do not say when it was made.
  const madeAt = await vscode.workspace.fs.stat(git).then(
    ({ ctime }) => ctime || atMs,
    () => 0,
  );
  if (madeAt < atMs) return false;
  const config = vscode.Uri.joinPath(git, "config");
  const bytes = await vscode.workspace.fs.readFile(config).then(undefined, () => undefined);
  if (!bytes) return false;
  const lines = new TextDecoder().decode(bytes).split("\n");
  return lines.some((line) => /^\s*url = (.*?)\s*$/.exec(line)?.[1] === repository);
}

/** Resolves when the user trusts the folder, which may be never. */
async function trust(): Promise<void> {
  await new Promise<void>((resolve) => {
    const listener = vscode.workspace.onDidGrantWorkspaceTrust(() => {
      listener.dispose();
      resolve();
    });
  });
}
