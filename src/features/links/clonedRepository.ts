// Runs Create App once a link's repository is cloned and its folder is open, in this or another window.
import * as vscode from "vscode";
import type { Clock } from "../../core/async/clock";
import { field, readAs } from "../../core/parse";
import { runCommand } from "../../editor/commands/commands";
import { openLocalFolders } from "../../editor/project/chooseLocalFolder";
import type { StateMemory } from "../../editor/state/stateMemory";
import { clonedKey } from "./clonedKey";

/** A folder that is opened later is opened for another reason. */
const longestMs = 60 * 60_000;

const cloned = field.object({ repository: field.text, atMs: field.number });

/** `state`: of all windows. */
export async function rememberClone(
  state: StateMemory,
  repository: string,
  clock: Pick<Clock, "now">,
): Promise<void> {
  await state.update(clonedKey, { repository, atMs: clock.now() });
}

/** Runs Create App, with its questions, for an open folder that is a clone of the repository; forgets the link then. */
export async function resumeClone(state: StateMemory, clock: Pick<Clock, "now">): Promise<void> {
  const stored = readAs(cloned, state.get(clonedKey));
  if (!stored) return;
  if (clock.now() - stored.atMs > longestMs) return await state.update(clonedKey, undefined);
  for (const { uri } of openLocalFolders()) {
    if (!(await isCloneOf(uri, stored))) continue;
    // Another change of the folders has resumed the link meanwhile.
    if (readAs(cloned, state.get(clonedKey))?.atMs !== stored.atMs) return;
    await state.update(clonedKey, undefined);
    if (!vscode.workspace.isTrusted) await trust();
    await runCommand("deploy.createApp", uri);
    return;
  }
}

/** `git.clone` does not report a cancelled clone, so a clone that is older than the link does not count. */
async function isCloneOf(
  folder: vscode.Uri,
  { repository, atMs }: { readonly repository: string; readonly atMs: number },
): Promise<boolean> {
  const git = vscode.Uri.joinPath(folder, ".git");
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
