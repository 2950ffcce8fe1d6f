// The command service.diagnose: a report of what the service answers, without any value, ready to paste.
import * as vscode from "vscode";
import type { Accounts } from "../../accounts/accounts";
import { type Diagnosis, diagnose } from "../../accounts/diagnosis";
import { chooseAccount } from "../../editor/arguments/chooseAccount";
import { withProgress } from "../../editor/progress";

/** Shows the report as a document; resolves with its text. Takes {accountId}, or asks when there are several. */
export async function diagnoseService(
  accounts: Accounts,
  argument: unknown,
  version: string,
): Promise<string> {
  await accounts.load();
  const title = vscode.l10n.t("Diagnose the service of which account?");
  const account = await chooseAccount(accounts, argument, { title });
  if (!account) {
    throw new Error(
      vscode.l10n.t("You are not signed in, so there is no service to look at. Sign in first."),
    );
  }
  const diagnosis = await withProgress(vscode.l10n.t("Looking how the service answers"), ({ signal }) =>
    diagnose(account, account.client.spelling.wire, signal),
  );
  const report = reportOf(diagnosis, `Hosted Apps ${version}, VS Code ${vscode.version}`);
  const document = await vscode.workspace.openTextDocument({ language: "markdown", content: report });
  await vscode.window.showTextDocument(document, { preview: true });
  void offerCopy(report);
  return report;
}

async function offerCopy(report: string): Promise<void> {
  const copy = vscode.l10n.t("Copy");
  const answer = await vscode.window.showInformationMessage(
    vscode.l10n.t("The report holds shapes only: no token, no name, no value."),
    copy,
  );
  if (answer === copy) await vscode.env.clipboard.writeText(report);
}

/** In English whatever the language is: it is for whoever helps. */
export function reportOf({ calls, parameters }: Diagnosis, versions: string): string {
  const lines = [
    "# What the service answers",
    "",
    `${versions}. Values are left out; nothing was changed by these calls.`,
    "",
    "## Calls",
    "",
    ...calls.flatMap(({ call, status, shape }) => [
      `- \`${call}\`: ${status}`,
      ...(shape === undefined ? [] : ["", "  ```", `  ${shape}`, "  ```", ""]),
    ]),
    "",
    "## Parameters (hostedApps.service.wire)",
    "",
    "| setting | value | |",
    "| --- | --- | --- |",
    ...parameters.map(({ setting, value, verdict }) => `| ${setting} | \`${value}\` | ${verdict} |`),
    "",
    "Not tried, because it would write: uploadTarget, archiveUploads, and every endpoint that changes something.",
    "",
  ];
  return lines.join("\n");
}
