// Builds the services and the features and wires them; what they do is theirs.
import * as vscode from "vscode";
import { Accounts } from "./api/accounts";
import { systemClock } from "./core/clock";
import { TransferList } from "./core/transferList";
import { appScheme } from "./editor/appUris";
import { registerCommands } from "./editor/commands";
import { setContext, setContextDefaults } from "./editor/contextKeys";
import { createOutputLogger } from "./editor/outputLogger";
import { settings } from "./editor/settings";
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
import { dashboardCommands } from "./features/dashboard/dashboardCommands";
import { deployCommands } from "./features/deploy/deployCommands";
import { registerSync, syncCommands } from "./features/deploy/syncCommands";
import { accessNotice } from "./features/files/accessNotice";
import { AddMount } from "./features/files/addMount";
import { autoSaveNotice } from "./features/files/autoSaveNotice";
import { findCommands } from "./features/files/find/findCommands";
import { HostedFileSystem } from "./features/files/hostedFileSystem";
import { mountCommands } from "./features/files/mountCommands";
import { registerMountDecorations } from "./features/files/mountDecorations";
import { pollMounts } from "./features/files/mountPoller";
import { type AppKey, Mounts } from "./features/files/mounts";
import { outdatedNotice } from "./features/files/outdatedNotice";
import { replaceFailedNotice } from "./features/files/replaceFailedNotice";
import { signInNotice } from "./features/files/signInNotice";
import { transferCommands } from "./features/files/transfers/transferCommands";
import { TransfersStatusBar } from "./features/files/transfers/transfersStatusBar";
import { TrashFolder } from "./features/files/trashFolder";
import {
  localServiceCommands,
  registerLocalServiceRelease,
} from "./features/localService/localServiceCommands";
import { LocalServiceProcess } from "./features/localService/localServiceProcess";
import { metricsCommands } from "./features/metrics/metricsCommands";

export function activate(context: vscode.ExtensionContext): void {
  const clock = systemClock;
  const logger = createOutputLogger();
  setContextDefaults();

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
  const trash = new TrashFolder(vscode.Uri.joinPath(context.globalStorageUri, "kept"), clock);
  const mounts = new Mounts({ accounts, clock, logger, state: context.globalState, transfers, trash });
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
    fileSystem,
    transfers,
    clock,
    chooseApp: choose,
    nextStartAt: () => mounts.nextStartAt(),
    appName: (app: AppKey) => accounts.get(app.accountId)?.apps.find(app.appId)?.name,
  };
  const deploy = deployCommands(accounts, clock, context.workspaceState, logger);
  const find = findCommands({ fileSystem, chooseApp: choose, clock, logger });

  const sync = {
    accounts,
    transfers,
    clock,
    logger,
    chooseApp: choose,
    state: context.workspaceState,
    storage: context.globalStorageUri,
  };

  context.subscriptions.push(
    vscode.workspace.registerFileSystemProvider(appScheme, fileSystem, { isCaseSensitive: true }),
    registerAuthentication(accounts, () => signIn(accounts)),
    registerRejectionNotice(accounts),
    registerLocalServiceRelease(localService, accounts),
    registerTeamDocuments(accounts),
    registerAgentTools(accounts),
    registerSettingsFileSystem(accounts, clock),
    registerAppsRefresh(accounts, tree.show(), clock, logger),
    registerCommands(
      {
        ...accountCommands(accounts, accountView, context.extension.packageJSON.version),
        ...localServiceCommands(localService, accounts),
        ...appCommands(accounts, tree, clock, async (app) => (await metrics.load()).watched.has(app)),
        ...metrics.handlers,
        ...dashboards.handlers,
        ...mountCommands(fileSystem, choose, addMount, context.globalStorageUri, trash, clock),
        ...find.handlers,
        ...transferCommands(transferring),
        ...deploy.handlers,
        ...syncCommands(sync),
        "log.show": () => logger.show(),
      },
      logger,
    ),
    registerSync(sync),
    pollMounts(mounts, clock, logger),
    outdatedNotice(mounts, clock),
    replaceFailedNotice(mounts),
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
  addMount.resume().then(undefined, (error: unknown) => logger.error(`Opening an app's files: ${error}`));
}
