// Runs Create App: questions, the request, the report, next steps.

import * as vscode from "vscode";
import type { Account, Accounts } from "../../accounts/accounts";
import { loadApps } from "../../accounts/loadApps";
import type { FilesOfAccounts } from "../../appFiles/filesOfAccounts";
import { mostArchiveBytes } from "../../core/archive/packedEstimate";
import { PackProblem } from "../../core/archive/packProblem";
import type { Clock } from "../../core/async/clock";
import { contentHash } from "../../core/disk/contentHash";
import { CancelledError } from "../../core/errors/cancelledError";
import type { AppKey } from "../../core/model/appKey";
import type { NewAppSettings } from "../../core/model/model";
import { chooseAccount } from "../../editor/commands/chooseAccount";
import { runCommand } from "../../editor/commands/commands";
import { isPreapproved, requireTrust } from "../../editor/commands/consent";
import { requirePermission } from "../../editor/commands/requirePermission";
import { withProgress } from "../../editor/progress";
import { askAboutUnsaved, taskLines, teamLines } from "../../editor/project/agreements";
import { chooseLocalFolder } from "../../editor/project/chooseLocalFolder";
import type { DeployFolder } from "../../editor/project/deployFolder";
import { chosenLink, folderApp } from "../../editor/project/folderApp";
import { packProblemSentence } from "../../editor/project/folderWords";
import { missingVariables } from "../../editor/project/neededVariables";
import type { NamedApps } from "../../editor/project/projectFileIn";
import { startingSettings } from "../../editor/project/startingSettings";
import { notify } from "../../editor/safeUi/messages";
import { ask, confirm } from "../../editor/safeUi/questions";
import type { StateMemory } from "../../editor/state/stateMemory";
import { createApp } from "./createApp";
import { readCreateAppArgument } from "./createAppArgument";
import { askSummary } from "./createAppSummary";
import { CreateProblem } from "./createProblem";
import { reportCreateStep } from "./createProgress";
import type { CreateRecords } from "./createRecords";
import { createProblemSentence } from "./createSentences";
import { followCreation } from "./notifyCreated";
import { offerWaysOn } from "./offerWaysOn";
import { askAboutUnreadable } from "./preview/filesNotAsShown";
import { totalsText } from "./preview/previewPicker";
import type { ProjectFileDiagnostics } from "./projectFile/readProjectFile";
import { settingsProblem } from "./projectFile/settingsProblems";
import { readToCreate } from "./questions/readToCreate";

export interface CreateFlowOptions {
  readonly accounts: Accounts;
  readonly loadFiles: () => Promise<FilesOfAccounts>;
  readonly clock: Clock;
  readonly state: StateMemory;
  readonly extensionUri: vscode.Uri;
  readonly records: CreateRecords;
  readonly diagnostics: ProjectFileDiagnostics;
  /** Folders from which an app is being created in this window. */
  readonly inFlight: Set<string>;
}

interface CreateAnswer extends AppKey {
  readonly online: boolean;
}

const toCreate = "canCreateApplication";

