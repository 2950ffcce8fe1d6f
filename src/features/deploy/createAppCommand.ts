// Create App from Folder: asks, creates, tells, and offers what one does next. A bundle of its own (esbuild.js).
import * as vscode from "vscode";
import type { Account, Accounts } from "../../api/accounts";
import type { Clock } from "../../core/clock";
import type { NewAppSettings, Team } from "../../core/model";
import { runCommand } from "../../editor/commands";
import { withProgress } from "../../editor/progress";
import { settings } from "../../editor/settings";
import { CancelledError } from "../../editor/showError";
import { type CreatedApp, createApp } from "./createApp";
import { askAppSettings, noMainFileSentence, settingsProblem } from "./createAppSteps";
import { type ProjectFolder, readProjectFolder } from "./projectFolder";

/** The argument object of deploy.createApp: with `settings`, nothing is asked. */
interface CreateAppArgument {
  readonly folder?: vscode.Uri | string;
  readonly accountId?: string;
  readonly settings?: Partial<NewAppSettings>;
}

/** The command; resolves with the app and whether it came online. */
export async function createAppCommand(
  argument: unknown,
  { accounts, clock }: { readonly accounts: Accounts; readonly clock: Clock },
): Promise<{ readonly accountId: string; readonly appId: string; readonly online: boolean }> {
  if (!vscode.workspace.isTrusted) {
    throw new Error(
      vscode.l10n.t(
        "Nothing is sent from a folder in Restricted Mode. Trust the workspace first, then create the app.",
      ),
    );
  }
  await accounts.load();
  const given = readArgument(argument);
  const account = await chooseAccount(accounts, given.accountId);
  const folder = await chooseFolder(given.folder);
  const project = await vscode.window.withProgress(
    { location: vscode.ProgressLocation.Window, title: vscode.l10n.t("Reading the folder") },
    () => readProjectFolder(folder, new AbortController().signal),
  );
  const chosen = await chooseSettings(account, project, given.settings);
  const created = await withProgress(vscode.l10n.t("Creating {0}", chosen.name), (progress) =>
    createApp(
      { account, project, settings: chosen, maxArchiveBytes: settings.maxArchiveBytes(), clock },
      progress,
    ),
  );
  void account.apps.refresh();
  void tell(account, created);
  return { accountId: account.id, appId: created.app.id, online: created.online };
}

function readArgument(argument: unknown): CreateAppArgument {
  if (argument instanceof vscode.Uri) return { folder: argument };
  return typeof argument === "object" && argument !== null ? (argument as CreateAppArgument) : {};
}

async function chooseAccount(accounts: Accounts, accountId: string | undefined): Promise<Account> {
  const named = accountId === undefined ? undefined : accounts.get(accountId);
  if (named) return named;
  const [first, ...more] = accounts.all;
  if (!first) {
    const signIn = vscode.l10n.t("Sign In");
    const tryIt = vscode.l10n.t("Try It with a Local Service");
    const answer = await vscode.window.showInformationMessage(
      vscode.l10n.t("Sign in to create an app, or try it with a local service."),
      signIn,
      tryIt,
    );
    if (answer === signIn) await runCommand("account.signIn");
    if (answer === tryIt) await runCommand("localService.start");
    const account = accounts.all[0];
    if (!account) throw new CancelledError();
    return account;
  }
  if (more.length === 0) return first;
  const picked = await vscode.window.showQuickPick(
    accounts.all.map((account) => ({ label: account.label, description: account.baseUrl, account })),
    { title: vscode.l10n.t("Create App: in which account?"), ignoreFocusOut: true },
  );
  if (!picked) throw new CancelledError();
  return picked.account;
}

async function chooseFolder(given: vscode.Uri | string | undefined): Promise<vscode.Uri> {
  if (given instanceof vscode.Uri) return given;
  if (typeof given === "string") return vscode.Uri.parse(given, true);
  const [first, ...more] = vscode.workspace.workspaceFolders ?? [];
  if (first && more.length === 0) return first.uri;
  if (!first) {
    const opened = await vscode.window.showOpenDialog({
      canSelectFolders: true,
      canSelectFiles: false,
      openLabel: vscode.l10n.t("Create App from Folder"),
    });
    if (!opened?.[0]) throw new CancelledError();
    return opened[0];
  }
  const picked = await vscode.window.showWorkspaceFolderPick({
    placeHolder: vscode.l10n.t("Create an app from which folder?"),
    ignoreFocusOut: true,
  });
  if (!picked) throw new CancelledError();
  return picked.uri;
}

async function chooseSettings(
  account: Account,
  project: ProjectFolder,
  given: Partial<NewAppSettings> | undefined,
): Promise<NewAppSettings> {
  const { defaults } = project;
  const initial: NewAppSettings = {
    name: defaults.name,
    mainFile: defaults.mainFile ?? "",
    memoryMB: defaults.memoryMB,
    runtime: defaults.runtime ?? "nodejs",
    exposedViaWeb: defaults.exposedViaWeb,
    autoRestart: true,
    startupCommand: defaults.startupCommand,
    ...given,
  };
  if (given) {
    const problem = settingsProblem(initial, project);
    if (problem) throw new Error(problem);
    return initial;
  }
  if (defaults.mainFileCandidates.length === 0 && project.files.length === 0)
    throw new Error(noMainFileSentence(project));
  return await askAppSettings(
    { project, accountLabel: account.label, teams: teamsToCreateIn(account) },
    initial,
  );
}

/** Teams that the user owns, or whose flag for creating is not known to be off. */
function teamsToCreateIn(account: Account): Team[] {
  return [...account.apps.snapshot.teams.values()].filter((team) => {
    const member = team.members.find(({ userId }) => userId === account.userId);
    return team.owner === account.userId || member?.permissions.canCreateApplication !== false;
  });
}

async function tell(account: Account, { app, online }: CreatedApp): Promise<void> {
  const openFiles = vscode.l10n.t("Open Files");
  const watch = vscode.l10n.t("Watch");
  const browse = vscode.l10n.t("Open in Browser");
  const buttons = [openFiles, watch, ...(app.exposedViaWeb ? [browse] : [])];
  const answer = online
    ? await vscode.window.showInformationMessage(vscode.l10n.t("{0} is online.", app.name), ...buttons)
    : await vscode.window.showWarningMessage(
        vscode.l10n.t(
          "{0} was created but did not come online; its state is {1}. Its files may hold a log that says why.",
          app.name,
          app.status,
        ),
        ...buttons,
      );
  const choice = { accountId: account.id, appId: app.id };
  if (answer === openFiles) await runCommand("files.mount", choice);
  if (answer === watch) await runCommand("app.watch", choice);
  if (answer === browse) await runCommand("app.openInBrowser", choice);
}
