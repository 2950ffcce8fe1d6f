// Builds the services and the features and wires them; what they do is theirs.
import * as vscode from "vscode";
import { Accounts } from "./accounts/accounts";
import { systemClock } from "./core/async/clock";
import { FirstUse } from "./core/async/firstUse";
import { TransferList } from "./core/transfers/transferList";
import { appScheme } from "./editor/appUris";
import { registerCommands } from "./editor/commands";
import { setContext, setContextDefaults } from "./editor/contextKeys";
import { FolderMachineFiles } from "./editor/folderMachineFiles";
import { createOutputLogger } from "./editor/outputLogger";
import { settings } from "./editor/settings";
import { ownPresence } from "./editor/windowPresence";
import { accountCommands, registerRejectionNotice } from "./features/account/accountCommands";
import { AccountView } from "./features/account/accountView";
import { registerAuthentication } from "./features/account/authenticationProvider";
import { signIn } from "./features/account/signIn";
import { registerTeamDocuments } from "./features/account/teamDocument";
import { registerAgentTools } from "./features/agent/agentTools";
import { appCommands, chooseApp } from "./features/apps/appCommands";
import { registerAppsRefresh } from "./features/apps/appsRefresh";
import { AppsTree } from "./features/apps/appsTree";
import { registerSettingsFileSystem } from "./features/apps/settings/settingsFileSystem";
import { deployCommands } from "./features/create/deployCommands";
import { dashboardCommands } from "./features/dashboard/dashboardCommands";
import { findCommands } from "./features/files/find/findCommands";
import { AddMount } from "./features/files/mount/addMount";
import type { Engine } from "./features/files/mount/engine";
import { toFileSystemError } from "./features/files/mount/fileErrors";
import { HostedFileSystem } from "./features/files/mount/hostedFileSystem";
import { mountCommands } from "./features/files/mount/mountCommands";
import { registerMountDecorations } from "./features/files/mount/mountDecorations";
import { pollMounts } from "./features/files/mount/mountPoller";
import { Mounts } from "./features/files/mount/mounts";
import { accessNotice } from "./features/files/notices/accessNotice";
import { autoSaveNotice } from "./features/files/notices/autoSaveNotice";
import { deletionFailedNotice } from "./features/files/notices/deletionFailedNotice";
import { outdatedNotice } from "./features/files/notices/outdatedNotice";
import { replaceFailedNotice } from "./features/files/notices/replaceFailedNotice";
import { signInNotice } from "./features/files/notices/signInNotice";
import {
  localServiceCommands,
  registerLocalServiceRelease,
} from "./features/localService/localServiceCommands";
import { LocalServiceProcess } from "./features/localService/localServiceProcess";
import { metricsCommands } from "./features/metrics/metricsCommands";
import { TransfersStatusBar } from "./features/transfers/list/transfersStatusBar";
import { registerTransfers, transferCommands } from "./features/transfers/transferCommands";

/** What is under way is finished or written down before the window closes. */
let ending: (() => Promise<void>) | undefined;

export async function deactivate(): Promise<void> {
  await ending?.();
}