/** Runs the command; nothing is sent before the user has said Create, or our own code has given the `settings`. */
export async function runCreateFlow(argument: unknown, options: CreateFlowOptions): Promise<CreateAnswer> {
  requireTrust();
  const { accounts, inFlight } = options;
  const given = readCreateAppArgument(argument);
  await accounts.load();
  const account = await accountToCreateIn(accounts, given.accountId);
  const uri =
    given.folder ??
    (await chooseLocalFolder(
      vscode.l10n.t("Select a folder to create an app from"),
      vscode.l10n.t("Create App"),
    ));
  if (!uri) throw new CancelledError();
  requireFree(inFlight, uri);
  const isAsking = given.settings === undefined;
  const isAgreed = !isAsking && isPreapproved(argument);
  const { state, diagnostics, extensionUri } = options;
  const reading = { state, diagnostics, extensionUri, isAsking, isAgreed };
  const { folder, named, settings: found, skipped } = await readToCreate(uri, reading);
  const starting = { ...startingSettings(folder, named.file), ...found };
  let chosen: NewAppSettings = { ...starting, ...given.startWith, ...given.settings };
  if (isAsking) {
    // Teams are known from apps alone.
    await loadApps([account]);
    await askAboutLinkedApp(folder.uri, named, options);
    chosen = await askSettings(account, folder, chosen);
    const save = vscode.l10n.t("Save and Create");
    const asSaved = vscode.l10n.t("Create without Saving");
    await askAboutUnsaved(folder.uri, folder.choices, { save, asSaved });
    // While questions were asked, files may have changed.
    await folder.refresh();
  } else {
    requireUsable(chosen, folder);
    await requireToCreate(account, chosen.teamId, isAgreed);
    if (!isAgreed) await askToCreate(account, folder, { chosen, task: named.file?.preDeployTask });
  }
  const variables = await folder.variables;
  await folder.end();
  const { project } = folder;
  await askAboutUnreadable(
    project.problems.filter(({ path }) => !skipped.includes(path)),
    isAsking,
  );
  requireUsable(chosen, folder);
  // Another creation may have begun while questions were asked.
  requireFree(inFlight, folder.uri);
  const { created, packed, end } = await send(account, folder, chosen, options);
  void account.apps.refresh();
  const app = { accountId: account.id, appId: created.app.id };
  const existing = named.file;
  const foundCommand = project.defaults.startupCommand;
  const missing = missingVariables(variables, project);
  void followCreation(
    { account, created, folder, existing, chosen, foundCommand, missing, onShown: end },
    options,
  );
  // A push that follows at once knows what the app was created with.
  if (!folder.isMount)
    await runCommand("deploy.linkFolder", { folder: folder.uri.toString(), ...app, packed });
  return { ...app, online: created.result === "online" };
}

function requireFree(inFlight: ReadonlySet<string>, uri: vscode.Uri): void {
  if (!inFlight.has(uri.toString())) return;
  throw new Error(
    vscode.l10n.t(
      "An app is already being created from this folder. Nothing more was sent. Wait for that to finish.",
    ),
  );
}

async function accountToCreateIn(accounts: Accounts, accountId: string | undefined): Promise<Account> {
  if (accountId !== undefined) {
    const named = accounts.get(accountId);
    if (named) return named;
    throw new Error(vscode.l10n.t("This account is signed out. Nothing was sent. Sign in first."));
  }
  const options = { title: vscode.l10n.t("Select an account to create the app in"), ignoreFocusOut: true };
  return (await chooseAccount(accounts, undefined, options)) ?? (await signInFirst(accounts));
}

async function signInFirst(accounts: Accounts): Promise<Account> {
  const text = vscode.l10n.t("Sign in to create an app, or try it with a local service.");
  await notify("information", text, {
    [vscode.l10n.t("Sign In")]: () => runCommand("account.signIn"),
    [vscode.l10n.t("Try Without an Account")]: () => runCommand("localService.start"),
  });
  const account = accounts.all[0];
  if (!account) throw new CancelledError();
  return account;
}

async function askSettings(
  account: Account,
  folder: DeployFolder,
  initial: NewAppSettings,
): Promise<NewAppSettings> {
  const variables = await folder.variables;
  return await askSummary(
    {
      ...{ folder, variables, accountLabel: account.label },
      teams: [...account.apps.snapshot.teams.values()].sort((a, b) => a.name.localeCompare(b.name)),
      isRuledOut: (teamId) => account.permissions.isRuledOut({ teamId }, toCreate),
      agreeToTeam: async (teamId) => {
        try {
          await requireToCreate(account, teamId, false);
          return true;
        } catch (error) {
          if (error instanceof CancelledError) return false;
          throw error;
        }
      },
    },
    initial,
  );
}

