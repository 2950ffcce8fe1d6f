// The tasks of type "hosted-app" that VS Code lists, and those that tasks.json names.
import * as vscode from "vscode";
import { type DeployTask, DeployTerminal } from "./deployTerminal";
import type { SyncServices } from "./syncServices";

const taskType = "hosted-app";

/** Those that are offered without a tasks.json. */
export function deployTasks(services: SyncServices): vscode.Task[] {
  return (["deploy", "push", "restart"] as const).map((task) =>
    taskOf({ type: taskType, task }, vscode.TaskScope.Workspace, services),
  );
}

/** The task of tasks.json with what it does. */
export function resolvedTask({ definition, scope }: vscode.Task, services: SyncServices): vscode.Task {
  return taskOf(definition as DeployTask, scope ?? vscode.TaskScope.Workspace, services);
}

function taskOf(
  definition: DeployTask,
  scope: NonNullable<vscode.Task["scope"]>,
  services: SyncServices,
): vscode.Task {
  const terminal = async (resolved: vscode.TaskDefinition): Promise<vscode.Pseudoterminal> =>
    new DeployTerminal(resolved as DeployTask, services);
  return new vscode.Task(definition, scope, definition.task, taskType, new vscode.CustomExecution(terminal));
}
