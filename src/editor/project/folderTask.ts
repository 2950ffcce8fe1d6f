// Finds the task of VS Code that a folder's hosted-app.json names.
import * as vscode from "vscode";
import { field, readFields } from "../../core/parse";

type UnusableTask = "notFound" | "neverEnds" | "deploys";

/** The folder's task of this name, as VS Code lists it: "npm: build", or the label of one in tasks.json. */
export async function folderTask(folder: vscode.Uri, name: string): Promise<vscode.Task | UnusableTask> {
  const home = vscode.workspace.getWorkspaceFolder(folder);
  if (!home) return "notFound";
  const below = folder.path.slice(home.uri.path.length).replace(/^\/+|\/+$/g, "");
  const all = await vscode.tasks.fetchTasks();
  // Tasks of the user and of the whole workspace are of no folder: a file of one must not choose among them.
  const own = all.filter(
    ({ scope }) => typeof scope === "object" && scope.uri.toString() === home.uri.toString(),
  );
  // "npm: build - client" is the script of a folder in it.
  const inside = below === "" ? name : name.replace(" - ", ` - ${below}/`);
  const task =
    own.find((each) => isScriptOf(each, name, below)) ??
    own.find((each) => `${each.source}: ${each.name}` === inside) ??
    own.find((each) => each.name === name || `${each.source}: ${each.name}` === name);
  if (!task) return "notFound";
  if (task.definition.type === "hosted-app") return "deploys";
  return task.isBackground ? "neverEnds" : task;
}

/** The task runs the script of the package.json in the folder itself: its siblings have scripts of that name too. */
function isScriptOf({ definition }: vscode.Task, name: string, below: string): boolean {
  const {
    type,
    script,
    path = "",
  } = readFields({ type: field.text, script: field.text, path: field.text }, definition);
  return type === "npm" && name === `npm: ${script}` && path.replace(/^\/+|\/+$/g, "") === below;
}