/** A folder that belongs to an app: another app of it is rarely what was meant. */
async function askAboutLinkedApp(
  folder: vscode.Uri,
  named: NamedApps,
  { accounts, state }: CreateFlowOptions,
): Promise<void> {
  const found = folderApp({ ...named, link: chosenLink(folder, { accounts, state }) }, accounts);
  const linked = found.kind === "linked" && accounts.get(found.app.accountId)?.apps.find(found.app.appId);
  if (!linked) return;
  const another = vscode.l10n.t("Create Another App");
  const push = vscode.l10n.t("Push to It Instead");
  const answer = await ask(
    vscode.l10n.t("This folder is linked to {0}.", linked.name),
    [vscode.l10n.t("Creating another app doesn't change {0}.", linked.name)],
    [push, another],
  );
  if (answer === push) void runCommand("deploy.push", folder);
  if (answer !== another) throw new CancelledError();
}

async function askToCreate(
  account: Account,
  { uri, project }: DeployFolder,
  { chosen, task }: { readonly chosen: NewAppSettings; readonly task: string | undefined },
): Promise<void> {
  const { teamId, startupCommand, mainFile, exposedViaWeb } = chosen;
  // Without an app of its own the list knows no name of a team.
  const team = teamId === undefined ? undefined : (account.apps.teamOf({ teamId }) ?? { name: teamId });
  await confirm(
    vscode.l10n.t("Create {0}?", chosen.name),
    [
      vscode.l10n.t("From {0}: {1}", uri.fsPath, totalsText(project.files)),
      vscode.l10n.t("In the account {0}", account.label),
      ...teamLines(team),
      ...taskLines(task),
      startupCommand === ""
        ? vscode.l10n.t("It starts with the file {0}.", mainFile)
        : vscode.l10n.t("It starts with the command: {0}", startupCommand),
      ...(exposedViaWeb ? [vscode.l10n.t("It can be reached from the web.")] : []),
    ],
    vscode.l10n.t("Create"),
  );
}

function requireUsable(chosen: NewAppSettings, { project }: DeployFolder): void {
  const problem = settingsProblem(chosen, project);
  if (problem) throw new Error(problem);
}

/** Rejects as `requirePermission`. */
async function requireToCreate(
  account: Account,
  teamId: string | undefined,
  isQuiet: boolean,
): Promise<void> {
  if (teamId !== undefined) await requirePermission(account.permissions, { teamId }, toCreate, isQuiet);
}

/** `end` is to be called once the user was told: until then a window that closes leaves that to the next start. */
async function send(
  account: Account,
  folder: DeployFolder,
  chosen: NewAppSettings,
  { clock, records, inFlight, loadFiles }: CreateFlowOptions,
) {
  const key = folder.uri.toString();
  const { totalBytes } = folder.project;
  const packed: { readonly path: string; readonly hash: string; readonly sizeBytes: number }[] = [];
  const files = folder.project.files.map((file) => ({
    ...file,
    read: async () => {
      const bytes = await file.read();
      packed.push({ path: file.path, hash: await contentHash(bytes), sizeBytes: bytes.byteLength });
      return bytes;
    },
  }));
  const record = { folder: key, accountId: account.id, settings: chosen };
  const journal = records.journalOf(record);
  inFlight.add(key);
  try {
    await journal.begin();
    const created = await withProgress(vscode.l10n.t("Creating {0}", chosen.name), (progress) =>
      createApp({
        account,
        files,
        settings: chosen,
        maxArchiveBytes: mostArchiveBytes,
        clock,
        signal: progress.signal,
        onStep: (step) => reportCreateStep(progress, step, chosen.name, totalBytes),
        journal,
      }),
    );
    return { created, packed, end: journal.end };
  } catch (error) {
    void journal.end();
    if (error instanceof CreateProblem) {
      const { reason } = error;
      const maybe = reason.kind === "unknown" ? reason.maybe : [];
      void offerWaysOn(createProblemSentence(error, chosen.name), record, { maybe, account, loadFiles });
      throw new CancelledError();
    }
    if (error instanceof PackProblem) throw new Error(packProblemSentence(error), { cause: error });
    throw error;
  } finally {
    inFlight.delete(key);
  }
}
