// Mounts with their notices and commands: loaded with the first access to a file of an app, or the first command.
import * as vscode from "vscode";
import type { Accounts } from "../../accounts/accounts";
import { isServiceError } from "../../core/errors/serviceError";
import type { AppKey } from "../../core/model/appKey";
import type { ChooseApp } from "../../editor/commands/chooseMount";
import type { CommandTable } from "../../editor/commands/commands";
import type { WindowServices } from "../../editor/windowServices";
import { AddMount } from "./mount/addMount";
import type { Engine } from "./mount/engine";
import { HostedFileSystem } from "./mount/hostedFileSystem";
import { chooseSeenApp, mountCommands } from "./mount/mountCommands";
import { followAppNames, registerMountDecorations } from "./mount/mountDecorations";
import { pollMounts } from "./mount/mountPoller";
import { Mounts } from "./mount/mounts";
import { reviewNotice } from "./mount/reviewFiles";
import { ReviewGate } from "./mount/reviewGate";
import {
  accessNotice,
  autoSaveNotice,
  deletionFailedNotice,
  outdatedNotice,
  replaceFailedNotice,
  signInNotice,
} from "./notices/mountNotices";

export interface OpenFilesContext {
  readonly accounts: Accounts;
  readonly chooseApp: ChooseApp;
  readonly loadEngine: () => Promise<Engine>;
  readonly whenLoaded: (work: (engine: Engine) => void) => void;
}

export interface OpenFiles extends vscode.Disposable {
  readonly fileSystem: HostedFileSystem;
  readonly mounts: Mounts;
  readonly handlers: CommandTable<"files">;
  readonly chooseSeenApp: ChooseApp;
  /** Lists the mounts again; `isInExplorer`: refreshes the Explorer too, which brings it to the front. */
  readonly refresh: (isInExplorer: boolean) => Promise<void>;
}

export function createOpenFiles(
  { accounts, chooseApp, loadEngine, whenLoaded }: OpenFilesContext,
  { context, clock, logger }: WindowServices,
): OpenFiles {
  const { globalState, workspaceState, globalStorageUri } = context;
  const mounts = new Mounts({
    ...{ accounts, clock, loadEngine, whenLoaded },
    state: globalState,
    windowState: workspaceState,
  });
  const gate = new ReviewGate(globalState);
  const fileSystem = new HostedFileSystem(mounts, gate);
  const addMount = new AddMount(globalState, workspaceState, globalStorageUri, clock);
  addMount.resume().catch((error: unknown) => logger.error(`Opening an app's files: ${error}`));
  const nameOf = ({ accountId, appId }: AppKey): string =>
    accounts.get(accountId)?.apps.find(appId)?.name ?? appId;
  const registered = vscode.Disposable.from(
    pollMounts(mounts, clock, logger),
    outdatedNotice(mounts, clock, nameOf),
    replaceFailedNotice(mounts),
    deletionFailedNotice(mounts),
    accessNotice(mounts),
    signInNotice(mounts),
    autoSaveNotice(globalState),
    reviewNotice(gate, nameOf, clock),
    mounts.onDidFail(({ key, error }) => {
      // Only the app's own address shows whether the app is gone.
      const account = isServiceError(error, "notFound") ? accounts.get(key.accountId) : undefined;
      account?.apps.refreshApp(key.appId).then(undefined, () => undefined);
    }),
    followAppNames(accounts),
    registerMountDecorations({ accounts, mounts }),
    fileSystem,
    mounts,
  );
  return {
    fileSystem,
    mounts,
    handlers: mountCommands(fileSystem, chooseApp, { addMount, storage: globalStorageUri, gate, accounts }),
    chooseSeenApp: chooseSeenApp(chooseApp, accounts, fileSystem),
    refresh: async (isInExplorer) => {
      // The Explorer alone would show a failed listing as an empty folder with a small mark.
      const refreshed = fileSystem.refresh();
      const command = "workbench.files.action.refreshFilesExplorer";
      await Promise.all([isInExplorer && vscode.commands.executeCommand(command), refreshed]);
    },
    dispose: () => registered.dispose(),
  };
}
