// Notices about accounts: a refused token, unreadable sign-ins, the detection of the service's dialect, misplaced
// uploads, and unusable entries of hostedApps.service.hosts.
import * as vscode from "vscode";
import type { Account, Accounts } from "../../accounts/accounts";
import { followAccounts } from "../../accounts/followAccounts";
import { type UnusableHost, unusableHosts } from "../../core/settings/hostSettings";
import { runCommand } from "../../editor/commands/commands";
import { notify, showStatusMessage, showWarningMessage } from "../../editor/safeUi/messages";
import { settings } from "../../editor/settings";

/** Nothing is sent for the account until its token is replaced. */
export async function notifyRejected(account: Account): Promise<void> {
  const again = account.isLocal ? vscode.l10n.t("Try Without an Account") : vscode.l10n.t("Sign In Again");
  await notify(
    "warning",
    vscode.l10n.t(
      "Your sign-in for {0} is no longer valid. Sign in again to continue. Nothing is lost.",
      account.label,
    ),
    { [again]: () => runCommand("account.signIn", { accountId: account.id }) },
  );
}

let isUnreadableShown = false;

/** Shows one such notice at a time. */
export async function notifyUnreadable(accounts: Pick<Accounts, "reload">): Promise<void> {
  if (isUnreadableShown) return;
  isUnreadableShown = true;
  const again = vscode.l10n.t("Try Again");
  const answer = await showWarningMessage(
    vscode.l10n.t(
      "Couldn't read saved sign-ins from the secret storage. Nothing was deleted. Unlock this machine's keyring, then try again.",
    ),
    again,
  );
  isUnreadableShown = false;
  if (answer === again) await accounts.reload();
}

export function registerDialectNotices(accounts: Accounts): { dispose(): void } {
  return followAccounts(accounts, (account) =>
    vscode.Disposable.from(
      account.client.uploadDialect.onWillLearn((done) => {
        showStatusMessage(vscode.l10n.t("Checking how {0} stores uploads", account.label), done);
      }),
      account.client.dialect.onDidStopWrites(({ wanted, landed }) => {
        void notifyMisplaced(account, wanted, landed);
      }),
    ),
  );
}

async function notifyMisplaced(account: Account, wanted: string, landed: string): Promise<void> {
  await notify(
    "error",
    vscode.l10n.t(
      "{0} stored an upload for {1} at {2} instead. Uploads are stopped until you set how this service names paths, or have it checked again.",
      account.label,
      wanted,
      landed,
    ),
    {
      [vscode.l10n.t("Diagnose")]: () => runCommand("service.diagnose", { accountId: account.id }),
      [vscode.l10n.t("Open Settings")]: () =>
        vscode.commands.executeCommand("workbench.action.openSettings", "hostedApps.service.hosts"),
    },
  );
}

/** In this window. */
const notified = new Set<string>();

export function notifyUnusableHosts(): void {
  for (const host of unusableHosts(settings.hosts())) {
    const name = JSON.stringify(host);
    if (!notified.has(name)) void notifyHost(host);
    notified.add(name);
  }
}

async function notifyHost({ address, part }: UnusableHost): Promise<void> {
  const text =
    part === undefined
      ? vscode.l10n.t("{0} in hostedApps.service.hosts is ignored: it isn't the URL of a service.", address)
      : vscode.l10n.t(
          "{0} in hostedApps.service.hosts is ignored: its {1} isn't valid.",
          address,
          part || vscode.l10n.t("value"),
        );
  await notify("warning", text, {
    [vscode.l10n.t("Open Settings")]: () =>
      vscode.commands.executeCommand("workbench.action.openSettings", "hostedApps.service.hosts"),
  });
}
