// The accounts, their view, VS Code's Accounts menu, and the account commands.
import * as vscode from "vscode";
import { Accounts } from "../../accounts/accounts";
import type { StoredSession } from "../../accounts/storedSessions";
import type { Clock } from "../../core/async/clock";
import { Lazy } from "../../core/async/lazy";
import type { Logger } from "../../core/logger";
import type { CommandTable } from "../../editor/commands/commands";
import { setContext } from "../../editor/contextKeys";
import { showProgress } from "../../editor/safeUi/progressNotice";
import { onDidChangeSetting, settings } from "../../editor/settings";
import type { StateKey, StateMemory } from "../../editor/state/stateMemory";
import { lazyTreeView } from "../../editor/tree/lazyTreeView";
import type { WindowServices } from "../../editor/windowServices";
import type { AccountNode } from "./accountItems";
import { registerAuthentication } from "./authenticationProvider";
import { registerDiagnosisDocuments } from "./diagnosis/diagnosisDocument";
import { forgetSignedOut } from "./forget/forgetSignedOut";
import type { SignOutServices } from "./signOut";
import { registerTeamDocuments } from "./teamDocument";

/** `wakeLocalService` starts the local service for a remembered session; resolves with its address now. */
export function createAccounts(
  { context, clock, logger, machineFiles, heartbeat }: WindowServices,
  wakeLocalService: (session: StoredSession) => Promise<StoredSession>,
): Accounts {
  const state: StateMemory = context.globalState;
  const kept = (key: StateKey) => ({
    read: () => state.get(key),
    write: (value: unknown) => void state.update(key, value),
  });
  return new Accounts({
    secrets: context.secrets,
    hosts: settings.hosts,
    dialectMemory: (accountId) => kept(`wire.${accountId}`),
    changedFiles: (accountId) => kept(`changedFiles.${accountId}`),
    permissions: (accountId) => kept(`permissions.${accountId}`),
    requestTimeoutMs: settings.requestTimeoutMs,
    clock,
    logger,
    machineFiles,
    windowId: heartbeat.id,
    wakeLocalService,
    localUser: {
      get: () => state.get("localUser"),
      set: (user) => state.update("localUser", user),
    },
  });
}

export function registerAccount(
  accounts: Accounts,
  { context, clock, logger, machineFiles, heartbeat }: WindowServices,
  services: Omit<SignOutServices, "accounts" | "showPrivacy">,
): vscode.Disposable & {
  readonly commands: () => Promise<CommandTable<"account">>;
  /** Reads users and teams of the account that the argument names, or of all, if the view is visible. */
  readonly refresh: (argument: unknown) => Promise<void>;
} {
  const view = accountView(accounts, clock);
  // VS Code's page of the extension shows its README.
  const showPrivacy = () => vscode.commands.executeCommand("extension.open", context.extension.id);
  const leaving = { accounts, showPrivacy, ...services };
  const dialectNotices = new Lazy(async () => (await notices()).registerDialectNotices(accounts));
  const logFailure = (error: unknown): void => logger.error(`Telling of accounts: ${error}`);
  const registered = vscode.Disposable.from(
    registerAuthentication(accounts, {
      signIn: async () => (await import("./signIn")).signIn(accounts),
      signOut: async (account) => await (await import("./signOut")).signOutConfirmed(account, leaving),
    }),
    accounts.onDidReject((account) => {
      notices()
        .then(({ notifyRejected }) => notifyRejected(account))
        .catch(logFailure);
    }),
    accounts.onDidFailToRead(() => {
      notices()
        .then(({ notifyUnreadable }) => notifyUnreadable(accounts))
        .catch(logFailure);
    }),
    accounts.onDidChange(() => dialectNotices.get().catch(logFailure)),
    registerTeamDocuments(accounts),
    registerHostNotice(),
    registerDiagnosisDocuments(),
    followSignedIn(accounts, logger),
    forgetSignedOut({
      ...{ accounts, clock, logger, files: machineFiles },
      states: [context.globalState, context.workspaceState],
      workspaceFile: () => vscode.workspace.workspaceFile?.path,
      isAlone: () => heartbeat.isAlone(),
    }),
    view,
    accounts,
  );
  const { version } = context.extension.packageJSON;
  return {
    commands: async () => (await import("./accountCommands")).accountCommands(accounts, version, leaving),
    refresh: async (argument) =>
      await showProgress({ location: { viewId: "hostedApps.account" } }, () => view.refresh(argument)),
    dispose: () => {
      registered.dispose();
      dialectNotices.ifUsed((following) => following.dispose());
    },
  };
}

/** The Account and Teams view; its rows are loaded when it is first visible. */
function accountView(accounts: Accounts, clock: Clock) {
  const loaded = new Lazy(async () => {
    const { AccountTree } = await import("./accountTree");
    const tree = new AccountTree(accounts, clock, () => view.visible);
    tree.onDidChangeTreeData(() => changed.fire());
    tree.load();
    return tree;
  });
  const { view, changed } = lazyTreeView<AccountNode>("hostedApps.account", clock, () => loaded.get());
  view.onDidChangeVisibility(async () => (await loaded.get()).load());
  return {
    refresh: async (argument: unknown): Promise<void> => {
      if (view.visible) await (await loaded.get()).refresh(argument);
    },
    dispose: (): void => {
      loaded.ifUsed((tree) => tree.dispose());
      view.dispose();
      changed.dispose();
    },
  };
}

const notices = () => import("./accountNotices");

/** Loads the check only when the setting has entries. */
function registerHostNotice(): vscode.Disposable {
  const look = async (): Promise<void> => {
    if (JSON.stringify(settings.hosts()) !== "{}") (await import("./accountNotices")).notifyUnusableHosts();
  };
  void look();
  return onDidChangeSetting("service.hosts", () => void look());
}

/** For menus and the palette, which offer no app commands before. Open accounts override what was remembered. */
export function followSignedIn(
  accounts: Pick<Accounts, "all" | "isAnySignedIn" | "onDidChange">,
  logger: Pick<Logger, "warn">,
): { dispose(): void } {
  let isKnown = false;
  const listener = accounts.onDidChange(() => {
    isKnown = true;
    setContext("signedIn", accounts.all.length > 0);
  });
  accounts.isAnySignedIn().then(
    (isSignedIn) => {
      if (!isKnown) setContext("signedIn", isSignedIn);
    },
    (error: unknown) => logger.warn(`Whether anybody is signed in is not known yet: ${error}`),
  );
  return listener;
}
