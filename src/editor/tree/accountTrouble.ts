// Why an account's apps are outdated: its service cannot be reached, or its sign-in has ended. The account's row says
// so.
import * as vscode from "vscode";
import { isServiceError } from "../../core/errors/serviceError";
import { formatClock } from "../../core/text/format";
import { sentenceFor } from "../errorSentences";
import { commandLink, markdownTooltip, md } from "../safeUi/markdown";

interface ShownAccount {
  readonly id: string;
  readonly label: string;
  readonly client: { readonly isStopped: boolean };
  readonly apps: {
    readonly snapshot: {
      readonly error: Error | undefined;
      readonly failingSince?: number | undefined;
      readonly refreshedAt: number | undefined;
    };
  };
}

interface AccountTrouble {
  /** The description of the account's row. */
  readonly words: string;
  readonly reason: string;
  /** "as of 4:32 AM": the age of the apps that are still shown. */
  readonly asOf: string;
}

/** The account's apps may have changed since they were read. */
export function isListOutdated({ client, apps }: ShownAccount): boolean {
  return client.isStopped || apps.snapshot.error !== undefined;
}

/** Undefined for an account whose apps are up to date. */
export function troubleOf(account: ShownAccount): AccountTrouble | undefined {
  if (!isListOutdated(account)) return undefined;
  const { error, failingSince = 0, refreshedAt = 0 } = account.apps.snapshot;
  const asOf = vscode.l10n.t("as of {0}", formatClock(refreshedAt));
  if (account.client.isStopped)
    return {
      words: vscode.l10n.t("sign in again"),
      reason: vscode.l10n.t("The service doesn't accept this sign-in. Sign in again with a valid token."),
      asOf,
    };
  const since = formatClock(failingSince);
  const words = isServiceError(error, "network", "certificate", "timeout")
    ? vscode.l10n.t("not reachable since {0}", since)
    : vscode.l10n.t("failing since {0}", since);
  return { words, reason: sentenceFor(error), asOf };
}

/** Shows the trouble in the account's row, with the remedy in its hover and, by `contextValue`, in its menu. */
export function showTrouble(item: vscode.TreeItem, account: ShownAccount): void {
  const trouble = troubleOf(account);
  if (!trouble) return;
  const { words, reason } = trouble;
  const hasEnded = account.client.isStopped;
  item.iconPath = new vscode.ThemeIcon("warning", new vscode.ThemeColor("list.warningForeground"));
  item.description = words;
  item.contextValue = `account;${hasEnded ? "ended" : "failing"}`;
  item.accessibilityInformation = { label: `${account.label}, ${words}. ${reason}` };
  const command = hasEnded ? "hostedApps.account.signIn" : "hostedApps.apps.refresh";
  const title = hasEnded ? vscode.l10n.t("Sign In Again") : vscode.l10n.t("Try Again");
  const link = commandLink(title, command, { accountId: account.id });
  item.tooltip = markdownTooltip(`${md`${reason}`}\n\n${link}`, [command]);
}
