// The task that a folder's hosted-app.json has run before each deploy, such as its build.
import * as vscode from "vscode";
import { CancelledError } from "../../core/errors/cancelledError";
import { projectFileName } from "../../core/project/projectFile";
import { requireTrust } from "../commands/consent";
import { isThere } from "../localDisk";
import { withProgress } from "../progress";
import { ask } from "../safeUi/questions";
import { folderTask } from "./folderTask";
import { projectFileUri } from "./projectFileIn";
import { runTask, type TaskEnd } from "./taskRun";

/** Between the names of tasks that run one after the other. */
export const severalTasks = " && ";

/**
 * Runs it in its terminal, and resolves when it succeeded or the user deploys all the same. Rejects with CancelledError
 * when they do not, and with a sentence where nothing may be asked.
 */
export async function runPreDeployTask(folder: vscode.Uri, name: string, isAsking: boolean): Promise<void> {
  requireTrust();
  const task = await folderTask(folder, name);
  const several = name.split(severalTasks);
  if (task === "notFound" && several.length > 1) {
    for (const each of several) await runPreDeployTask(folder, each, isAsking);
    return;
  }
  if (typeof task === "string") {
    await stopped({ folder, reason: unusable(task, name) }, isAsking);
    return;
  }
  const title = vscode.l10n.t('Running the task "{0}"', name);
  const end = await withProgress(title, ({ signal }) => runTask(task, signal));
  if (end.kind === "succeeded") return;
  await stopped({ folder, reason: failed(end, name), terminal: task }, isAsking);
}

function unusable(why: "notFound" | "neverEnds" | "deploys", name: string): string {
  switch (why) {
    case "notFound":
      return vscode.l10n.t('Couldn\'t find the task "{0}".', name);
    case "neverEnds":
      return vscode.l10n.t('The task "{0}" runs in the background and never ends.', name);
    case "deploys":
      return vscode.l10n.t('The task "{0}" deploys the folder itself.', name);
  }
}

function failed(end: TaskEnd, name: string): string {
  return end.kind === "failed" && end.exitCode !== undefined
    ? vscode.l10n.t('The task "{0}" failed with exit code {1}.', name, end.exitCode)
    : vscode.l10n.t('The task "{0}" didn\'t finish.', name);
}

interface Stop {
  readonly folder: vscode.Uri;
  readonly reason: string;
  readonly terminal?: vscode.Task;
}

async function stopped({ folder, reason, terminal }: Stop, isAsking: boolean): Promise<void> {
  if (!isAsking) throw new Error(vscode.l10n.t("{0} Nothing was sent.", reason));
  const projectFile = projectFileUri(folder);
  const show = terminal ? vscode.l10n.t("Show") : vscode.l10n.t("Open {0}", projectFileName);
  const canShow = terminal !== undefined || (await isThere(projectFile));
  const anyway = vscode.l10n.t("Deploy Anyway");
  const answer = await ask(
    reason,
    [
      terminal
        ? vscode.l10n.t("Nothing was sent. Deploy Anyway sends the files as they are now.")
        : vscode.l10n.t(
            'Nothing was sent. Only tasks of the open folders can be used. Run "Tasks: Run Task" to list them.',
          ),
    ],
    [...(canShow ? [show] : []), anyway],
    "error",
  );
  if (answer === anyway) return;
  if (answer === show) {
    if (terminal) showTerminalOf(terminal);
    else await vscode.window.showTextDocument(projectFile);
  }
  throw new CancelledError();
}

/** VS Code names a task's terminal after it. */
function showTerminalOf(task: vscode.Task): void {
  const own = vscode.window.terminals.findLast(
    ({ name }) =>
      name === task.name || name.endsWith(`: ${task.name}`) || name.endsWith(`${task.name} - Task`),
  );
  (own ?? vscode.window.activeTerminal)?.show(true);
}
