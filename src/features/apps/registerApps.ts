// The Apps view, the settings documents and the app commands: registered at the start, loaded when the view is visible
// or an account signs in.
import * as vscode from "vscode";
import type { Accounts } from "../../accounts/accounts";
import type { Clock } from "../../core/async/clock";
import { Lazy } from "../../core/async/lazy";
import type { CommandTable } from "../../editor/commands/commands";
import { attempt } from "../../editor/host/optionalApis";
import { showProgress } from "../../editor/safeUi/progressNotice";
import { lazyTreeView } from "../../editor/tree/lazyTreeView";
import type { WindowServices } from "../../editor/windowServices";
import type { AppsContext } from "./appsContext";
import type { AppsFeature } from "./appsFeature";
import type { AppsNode } from "./appsNode";
import { settingsScheme } from "./settings/settingsUri";

interface RegisteredApps extends vscode.Disposable {
  readonly commands: () => Promise<CommandTable<"apps">>;
  /** Reads the apps of the account or team in the argument, or of all accounts. */
  readonly refresh: (argument: unknown) => Promise<void>;
}

export function registerApps(
  accounts: Accounts,
  window: WindowServices,
  context: AppsContext,
): RegisteredApps {
  const { clock, logger } = window;
  const { view, changed } = lazyTreeView<AppsNode>("hostedApps.apps", clock, () => tree(), {
    getParent: async (node) => (await loaded.get()).rowAbove(node),
    showCollapseAll: true,
    canSelectMany: true,
  });
  const logFailure = (error: unknown): void => logger.error(`The Apps view: ${error}`);
  const loaded: Lazy<AppsFeature> = new Lazy(async () => {
    const { createAppsFeature } = await import("./appsFeature");
    return createAppsFeature(accounts, window, context, { view, changed, logFailure });
  });
  const tree = async () => (await loaded.get()).tree;
  const show = async (): Promise<void> => {
    if (view.visible) await (await tree()).load();
  };
  show().catch(logFailure);
  const registered = vscode.Disposable.from(
    view,
    view.onDidChangeVisibility(() => show().catch(logFailure)),
    view.onDidExpandElement(({ element }) => {
      const { apps } = element.account;
      if (element.kind === "group" && element.teamId !== undefined && apps.isLarge)
        apps.refreshTeam(element.teamId).catch(logFailure);
    }),
    accounts.onDidChange(() => loaded.get().catch(logFailure)),
    registerSettingsFileSystem(accounts, clock),
    changed,
  );
  return {
    commands: async () => (await loaded.get()).handlers,
    refresh: async (argument) =>
      await showProgress({ location: { viewId: "hostedApps.apps" } }, async () =>
        (await tree()).refresh(argument),
      ),
    dispose: () => {
      registered.dispose();
      loaded.ifUsed((feature) => feature.dispose());
    },
  };
}

/** The code of settings documents is loaded with the first one. */
function registerSettingsFileSystem(accounts: Accounts, clock: Clock): vscode.Disposable {
  const changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  const documents = new Lazy(async () => {
    const { SettingsDocuments } = await import("./settings/settingsDocuments");
    return new SettingsDocuments(accounts, clock, (uri) =>
      changed.fire([{ type: vscode.FileChangeType.Changed, uri }]),
    );
  });
  const refuse = (): never => {
    throw vscode.FileSystemError.NoPermissions(
      vscode.l10n.t("An app's settings can be edited, but not moved or deleted."),
    );
  };
  const fileSystem: vscode.FileSystemProvider = {
    onDidChangeFile: changed.event,
    watch: () => new vscode.Disposable(() => undefined),
    stat: async (uri) => (await documents.get()).stat(uri),
    readFile: async (uri) => (await documents.get()).readFile(uri),
    writeFile: async (uri, content) => (await documents.get()).writeFile(uri, content),
    readDirectory: () => [],
    createDirectory: refuse,
    delete: refuse,
    rename: refuse,
  };
  return vscode.Disposable.from(
    changed,
    attempt(() =>
      vscode.workspace.registerFileSystemProvider(settingsScheme, fileSystem, { isCaseSensitive: true }),
    ),
  );
}
