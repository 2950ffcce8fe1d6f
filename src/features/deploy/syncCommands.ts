// Commands and tasks that push, pull, compare and link. What they do is loaded when it is first used.
import * as vscode from "vscode";
import type { CommandHandler, CommandHandlers } from "../../editor/commands";
import { setContext } from "../../editor/contextKeys";
import type { SyncServices } from "./syncServices";

type SyncCommandId = "deploy.push" | "deploy.pull" | "deploy.linkFolder" | "files.compareWithLocal";

const load = () => import("./syncFeature");

export function syncCommands(services: SyncServices): Pick<CommandHandlers, SyncCommandId> {
  const run =
    (name: "push" | "pull" | "linkFolder" | "compareWithLocal"): CommandHandler =>
    async (argument) =>
      (await load())[name](argument, services);
  return {
    "deploy.push": run("push"),
    "deploy.pull": run("pull"),
    "deploy.linkFolder": run("linkFolder"),
    "files.compareWithLocal": run("compareWithLocal"),
  };
}

/** The tasks, and word of a push that was cut off. */
export function registerSync(services: SyncServices): vscode.Disposable {
  const { state } = services;
  if (state.get("linkedFolders")) setContext("hasLinkedFolder", true);
  if (state.get("unfinishedPush")) void load().then(({ goOnWithPush }) => goOnWithPush(services));
  return vscode.tasks.registerTaskProvider("hosted-app", {
    provideTasks: async () => (await load()).deployTasks(services),
    resolveTask: async (task) => (await load()).resolvedTask(task, services),
  });
}
