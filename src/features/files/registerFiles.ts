// The files of apps in this window: the file system, the folders that are mounted, what is told about them, and the end of
// what is under way when the window closes.
import * as vscode from "vscode";
import type { Accounts } from "../../accounts/accounts";
import { FirstUse } from "../../core/async/firstUse";
import type { TransferList } from "../../core/transfers/transferList";
import { appScheme } from "../../editor/appUris";
import type { ChooseApp } from "../../editor/chooseMount";
import type { CommandHandlers } from "../../editor/commands";
import { settings } from "../../editor/settings";
import type { WindowServices } from "../../editor/windowServices";
import { findCommands } from "./find/findCommands";
import { AddMount } from "./mount/addMount";
import type { Engine } from "./mount/engine";
import { toFileSystemError } from "./mount/fileErrors";
import { HostedFileSystem } from "./mount/hostedFileSystem";
import { mountCommands } from "./mount/mountCommands";
import { registerMountDecorations } from "./mount/mountDecorations";
import { pollMounts } from "./mount/mountPoller";
import { Mounts } from "./mount/mounts";
import { accessNotice } from "./notices/accessNotice";
import { autoSaveNotice } from "./notices/autoSaveNotice";
import { deletionFailedNotice } from "./notices/deletionFailedNotice";
import { outdatedNotice } from "./notices/outdatedNotice";
import { replaceFailedNotice } from "./notices/replaceFailedNotice";
import { signInNotice } from "./notices/signInNotice";

export interface FilesNeeds {
  readonly accounts: Accounts;
  readonly transfers: TransferList;
  readonly chooseApp: ChooseApp;
}

/** The files of apps, for what else works with them. */
export interface RegisteredFiles extends vscode.Disposable {
  readonly handlers: Pick<
    CommandHandlers,
    keyof ReturnType<typeof mountCommands> | keyof ReturnType<typeof findCommands>["handlers"]
  >;
  readonly loadEngine: () => Promise<Engine>;
  readonly loadFiles: () => Promise<Engine["files"]>;
  /** Resolves when what was answered as deleted is gone. */
  readonly settled: () => Promise<void>;
  /** When the next of the waiting requests may start; monotonic. */
  readonly nextStartAt: () => number | undefined;
  readonly toFileError: typeof toFileSystemError;
  /** Finishes what is under way, or writes it down: the window is about to close. */
  readonly end: () => Promise<void>;
}

/** When what was kept for a day is first looked through: nobody waits for it while a window opens. */
const purgeAfterMs = 10_000;

export function registerFiles(
  { accounts, transfers, chooseApp }: FilesNeeds,
  { context, clock, logger, machineFiles, presence }: WindowServices,
): RegisteredFiles {
  const engine = new FirstUse(async () => {
    const { createEngine } = await import("./mount/engine");
    return createEngine({
      ...{ accounts, clock, logger, machineFiles },
      windowId: presence.id,
      isWindowAlive: (id) => presence.isAlive(id),
      requestTimeoutMs: settings.requestTimeoutMs,
      unpacksArchives: () => settings.wire().archiveUploads === "extracted",
    });
  });
  const loadEngine = (): Promise<Engine> => engine.get();
  const { globalState, workspaceState, globalStorageUri } = context;
  const mounts = new Mounts({
    ...{ accounts, clock, transfers, loadEngine },
    state: globalState,
    windowState: workspaceState,
  });
  const fileSystem = new HostedFileSystem(mounts);
  const addMount = new AddMount(globalState, globalStorageUri, clock);
  const find = findCommands({ fileSystem, chooseApp, clock, logger });
  addMount.resume().then(undefined, (error: unknown) => logger.error(`Opening an app's files: ${error}`));

  const present = presence.start().catch((error: unknown) => {
    logger.error(`Telling other windows of this one: ${error}`);
  });
  let purging: { dispose(): void } | undefined;
  const stopWaiting = clock.after(purgeAfterMs, () => {
    const purge = async (): Promise<void> => {
      await present;
      const { kept } = await loadEngine();
      purging = kept.startPurging(() => machineFiles.removeStrays());
    };
    purge().catch((error: unknown) => logger.error(`Removing what was kept for a day: ${error}`));
  });
  const end = async (): Promise<void> => {
    stopWaiting();
    purging?.dispose();
    if (engine.isUsed) {
      const { files, kept } = await engine.get();
      await files.settled();
      await kept.dispose();
    }
    await present;
    await presence.dispose();
  };

  const registered = vscode.Disposable.from(
    vscode.workspace.registerFileSystemProvider(appScheme, fileSystem, { isCaseSensitive: true }),
    pollMounts(mounts, clock, logger),
    outdatedNotice(mounts, clock),
    replaceFailedNotice(mounts),
    deletionFailedNotice(mounts),
    accessNotice(mounts),
    signInNotice(mounts),
    autoSaveNotice(globalState),
    registerMountDecorations(mounts),
    find,
    fileSystem,
    mounts,
  );
  return {
    handlers: { ...mountCommands(fileSystem, chooseApp, addMount, globalStorageUri), ...find.handlers },
    loadEngine,
    loadFiles: async () => (await loadEngine()).files,
    settled: () => mounts.settled(),
    nextStartAt: () => mounts.nextStartAt(),
    toFileError: toFileSystemError,
    end,
    dispose: () => registered.dispose(),
  };
}
