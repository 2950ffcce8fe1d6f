// Commands and tasks that move files between this machine and an app, and the list of what moves. What they do is loaded
// when it is first used.
import * as vscode from "vscode";
import type { CommandHandler, CommandHandlers } from "../../editor/commands";
import { setContext } from "../../editor/contextKeys";
import type { TransferServices } from "./transferServices";

type TransferCommandId =
  | "files.upload"
  | "files.download"
  | "files.compareWithLocal"
  | "files.restoreDeleted"
  | "files.undo"
  | "deploy.push"
  | "deploy.pull"
  | "deploy.linkFolder"
  | "transfers.show";

const load = () => import("./transfersFeature");

/** What the commands are given before the engine is loaded. */
export interface TransferNeeds extends Omit<TransferServices, keyof LoadedServices> {
  readonly loadEngine: () => Promise<LoadedServices>;
}

type LoadedServices = Pick<TransferServices, "files" | "kept" | "toFileError">;

async function servicesOf({ loadEngine, ...others }: TransferNeeds): Promise<TransferServices> {
  const { files, kept, toFileError } = await loadEngine();
  return { ...others, files, kept, toFileError };
}

export function transferCommands(needs: TransferNeeds): Pick<CommandHandlers, TransferCommandId> {
  const run =
    (
      name: "push" | "pull" | "linkFolder" | "compareWithLocal" | "upload" | "restoreDeleted" | "undo",
    ): CommandHandler =>
    async (argument) =>
      (await load())[name](argument, await servicesOf(needs));
  return {
    "files.upload": run("upload"),
    "files.download": async (argument, more) =>
      (await load()).download(argument, more, await servicesOf(needs)),
    "files.compareWithLocal": run("compareWithLocal"),
    "files.restoreDeleted": run("restoreDeleted"),
    "files.undo": run("undo"),
    "deploy.push": run("push"),
    "deploy.pull": run("pull"),
    "deploy.linkFolder": run("linkFolder"),
    "transfers.show": async () => (await load()).showTransfers(await servicesOf(needs)),
  };
}

/**
 * The first look is for what this window is about: a window that was reloaded is gone at once. What nobody else has taken
 * over after a while is told here, whatever it is about. In milliseconds.
 */
const looksAfterMs = [1_000, 15_000, 120_000] as const;

/** The tasks, and word of operations that were cut off. */
export function registerTransfers(needs: TransferNeeds): vscode.Disposable {
  if (needs.state.get("linkedFolders")) setContext("hasLinkedFolder", true);
  const closed = new AbortController();
  lookForCutOff(needs, closed.signal).catch((error: unknown) => {
    if (!closed.signal.aborted) needs.logger.error(`Telling of what was cut off: ${error}`);
  });
  return vscode.Disposable.from(
    new vscode.Disposable(() => closed.abort()),
    vscode.tasks.registerTaskProvider("hosted-app", {
      provideTasks: async () => (await load()).deployTasks(await servicesOf(needs)),
      resolveTask: async (task) => (await load()).resolvedTask(task, await servicesOf(needs)),
    }),
  );
}

async function lookForCutOff(needs: TransferNeeds, signal: AbortSignal): Promise<void> {
  for (const [look, waitMs] of looksAfterMs.entries()) {
    await needs.clock.sleep(waitMs, signal);
    try {
      const services = await servicesOf(needs);
      const cutOff = (await services.kept.operations()).filter(({ state }) => state === "cutOff");
      if (cutOff.length > 0)
        await (await load()).tellOfCutOff(cutOff, { onlyOfThisWindow: look === 0 }, services);
    } catch (error) {
      // The disk may be full just now; the next look tells of it.
      needs.logger.error(`Telling of what was cut off: ${error}`);
    }
  }
}
