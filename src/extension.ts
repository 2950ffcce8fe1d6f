// Creates the services and the features, and connects them. Has no behavior of its own.
import type * as vscode from "vscode";
import type { AppKey } from "./core/model/appKey";
import { isObject } from "./core/text/isObject";
import type { ChooseApp } from "./editor/commands/chooseMount";
import { registerCommands } from "./editor/commands/commands";
import { registerContextKeys } from "./editor/contextKeys";
import { attempt, logMissing } from "./editor/host/optionalApis";
import { createWindowServices } from "./editor/windowServices";
import { createAccounts, registerAccount } from "./features/account/registerAccount";
import { registerAgentTools } from "./features/agent/agentTools";
import { registerApps } from "./features/apps/registerApps";
import { deployCommands } from "./features/create/deployCommands";
import { dashboardCommands } from "./features/dashboard/dashboardCommands";
import { registerFiles } from "./features/files/registerFiles";
import { registerFind } from "./features/find/registerFind";
import { registerLinks } from "./features/links/registerLinks";
import { LocalService } from "./features/localService/registerLocalService";
import { metricsCommands } from "./features/metrics/metricsCommands";
import {
  forgetTransfersOf,
  registerTransfers,
  type TransferContext,
  transferCommands,
} from "./features/transfers/transferCommands";

/** Loaded with the first push. */
const runProgram: TransferContext["runProgram"] = async (...given) =>
  await (await import("./features/localService/serviceEnvironment")).runProgram(...given);

/** Finishes or records running operations before the window closes. */
let ending: (() => Promise<void>) | undefined;

export async function deactivate(): Promise<void> {
  await ending?.();
}

export function activate(context: vscode.ExtensionContext): void {
  const window = createWindowServices(context);
  const { clock, logger } = window;
  logMissing(logger);
  const { workspaceState, globalState, extensionUri, globalStorageUri } = context;
  const contextKeys = registerContextKeys(globalState);
  const service = new LocalService(window);
  const accounts = createAccounts(window, (session) => service.wake(session));
  const localService = service.register(accounts);
  const chooseApp: ChooseApp = async (argument, title, more) =>
    (await import("./features/apps/appCommands")).chooseApp(accounts, argument, title, more);
  const shared = { accounts, clock, logger, chooseApp };

  const linkedFolder = async (app: AppKey): Promise<vscode.Uri | undefined> =>
    (await (await import("./editor/project/folderApp")).folderOf(app, { accounts, state: workspaceState }))
      ?.folder;

  const files = registerFiles({ accounts, chooseApp }, window);
  const { loadEngine, loadFiles, whenLoaded, nextStartAt } = files;
  const find = registerFind({
    ...{ openFiles: files.mountAt, chooseApp: files.chooseSeenApp, onDidChangeSignIns: accounts.onDidChange },
    ...{ clock, logger, state: globalState, linkedFolder },
  });
  const account = registerAccount(accounts, window, {
    transfers: files.transfers,
    forgetBackups: async (id) => await (await loadEngine()).backups.forgetAccount(id),
  });
  const metrics = metricsCommands({ ...shared, workspaceState, globalState, loadFiles });
  const loadReleases = async () => (await loadEngine()).releases;
  const dashboards = dashboardCommands({
    ...{ ...shared, extensionUri, loadFiles, loadReleases },
    ...{ state: workspaceState, loadWatching: metrics.load },
  });
  const transferring = {
    ...{ ...shared, nextStartAt, loadEngine, whenLoaded },
    ...{ state: workspaceState, storage: globalStorageUri, runProgram },
  };
  const apps = registerApps(accounts, window, {
    loadWatched: async () => (await metrics.load()).shown,
    ...{ loadFiles, loadReleases, settledFiles: files.settled },
    onAppDeleted: [
      files.onAppDeleted,
      find.onAppDeleted,
      metrics.onAppDeleted,
      dashboards.onAppDeleted,
      (app) => forgetTransfersOf(app, transferring),
    ],
  });
  const create = deployCommands(accounts, loadFiles, window);

  /**
   * Refreshes the argument's row; without one, every view, since VS Code does not tell which has the focus.
   */
  const refresh = async (argument: unknown, isInExplorer = false): Promise<void> => {
    const isOfRow = isObject(argument) && ("accountId" in argument || "account" in argument);
    await Promise.all([
      apps.refresh(argument),
      account.refresh(argument),
      isOfRow ? undefined : files.refresh(isInExplorer),
    ]);
  };

  context.subscriptions.push(
    registerCommands(
      {
        account: account.commands,
        localService: localService.commands,
        apps: apps.commands,
        metrics: metrics.commands,
        dashboard: dashboards.commands,
        files: files.commands,
        find: find.commands,
        transfers: () => transferCommands(transferring),
        create: create.commands,
        window: async () => ({
          "apps.refresh": (argument) => refresh(argument),
          "account.refresh": (argument) => refresh(argument),
          "files.refresh": (argument) => refresh(argument, true),
          "log.show": () => logger.show(),
        }),
      },
      logger,
    ),
    attempt(() => registerAgentTools({ accounts, loadFiles })),
    attempt(() => registerLinks(accounts, window)),
    attempt(() => registerTransfers(transferring)),
    ...[contextKeys, dashboards, metrics, create, apps, find, files, account, localService, logger],
  );
  ending = files.end;
}
