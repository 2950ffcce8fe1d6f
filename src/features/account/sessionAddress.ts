// The network address of a session. It is secret: read again, shown once when the user asks, and stored nowhere.
import * as vscode from "vscode";
import type { Account, Accounts } from "../../accounts/accounts";
import { accountOfArgument, readArgument, withId } from "../../editor/commands/commandArguments";
import { choose } from "../../editor/safeUi/inputs";
import { showValue } from "../../editor/safeUi/questions";
import { sessionLabel } from "./accountItems";

interface SessionKey {
  readonly account: Account;
  readonly sessionId: string;
}

/** The command account.showSessionAddress: for a row of the view, or for a session that the user picks. */
export async function showSessionAddress(accounts: Accounts, argument: unknown): Promise<void> {
  await accounts.load();
  const { account, sessionId } = keyOf(accounts, argument) ?? (await pickSession(accounts));
  const user = await account.client.getCurrentUser();
  const session = user.sessions.find(({ id }) => id === sessionId);
  await showValue(
    session ? sessionLabel(session) : vscode.l10n.t("This session has ended."),
    session ? (session.ip ?? vscode.l10n.t("Not reported by the service.")) : "",
  );
}

function keyOf(accounts: Accounts, argument: unknown): SessionKey | undefined {
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
