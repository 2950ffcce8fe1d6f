// Commands for apps: filter, restart with proof, delete, settings, browser, and copies for the clipboard.
import * as vscode from "vscode";
import type { Account, Accounts } from "../../accounts/accounts";
import { loadApps } from "../../accounts/loadApps";
import type { AppKey } from "../../core/model/appKey";
import type { App } from "../../core/model/model";
import { field } from "../../core/parse";
import { webAddressOf } from "../../core/settings/hostSettings";
import { formatDuration } from "../../core/text/format";
import { isObject } from "../../core/text/isObject";
import { appState } from "../../editor/appState";
import { appOfArgument, appsOfSelection, readArgument } from "../../editor/commands/commandArguments";
import { type CommandTable, runCommand } from "../../editor/commands/commands";
import { isPreapproved } from "../../editor/commands/consent";
import { requirePermission } from "../../editor/commands/requirePermission";
import { sentenceFor } from "../../editor/errorSentences";
import { type AppChoice, type OtherLine, type PickableApp, pickApp } from "../../editor/pickApp";
import { withProgress } from "../../editor/progress";
import { teamLines } from "../../editor/project/agreements";
import { changesOfCommit } from "../../editor/project/gitState";
import { guardedTarget } from "../../editor/project/guardedTarget";
import { showChanges } from "../../editor/safeUi/dialogs";
import { endedBy, notify, showStatusMessage } from "../../editor/safeUi/messages";
import { confirm } from "../../editor/safeUi/questions";
import { settings } from "../../editor/settings";
import { showError } from "../../editor/showError";
import type { OnAppDeleted } from "../../editor/state/appDeleted";
import { missingLabel } from "./appItems";
import { arrangeApps, defaultArrangement } from "./appOrder";
import type { AppsContext } from "./appsContext";
import type { AppsTree } from "./appsTree";
import { appLink, copy, rowValue, showEnvironmentValue } from "./copyValue";
import { notifyNotRestarted } from "./restart/notRestarted";
import { RequestBudget, restartApp } from "./restart/restart";
import type { WatchContext } from "./restart/watchedRestart";

/** The app that the argument names, or one that the user picks. */
export async function chooseApp(
  accounts: Accounts,
  argument: unknown,
  title: string,
  more: readonly OtherLine[] = [],
): Promise<AppChoice> {
  await accounts.load();
  const named = appOfArgument(argument);
  if (named) {
    const { accountId, appId } = named;
    return { accountId, appId, name: nameOf(accounts, named) };
  }
  await loadApps(accounts.all);
  return await pickApp(
    accounts.all.flatMap((account) => pickable(account, accounts.all.length > 1)),
    title,
    [...accounts.all.flatMap(unlistedOf), ...more],
  );
}

function nameOf(accounts: Accounts, { accountId, appId }: AppKey): string {
  return accounts.get(accountId)?.apps.find(appId)?.name ?? appId;
}

/** Lines for an account that could not be listed, or for apps that its list lacks. */
function unlistedOf(account: Account): OtherLine[] {
  const { error, missing } = account.apps.snapshot;
  const diagnose = async () => await runCommand("service.diagnose", { accountId: account.id });
  if (error) return [{ label: sentenceFor(error), description: account.label, run: () => showError(error) }];
  return missing ? [{ label: missingLabel(missing), description: account.label, run: diagnose }] : [];
}

/** In the tree's order: the user's own apps first, then those of each team, by name. */
function pickable(account: Account, showAccount: boolean): PickableApp[] {
  const teamName = (app: App) => account.apps.teamOf(app)?.name ?? "";
  return arrangeApps(account.apps.snapshot.apps ?? [], defaultArrangement)
    .sort((a, b) => teamName(a).localeCompare(teamName(b)))
    .map((app) => ({
      accountId: account.id,
      appId: app.id,
      name: app.name,
      description: [appState(app).word, teamName(app), showAccount ? account.label : ""]
        .filter(Boolean)
        .join(" · "),
      icon: appState(app).icon,
    }));
}

