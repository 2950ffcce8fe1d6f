// The task that a folder's hosted-app.json has run before each deploy, such as its build.
import * as vscode from "vscode";
import { CancelledError } from "../../core/errors/cancelledError";
import { field, readFields } from "../../core/parse";
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
const moreFetches = 3;

/**
 * Runs it in its terminal, and resolves when it succeeded or the user deploys all the same. Rejects with CancelledError
 * when they do not, and with a sentence where nothing may be asked.
 */
export async function runPreDeployTask(folder: vscode.Uri, name: string, isAsking: boolean): Promise<void> {
  requireTrust();
  let task = await folderTask(folder, name);
  const several = name.split(severalTasks);
  if (task === "notFound" && several.length > 1) {
    for (const each of several) await runPreDeployTask(folder, each, isAsking);
    return;
  }
  // VS Code waits only 5 s for extensions with tasks to start, and they go on starting.
  for (let more = 0; task === "notFound" && more < moreFetches; more++) task = await folderTask(folder, name);
  if (typeof task === "string") {
    await stopped({ folder, name, reason: unusable(task, name) }, isAsking);
    return;
  }
  const title = vscode.l10n.t('Running the task "{0}"', name);
  const end = await withProgress(title, ({ signal }) => runTask(task, signal));
  if (end.kind === "succeeded") return;
  const install = await missingInstall(folder, task);
  await stopped({ folder, name, reason: failed(end, name), terminal: task, install }, isAsking);
}

interface Install {
  readonly folder: vscode.Uri;
  readonly name: string;
  /** VS Code has the task: its npm extension lists one for each package.json. */
  readonly isKnown: boolean;
}

/** The task that would install the packages of a script's folder; undefined where some are installed, or none are needed. */
async function missingInstall(folder: vscode.Uri, { definition }: vscode.Task): Promise<Install | undefined> {
  const home = vscode.workspace.getWorkspaceFolder(folder)?.uri;
  const { type, path = "" } = readFields({ type: field.text, path: field.text }, definition);
  if (!home || type !== "npm") return undefined;
  const below = path.replace(/^\/+|\/+$/g, "");
  const own = vscode.Uri.joinPath(home, below);
  const bytes = await vscode.workspace.fs
    .readFile(vscode.Uri.joinPath(own, "package.json"))
    .then(undefined, () => undefined);
  const needsSome = /"d(?:evD)?ependencies"\s{0,20}:\s{0,20}\{\s{0,80}"/;
  if (!needsSome.test(new TextDecoder().decode(bytes))) return undefined;
  // Node.js looks in each folder above, too.
  for (let levels = own.path.split("/").length; levels > 0; levels--) {
    const up = Array<string>(levels - 1).fill("..");
    if (await isThere(vscode.Uri.joinPath(own, ...up, "node_modules"))) return undefined;
  }
  const name = ["npm: install", below].filter(Boolean).join(" - ");
  return { folder: home, name, isKnown: typeof (await folderTask(home, name)) === "object" };
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
  readonly name: string;
  readonly reason: string;
  readonly terminal?: vscode.Task;
  readonly install?: Install | undefined;
}

async function stopped({ folder, name, reason, terminal, install }: Stop, isAsking: boolean): Promise<void> {
  const cause = install ? [vscode.l10n.t("The packages in package.json aren't installed.")] : [];
  if (!isAsking) throw new Error(vscode.l10n.t("{0} Nothing was sent.", [reason, ...cause].join(" ")));
  const projectFile = projectFileUri(folder);
  const show = terminal ? vscode.l10n.t("Show") : vscode.l10n.t("Open {0}", projectFileName);
  const canShow = terminal !== undefined || (await isThere(projectFile));
  const installs = vscode.l10n.t("Install and Try Again");
  const anyway = vscode.l10n.t("Deploy Anyway");
  const answer = await ask(
    reason,
    [
      ...cause,
      terminal
        ? vscode.l10n.t("Nothing was sent. Deploy Anyway sends the files as they are now.")
        : vscode.l10n.t(
            'Nothing was sent. Only tasks of the open folders can be used. Run "Tasks: Run Task" to list them.',
          ),
    ],
    [...(install?.isKnown ? [installs] : []), ...(canShow ? [show] : []), anyway],
    "error",
  );
  if (answer === anyway) return;
  if (answer === installs && install) {
    await runPreDeployTask(install.folder, install.name, isAsking);
    return await runPreDeployTask(folder, name, isAsking);
  }
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
