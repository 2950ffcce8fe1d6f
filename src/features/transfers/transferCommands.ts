// Commands, tasks and the list of transfers; the code is loaded at the first use.
import * as vscode from "vscode";
import type { AppKey } from "../../core/model/appKey";
import type { TransferList } from "../../core/transfers/transferList";
import type { CommandTable } from "../../editor/commands/commands";
import { lookForCutOff } from "../../editor/cutOffLooks";
import { attempt, registerTaskProvider } from "../../editor/host/optionalApis";
import { settings } from "../../editor/settings";
import type { CleanupNotice } from "../../editor/state/appDeleted";
import { backupScheme } from "./ask/backupScheme";
import type { TransferServices } from "./place/transferServices";

const load = () => import("./transfersFeature");

/** The services before the engine is loaded. */
export interface TransferContext extends Omit<TransferServices, keyof LoadedServices> {
  readonly loadEngine: () => Promise<LoadedServices>;
  /** Calls `work` once the engine is loaded. */
  readonly whenLoaded: (work: (engine: LoadedServices) => void) => void;
}

type LoadedServices = Pick<TransferServices, "files" | "backups" | "releases" | "transfers">;

async function servicesOf({ loadEngine, ...others }: TransferContext): Promise<TransferServices> {
  const { files, backups, releases, transfers } = await loadEngine();
  return { ...others, files, backups, releases, transfers };
}

export async function transferCommands(context: TransferContext): Promise<CommandTable<"transfers">> {
  return (await load()).commandsOf(await servicesOf(context));
}

/** Of an app that no longer exists: its releases, and links of folders. */
export async function forgetTransfersOf(
  app: AppKey,
  context: TransferContext,
): Promise<readonly CleanupNotice[]> {
  const services = await servicesOf(context);
  const left: CleanupNotice[] = [];
  // The app is gone already: this must not look as if its deletion had failed.
  await services.releases.forget(app).catch((error: unknown) => {
    context.logger.warn(`The releases of a deleted app: ${error}`);
    left.push({ said: vscode.l10n.t("Its releases couldn't be removed from this machine.") });
  });
  return [...left, ...(await (await load()).removeLinksOf(app, services))];
}

/** Also reports interrupted operations. */
export function registerTransfers(context: TransferContext): vscode.Disposable {
  let isClosed = false;
  let statusBar: vscode.Disposable | undefined;
  const showTransfers = async (transfers: TransferList): Promise<void> => {
    const { TransfersStatusBar } = await import("./list/transfersStatusBar");
    if (!isClosed) statusBar = new TransfersStatusBar({ ...context, transfers });
  };
  context.whenLoaded(({ transfers }) => {
    const first = transfers.onDidChange(() => {
      first.dispose();
      showTransfers(transfers).catch((error: unknown) =>
        context.logger.error(`The list of transfers: ${error}`),
      );
    });
  });
  const notPushed = (): unknown[] => {
    const stored = context.state.get("savedFiles");
    return Array.isArray(stored) ? stored : [];
  };
  const saved = ({ uri }: { readonly uri: vscode.Uri }): void => {
    if (!settings.pushOnSave(uri)) return;
    // The window may close before the code is loaded.
    void context.state.update("savedFiles", [...new Set([...notPushed(), String(uri)])]);
    void pushSaved(uri, context);
  };
  for (const text of notPushed()) saved({ uri: vscode.Uri.parse(`${text}`) });
  return vscode.Disposable.from(
    new vscode.Disposable(() => {
      isClosed = true;
      statusBar?.dispose();
    }),
    lookForCutOff((onlyOfThisWindow) => lookAndNotify(onlyOfThisWindow, context), context),
    attempt(() => vscode.workspace.onDidSaveTextDocument(saved)),
    attempt(() => vscode.workspace.onDidSaveNotebookDocument(saved)),
    attempt(() =>
      vscode.workspace.registerTextDocumentContentProvider(backupScheme, {
        provideTextDocumentContent: async (uri) => (await load()).backupText(uri, await servicesOf(context)),
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

async function lookAndNotify(onlyOfThisWindow: boolean, context: TransferContext): Promise<void> {
  const services = await servicesOf(context);
  const cutOff = (await services.backups.operations()).filter(({ state }) => state === "cutOff");
  if (cutOff.length > 0) await (await load()).notifyCutOff(cutOff, { onlyOfThisWindow }, services);
}