export function appCommands(
  accounts: Accounts,
  tree: AppsTree,
  context: WatchContext & Pick<AppsContext, "settledFiles"> & { readonly onAppDeleted: OnAppDeleted },
): CommandTable<"apps"> {
  const { clock, settledFiles, onAppDeleted } = context;
  const accountOf = (id: string): Account => {
    const account = accounts.get(id);
    if (account) return account;
    throw endedBy(vscode.l10n.t("This app's account is signed out. Sign in first."));
  };
  /** By a row of the extension, which no link can pass, or by an answer. */
  const isChosen = (argument: unknown): boolean =>
    isPreapproved(argument) ||
    !appOfArgument(argument) ||
    (isObject(argument) && accounts.all.some((account) => account === argument["account"]));
  return {
    "apps.filter": (argument) => tree.arrangement.askFilter(argument),
    "apps.clearFilter": () => tree.arrangement.clearFilter(),
    "apps.sort": (argument) => tree.arrangement.askSort(argument),
    "app.showEnvironmentValue": async (argument) => {
      const title = vscode.l10n.t("Select an app to show an environment variable");
      const choice = await chooseApp(accounts, argument, title);
      const { name } = readArgument({ name: field.text }, argument);
      await showEnvironmentValue(accountOf(choice.accountId), choice.appId, name);
    },
    "app.delete": async (argument) => {
      const choice = await chooseApp(accounts, argument, vscode.l10n.t("Select an app to delete"));
      const { deleteApp } = await import("./deleteApp");
      const { confirm } = readArgument({ confirm: field.anything }, argument);
      await deleteApp(
        { account: accountOf(choice.accountId), appId: choice.appId, clock, onAppDeleted },
        isPreapproved(argument) ? confirm : undefined,
      );
    },
    "app.editSettings": async (argument) => {
      const choice = await chooseApp(accounts, argument, vscode.l10n.t("Select an app to edit its settings"));
      const { editSettings } = await import("./settings/editSettings");
      await editSettings(accountOf(choice.accountId), choice.appId, argument);
    },
    "app.restart": async (argument, more) => {
      await settledFiles();
      const selected = appsOfSelection(more);
      if (selected.length > 0) {
        const { restartMany } = await import("./restart/restartMany");
        const named = selected.map((app) => ({ ...app, name: nameOf(accounts, app) }));
        return await restartMany(named, accountOf, clock);
      }
      const choice = await chooseApp(accounts, argument, vscode.l10n.t("Select an app to restart"));
      const account = accountOf(choice.accountId);
      const target = await guardedTarget(choice.appId);
      const after = field.oneOf(["push", "rollback"]);
      const given = readArgument({ confirm: field.consent, after }, argument);
      const isAsked = isPreapproved(argument) && given.confirm === true;
      await requirePermission(account.permissions, choice.appId, "canChangeStatusApplication", isAsked);
      if (!isChosen(argument) || (target !== undefined && !isAsked))
        await askToRestart(choice, account, target);
      if (given.after) {
        const { restartAndWatch } = await import("./restart/watchedRestart");
        return await restartAndWatch({ ...context, choice, account, after: given.after });
      }
      const outcome = await withProgress(
        vscode.l10n.t("Restarting {0}", choice.name),
        async ({ report, signal }) => {
          report(vscode.l10n.t("waiting for it to come back online"));
          return await restartApp(account, choice.appId, clock, new RequestBudget(signal));
        },
      );
      if (outcome.result === "restarted") {
        const text = vscode.l10n.t(
          "{0} is back online after {1}",
          choice.name,
          formatDuration(Math.max(1, outcome.seconds)),
        );
        showStatusMessage(text, 8_000);
      } else void notifyNotRestarted(choice, outcome, account, context);
      return outcome;
    },
    "app.openInBrowser": async (argument) => {
      const choice = await chooseApp(
        accounts,
        argument,
        vscode.l10n.t("Select an app to open in the browser"),
      );
      const account = accountOf(choice.accountId);
      const app = await account.apps.refreshApp(choice.appId);
      const { address } = webAddressOf(account, app, settings.hosts()) ?? {};
      if (address) await vscode.env.openExternal(vscode.Uri.parse(address));
      else {
        void notify(
          "information",
          app.exposedViaWeb
            ? vscode.l10n.t(
                "{0} is exposed to the web, but its address isn't known. Restart it, or set webAddress in hostedApps.service.hosts.",
                choice.name,
              )
            : vscode.l10n.t("{0} has no web address. Expose it to the web in its settings.", choice.name),
        );
      }
      return address;
    },
    "app.showCommit": (argument) => showCommit(argument, "parent"),
    "app.compareCommit": (argument) => showCommit(argument, "folder"),
    "app.copyId": async (argument) => {
      const choice = await chooseApp(accounts, argument, vscode.l10n.t("Select an app to copy its ID"));
      await copy(choice.appId, vscode.l10n.t("Copied {0}'s ID", choice.name));
    },
    "app.copyLink": async (argument) => {
      const choice = await chooseApp(accounts, argument, vscode.l10n.t("Select an app to copy a link to"));
      const link = appLink(vscode.env.uriScheme, choice.appId);
      await copy(link, vscode.l10n.t("Copied a link to {0}", choice.name));
    },
    "app.copyValue": async (argument) => {
      const value = rowValue(argument, accounts);
      const { isGuess } = readArgument({ isGuess: field.flag }, argument);
      const said = isGuess ? vscode.l10n.t("Copied a guessed address") : vscode.l10n.t("Copied");
      if (value !== undefined) await copy(value, said);
    },
  };
}

/** Of a deployment. */
async function showCommit(argument: unknown, against: "parent" | "folder"): Promise<void> {
  const { commit = "" } = readArgument({ commit: field.text }, argument);
  const short = commit.slice(0, 7);
  const changes = await changesOfCommit(commit, against);
  if (!changes)
    throw endedBy(
      vscode.l10n.t(
        "No repository that is open in VS Code has the commit {0}. Fetch it, then try again.",
        short,
      ),
    );
  const title = against === "parent" ? short : vscode.l10n.t("{0} (deployed) ↔ Local", short);
  if (changes.length > 0) await showChanges(title, changes);
  else showStatusMessage(vscode.l10n.t("No file differs: {0}", title), 6_000);
}

/** `target`: the name of the deploy target that the app is for an open folder. */
async function askToRestart(
  { appId, name }: AppChoice,
  account: Account | undefined,
  target: string | undefined,
): Promise<void> {
  if (!account) return;
  await confirm(
    vscode.l10n.t("Restart {0}?", target ? `${name} (${target})` : name),
    [
      vscode.l10n.t("{0} in the account {1}", name, account.label),
      ...teamLines(account.apps.teamOf(account.apps.find(appId))),
      vscode.l10n.t("The app is unavailable for a moment. Its files and settings don't change."),
    ],
    vscode.l10n.t("Restart"),
  );
}
