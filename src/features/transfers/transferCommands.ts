// Commands and tasks that move files between this machine and an app, and the list of what moves. What they do is loaded
// when it is first used.
import * as vscode from "vscode";
import { FirstUse } from "../../core/async/firstUse";
import type { AppKey } from "../../core/model/appKey";
import type { CommandHandler, CommandHandlers } from "../../editor/commands";
import { attempt, registerTaskProvider } from "../../editor/host/optionalApis";
import { settings } from "../../editor/settings";
import type { Leftover } from "../../editor/state/lettingGo";
import { keptScheme } from "./keptScheme";
import type { TransferServices } from "./transferServices";

type TransferCommandId =
  | "app.backup"
  | "app.restoreBackup"
  | "files.upload"
  | "files.download"
  | "files.compareWithLocal"
  | "files.pushFile"
  | "files.restoreDeleted"
  | "files.undo"
  | "deploy.push"
  | "deploy.pull"
  | "deploy.linkFolder"
  | "deploy.editTargets"
  | "transfers.show";

const load = () => import("./transfersFeature");

/** What the commands are given before the engine is loaded. */
export interface TransferContext extends Omit<TransferServices, keyof LoadedServices> {
  readonly loadEngine: () => Promise<LoadedServices>;
}

type LoadedServices = Pick<TransferServices, "files" | "kept" | "toFileError">;

async function servicesOf({ loadEngine, ...others }: TransferContext): Promise<TransferServices> {
  const { files, kept, toFileError } = await loadEngine();
  return { ...others, files, kept, toFileError };
}

export function transferCommands(context: TransferContext): Pick<CommandHandlers, TransferCommandId> {
  const run =
    (
      name:
        | "push"
        | "pull"
        | "linkFolder"
        | "editTargets"
        | "compareWithLocal"
        | "upload"
        | "restoreDeleted"
        | "restoreBackup"
        | "undo",
    ): CommandHandler =>
    async (argument) =>
      (await load())[name](argument, await servicesOf(context));
  return {
    "app.backup": async (argument, more) =>
      (await load()).backUpApp(argument, more, await servicesOf(context)),
    "app.restoreBackup": run("restoreBackup"),
    "files.upload": run("upload"),
    "files.download": async (argument, more) =>
      (await load()).download(argument, more, await servicesOf(context)),
    "files.compareWithLocal": run("compareWithLocal"),
    "files.pushFile": async (argument, more) =>
      (await load()).pushFile(argument, more, await servicesOf(context)),
    "files.restoreDeleted": run("restoreDeleted"),
    "files.undo": run("undo"),
    "deploy.push": run("push"),
    "deploy.pull": run("pull"),
    "deploy.linkFolder": run("linkFolder"),
    "deploy.editTargets": run("editTargets"),
    "transfers.show": async () => (await load()).showTransfers(await servicesOf(context)),
  };
}

/** The app is gone: so are the links of folders to it. */
export async function letGoOfLinks(
  app: AppKey,
  context: Pick<TransferContext, "accounts" | "state">,
): Promise<readonly Leftover[]> {
  return await (await load()).letGoOfLinks(app, context);
}

/**
 * The first look is for what this window is about: a window that was reloaded is gone at once. What nobody else has taken
 * over after a while is told here, whatever it is about. In milliseconds.
 */
const checkDelaysMs = [1_000, 15_000, 120_000] as const;

/** The tasks, the item of the status bar, and word of operations that were cut off. */
export function registerTransfers(context: TransferContext): vscode.Disposable {
  const closed = new AbortController();
  tellWhatWasCutOff(context, closed.signal).catch((error: unknown) => {
    if (!closed.signal.aborted) context.logger.error(`Telling of what was cut off: ${error}`);
  });
  const statusBar = new FirstUse(
    async () => new (await import("./list/transfersStatusBar")).TransfersStatusBar(context),
  );
  const first = context.transfers.onDidChange(() => {
    first.dispose();
    statusBar.get().catch((error: unknown) => context.logger.error(`The list of transfers: ${error}`));
  });
  return vscode.Disposable.from(
    new vscode.Disposable(() => {
      closed.abort();
      first.dispose();
      statusBar.ifUsed((item) => item.dispose());
    }),
    attempt(() =>
      vscode.workspace.onDidSaveTextDocument(({ uri }) => {
        if (settings.pushOnSave(uri)) void pushSaved(uri, context);
      }),
    ),
    attempt(() =>
      vscode.workspace.registerTextDocumentContentProvider(keptScheme, {
        provideTextDocumentContent: async (uri) => (await load()).keptText(uri, await servicesOf(context)),
      }),
    ),
    registerTaskProvider("hosted-app", {
      provideTasks: async () => (await load()).deployTasks(await servicesOf(context)),
      resolveTask: async (task) => (await load()).resolvedTask(task, await servicesOf(context)),
    }),
  );
}

async function pushSaved(file: vscode.Uri, context: TransferContext): Promise<void> {
  try {
    (await load()).pushSaved(file, await servicesOf(context));
  } catch (error) {
    context.logger.error(`Pushing saved files: ${error}`);
  }
}

async function tellWhatWasCutOff(context: TransferContext, signal: AbortSignal): Promise<void> {
  for (const [index, waitMs] of checkDelaysMs.entries()) {
    await context.clock.sleep(waitMs, signal);
    try {
      const services = await servicesOf(context);
      const cutOff = (await services.kept.operations()).filter(({ state }) => state === "cutOff");
      if (cutOff.length > 0)
        await (await load()).tellOfCutOff(cutOff, { onlyOfThisWindow: index === 0 }, services);
    } catch (error) {
      // The disk may be full just now; the next look tells of it.
      context.logger.error(`Telling of what was cut off: ${error}`);
    }
  }
}
