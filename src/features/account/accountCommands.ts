// Commands for accounts: sign-in, sign-out, diagnosis, teams and sessions.
import * as vscode from "vscode";
import type { Account, Accounts } from "../../accounts/accounts";
import { loadApps } from "../../accounts/loadApps";
import { field } from "../../core/parse";
import { documentName } from "../../core/text/inertText";
import { accountOfArgument, readArgument, withId } from "../../editor/commands/commandArguments";
import { type CommandTable, runCommand } from "../../editor/commands/commands";
import { choose } from "../../editor/safeUi/inputs";
import { showMarkdown } from "../../editor/safeUi/markdown";
import { endedBy, notify, showStatusMessage } from "../../editor/safeUi/messages";
import { showValue } from "../../editor/safeUi/questions";
import { sessionLabel } from "./accountItems";
import type { SignOutServices } from "./signOut";
import { teamScheme } from "./teamDocument";
import type { TeamKey } from "./teamText";

export function accountCommands(
  accounts: Accounts,
  version: string,
  services: SignOutServices,
): CommandTable<"account"> {
  return {
    "account.signIn": async (argument) => {
      const { signIn } = await import("./signIn");
      const named = accounts.get(accountOfArgument(argument) ?? "");
      if (named?.isLocal) {
        await runCommand("localService.start");
        return;
      }
      const account = await signIn(accounts, named);
      showStatusMessage(vscode.l10n.t("Signed in as {0}", account.label), 5_000);
    },
    "account.signOut": async (argument) => {
      await accounts.load();
      const title = vscode.l10n.t("Select an account to sign out of");
      const { chooseAccount } = await import("../../editor/commands/chooseAccount");
      const account = await chooseAccount(accounts, argument, { title });
      if (!account) {
        void notify("information", vscode.l10n.t("You aren't signed in."));
        return;
      }
      await (await import("./signOut")).signOut(account, services);
    },
    "service.diagnose": async (argument) =>
      (await import("./diagnosis/diagnoseCommand")).diagnoseService(accounts, argument, version),
    "account.showTeam": async (argument) => await showTeam(accounts, argument),
    "account.showSessionAddress": async (argument) => await showSessionAddress(accounts, argument),
  };
}

/** The command account.showTeam: for a row, for {accountId, teamId}, or for a team that the user picks. */
export async function showTeam(accounts: Accounts, argument: unknown): Promise<void> {
  await accounts.load();
  const { accountId, teamId } = teamIn(argument) ?? (await pickTeam(accounts));
  const name = accounts.get(accountId)?.apps.teamOf({ teamId })?.name ?? teamId;
  const uri = vscode.Uri.from({
    scheme: teamScheme,
    path: `/${documentName(name)}.md`,
    query: JSON.stringify({ accountId, teamId }),
  });
  await showMarkdown(uri);
}

function teamIn(argument: unknown): TeamKey | undefined {
  const accountId = accountOfArgument(argument);
  const { teamId, team } = readArgument({ teamId: field.text, team: withId }, argument);
  const id = teamId ?? team?.id;
  return accountId === undefined || id === undefined ? undefined : { accountId, teamId: id };
}

async function pickTeam(accounts: Accounts): Promise<TeamKey> {
  await loadApps(accounts.all);
  const items = accounts.all.flatMap((account) =>
    [...account.apps.snapshot.teams.values()].map((team) => ({
      label: team.name,
      description: account.label,
      iconPath: new vscode.ThemeIcon("organization"),
      key: { accountId: account.id, teamId: team.id },
    })),
  );
  if (items.length === 0) {
    throw endedBy(vscode.l10n.t("None of your apps belongs to a team."));
  }
  const [only, ...more] = items;
  if (only && more.length === 0) return only.key;
  return (await choose(items, { title: vscode.l10n.t("Select a team to show its permissions") })).key;
}

interface SessionKey {
  readonly account: Account;
  readonly sessionId: string;
}

/**
 * The command account.showSessionAddress: for a row of the view, or for a session that the user picks. The address is
 * secret: read again, shown once, and stored nowhere.
 */
export async function showSessionAddress(accounts: Accounts, argument: unknown): Promise<void> {
  await accounts.load();
  const { account, sessionId } = sessionIn(accounts, argument) ?? (await pickSession(accounts));
  const user = await account.client.getCurrentUser();
  const session = user.sessions.find(({ id }) => id === sessionId);
  await showValue(
    session ? sessionLabel(session) : vscode.l10n.t("This session has ended."),
    session ? (session.ip ?? vscode.l10n.t("Not reported by the service.")) : "",
  );
}

function sessionIn(accounts: Accounts, argument: unknown): SessionKey | undefined {
  const accountId = accountOfArgument(argument);
  const account = accountId === undefined ? undefined : accounts.get(accountId);
  const { session } = readArgument({ session: withId }, argument);
  return account && session && { account, sessionId: session.id };
}

async function pickSession(accounts: Accounts): Promise<SessionKey> {
  const lists = await Promise.all(
    accounts.all.map(async (account) => ({ account, user: await account.client.getCurrentUser() })),
  );
  const items = lists.flatMap(({ account, user }) =>
    user.sessions.map((session) => ({
      label: sessionLabel(session),
      description: account.label,
      key: { account, sessionId: session.id },
    })),
  );
  const [only, ...more] = items;
  if (only && more.length === 0) return only.key;
  return (await choose(items, { title: vscode.l10n.t("Select a session to show its address") })).key;
}
