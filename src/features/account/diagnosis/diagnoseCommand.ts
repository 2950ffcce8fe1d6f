// The command service.diagnose: a report on the service's responses without any of their values, to be pasted
// elsewhere.
import * as vscode from "vscode";
import type { Account, Accounts } from "../../../accounts/accounts";
import { diagnose } from "../../../accounts/diagnosis";
import { systemClock } from "../../../core/async/clock";
import { chooseAccount } from "../../../editor/commands/chooseAccount";
import { withProgress } from "../../../editor/progress";
import { notify } from "../../../editor/safeUi/messages";
import { showReport } from "./diagnosisDocument";
import { reportOf } from "./diagnosisReport";

/**
 * Shows the report as a document and resolves with its text. Takes {accountId}, or asks when there are several
 * accounts.
 */
export async function diagnoseService(
  accounts: Accounts,
  argument: unknown,
  version: string,
): Promise<string> {
  await accounts.load();
  const title = vscode.l10n.t("Select an account to diagnose its service");
  const account = await chooseAccount(accounts, argument, { title });
  if (!account) {
    throw new Error(vscode.l10n.t("You aren't signed in. Sign in to diagnose a service."));
  }
  return await diagnoseAccount(account, version);
}

async function diagnoseAccount(account: Account, version: string): Promise<string> {
  const diagnosis = await withProgress(vscode.l10n.t("Diagnosing the service"), ({ signal }) =>
    diagnose(account, systemClock, signal),
  );
  const report = reportOf(diagnosis, `Hosted Apps ${version}, VS Code ${vscode.version}`);
  await showReport(account.id, report);
  const isDetected = diagnosis.dialect.some(({ certainty }) => certainty === "shown");
  const mayForget = isDetected || ["misplaced", "uploadPathUnknown"].includes(diagnosis.verdict.kind);
  void offer(account, { version, report, mayForget });
  return report;
}

async function offer(
  account: Account,
  { version, report, mayForget }: { version: string; report: string; mayForget: boolean },
): Promise<void> {
  const forget = async (): Promise<void> => {
    account.client.dialect.forget();
    await account.apps.refresh();
    await diagnoseAccount(account, version);
  };
  await notify("information", vscode.l10n.t("The report contains no tokens, names, or values."), {
    [vscode.l10n.t("Copy")]: () => vscode.env.clipboard.writeText(report),
    ...(mayForget && { [vscode.l10n.t("Reset Detected Settings")]: forget }),
  });
}
