// The tasks of type "hosted-app" that VS Code lists, and those that tasks.json names.
import * as vscode from "vscode";
import type { TransferServices } from "../place/transferServices";
import { DeployTerminal } from "./deployTerminal";

const taskType = "hosted-app";

/** Those that are offered without a tasks.json. */
export function deployTasks(services: TransferServices): vscode.Task[] {
  return (["deploy", "push", "restart"] as const).map((task) =>
    taskOf({ type: taskType, task }, vscode.TaskScope.Workspace, services),
  );
}

/** The task of tasks.json with what it does. */
export function resolvedTask({ definition, scope }: vscode.Task, services: TransferServices): vscode.Task {
  return taskOf(definition, scope ?? vscode.TaskScope.Workspace, services);
}

function taskOf(
  definition: vscode.TaskDefinition,
  scope: NonNullable<vscode.Task["scope"]>,
  services: TransferServices,
): vscode.Task {
  const terminal = async (resolved: vscode.TaskDefinition): Promise<vscode.Pseudoterminal> =>
    new DeployTerminal(resolved, services);
  return new vscode.Task(
    definition,
    scope,
    String(definition["task"]),
    taskType,
    new vscode.CustomExecution(terminal),
  );
}