export function activate(context: vscode.ExtensionContext): void {
  const clock = systemClock;
  const logger = createOutputLogger();
  setContextDefaults();

  const machineFiles = new FolderMachineFiles({ root: context.globalStorageUri.fsPath, clock });
  const presence = ownPresence({ files: machineFiles, clock, logger });
  const isWindowAlive = (id: string) => presence.isAlive(id);
  const localService = new LocalServiceProcess(
    {
      program: vscode.Uri.joinPath(context.extensionUri, "dist", "emulator.js").fsPath,
      dataDirectory: vscode.Uri.joinPath(context.globalStorageUri, "local-service").fsPath,
      logger,
    },
    () => setContext("localServiceRunning", false),
  );
  const accounts = new Accounts({
    secrets: context.secrets,
    wire: settings.wire,
    requestTimeoutMs: settings.requestTimeoutMs,
    clock,
    logger,
    machineFiles,
    windowId: presence.id,
    isWindowAlive,
    wakeLocalService: async (session) => {
      const { url, token } = await localService.ensureRunning();
      setContext("localServiceRunning", true);
      return { ...session, baseUrl: url, token };
    },
    localUser: {
      get: () => context.globalState.get("localUser"),
      set: (user) => context.globalState.update("localUser", user),
    },
  });

  const transfers = new TransferList(clock);
  const engine = new FirstUse(async () => {
    const { createEngine } = await import("./features/files/mount/engine");
    return createEngine({
      accounts,
      clock,
      logger,
      machineFiles,
      windowId: presence.id,
      isWindowAlive,
      requestTimeoutMs: settings.requestTimeoutMs,
      unpacksArchives: () => settings.wire().archiveUploads === "extracted",
    });
  });
  const loadEngine = (): Promise<Engine> => engine.get();
  const loadFiles = async () => (await loadEngine()).files;
  const mounts = new Mounts({
    accounts,
    clock,
    state: context.globalState,
    windowState: context.workspaceState,
    transfers,
    loadEngine,
  });
  const fileSystem = new HostedFileSystem(mounts);
  const addMount = new AddMount(context.globalState, context.globalStorageUri, clock);
  const tree = new AppsTree(accounts, context.workspaceState, clock);
  const accountView = new AccountView(accounts, clock);
  const choose = (argument: unknown, title: string) => chooseApp(accounts, argument, title);
  const metrics = metricsCommands({
    accounts,
    workspaceState: context.workspaceState,
    globalState: context.globalState,
    clock,
    logger,
    chooseApp: choose,
  });
  const dashboards = dashboardCommands({
    accounts,
    clock,
    logger,
    extensionUri: context.extensionUri,
    loadWatching: metrics.load,
    chooseApp: choose,
  });

  const transferring = {
    accounts,
    transfers,
    clock,
    logger,
    chooseApp: choose,
    state: context.workspaceState,
    storage: context.globalStorageUri,
    nextStartAt: () => mounts.nextStartAt(),
    // From here, since a lazily loaded bundle would not know the errors of this one as its own.
    toFileError: toFileSystemError,
    loadEngine,
  };
  const apps = appCommands(accounts, tree, clock, async (app) => (await metrics.load()).watched.has(app));
  const deploy = deployCommands({ accounts, loadFiles, clock, state: context.workspaceState }, logger);
  const find = findCommands({ fileSystem, chooseApp: choose, clock, logger });

  context.subscriptions.push(
    vscode.workspace.registerFileSystemProvider(appScheme, fileSystem, { isCaseSensitive: true }),
    registerAuthentication(accounts, () => signIn(accounts)),
    registerRejectionNotice(accounts),
    registerLocalServiceRelease(localService, accounts),
    registerTeamDocuments(accounts),
    registerAgentTools({ accounts, loadFiles }),
    registerSettingsFileSystem(accounts, clock),
    registerAppsRefresh(accounts, tree.show(), clock, logger),
    registerCommands(
      {
        ...accountCommands(accounts, accountView, context.extension.packageJSON.version, (id) =>
          loadEngine().then(({ kept }) => kept.forgetAccount(id)),
        ),
        ...localServiceCommands(localService, accounts),
        ...apps,
        "app.restart": async (argument) => {
          // The app starts without what was deleted here.
          await mounts.settled();
          return await apps["app.restart"](argument);
        },
        ...metrics.handlers,
        ...dashboards.handlers,
        ...mountCommands(fileSystem, choose, addMount, context.globalStorageUri),
        ...find.handlers,
        ...transferCommands(transferring),
        ...deploy.handlers,
        "log.show": () => logger.show(),
      },
      logger,
    ),
    registerTransfers(transferring),
    pollMounts(mounts, clock, logger),
    outdatedNotice(mounts, clock),
    replaceFailedNotice(mounts),
    deletionFailedNotice(mounts),
    accessNotice(mounts),
    signInNotice(mounts),
    autoSaveNotice(context.globalState),
    registerMountDecorations(mounts),
    new TransfersStatusBar(transferring),
    find,
    dashboards,
    metrics,
    deploy,
    tree,
    accountView,
    fileSystem,
    mounts,
    accounts,
    localService,
    logger,
  );
  const purging = presence.start().then(async () => {
    const { kept } = await loadEngine();
    return kept.startPurging(() => machineFiles.removeStrays());
  });
  ending = async () => {
    const { files, kept } = await loadEngine();
    await files.settled();
    (await purging).dispose();
    await kept.dispose();
    await presence.dispose();
  };
  addMount.resume().then(undefined, (error: unknown) => logger.error(`Opening an app's files: ${error}`));
}
