// The command service.diagnose: a report on the service's responses without any of their values, to be pasted
// elsewhere.
import * as vscode from "vscode";
import type { Account, Accounts } from "../../../accounts/accounts";
import { type Diagnosis, diagnose, type Verdict } from "../../../accounts/diagnosis";
import type { DialectRow } from "../../../api/dialect/serviceDialect";
import { systemClock } from "../../../core/async/clock";
import type { ServiceError } from "../../../core/errors/serviceError";
import { chooseAccount } from "../../../editor/commands/chooseAccount";
import { withProgress } from "../../../editor/progress";
import { notify } from "../../../editor/safeUi/messages";
import { showReport } from "./diagnosisDocument";

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

const partWords: Readonly<Record<DialectRow["part"], string>> = {
  pageParameter: "page number when listing apps",
  limitParameter: "page size when listing apps",
  teamParameter: "team when listing apps",
  firstPage: "number of the first page",
  listPathParameter: "path of a folder or file that is read",
  downloadPathParameter: "path of a download",
  uploadPathParameter: "path of an upload",
  uploadTarget: "what the path of an upload names",
  archiveUploads: "what happens to an uploaded zip file",
};

const certaintyWords = {
  set: "set by the user",
  shown: "shown by a response",
  assumed: "assumed; no response has shown it",
} as const;

/** Markdown, always in English: it is for the people who help. */
export function reportOf(diagnosis: Diagnosis, versions: string): string {
  const { calls, verdict, dialect } = diagnosis;
  const lines = [
    "# Service diagnosis",
    "",
    `**${verdictOf(verdict)}**`,
    "",
    `${versions}. Values are omitted, and these calls changed nothing.`,
    "",
    ...folded(
      "Calls",
      calls.flatMap(({ call, status, shape }) => [
        `- \`${call}\`: ${status}`,
        ...(shape === undefined ? [] : ["", "  ```", shape.replaceAll(/^/gm, "  "), "  ```", ""]),
      ]),
    ),
    ...folded("API parameter names", [
      "| what | `wire` in `hostedApps.service.hosts` | value | certainty |",
      "| --- | --- | --- | --- |",
      ...dialect.map(
        ({ part, value, certainty, shownAt }) =>
          `| ${partWords[part]} | ${part} | ${value === "" ? "none" : `\`${value}\``} | ${certaintyWords[certainty]}${dateOf(shownAt)} |`,
      ),
    ]),
    `Service clock: ${clockWords(diagnosis.clockDifferenceSeconds)}. File times: ${timeWords(diagnosis.hasWholeSeconds)}.`,
    "",
  ];
  return lines.join("\n");
}

/** Without the empty lines Markdown takes the lines between for HTML. */
function folded(title: string, lines: readonly string[]): string[] {
  return [`<details><summary>${title}</summary>`, "", ...lines, "", "</details>", ""];
}

function verdictOf(verdict: Verdict): string {
  switch (verdict.kind) {
    case "fine":
      return "The service responds as expected.";
    case "misplaced":
      return "An upload was stored in the wrong place and couldn't be corrected, so uploads are stopped. Set how the service names the path of an upload under `wire` in `hostedApps.service.hosts`, or select Reset Detected Settings to detect it again.";
    case "pathUnknown":
      return "The apps are listed, but their files can't be opened: how the service names the path of a file couldn't be detected. Set `wire.listPathParameter` in `hostedApps.service.hosts`.";
    case "uploadPathUnknown":
      return "Files in folders can't be uploaded: the service accepted no known name for an upload's path. Set `wire.uploadPathParameter` in `hostedApps.service.hosts`, or select Reset Detected Settings to try again.";
    case "missing":
      return missingVerdict(verdict);
    case "failed":
      return failedVerdict(verdict.error);
  }
}

function missingVerdict({ missing, listed }: Extract<Verdict, { kind: "missing" }>): string {
  const { count, cause } = missing;
  const some =
    count === undefined ? "more apps may exist" : `${count} of ${listed + count} apps couldn't be listed`;
  switch (cause) {
    case "pages":
      return `The service responds, but ${some}: how it names the page number couldn't be detected. Set \`wire.pageParameter\` in \`hostedApps.service.hosts\`.`;
    case "changing":
      return `The service responds, but ${some}, because the list changed while it was being read. Refresh the list.`;
    case "unreadable":
      return `The service responds, but ${some}: they aren't in the documented format.`;
  }
}

function failedVerdict(error: ServiceError): string {
  const { kind, status, problem } = error;
  const reason = problem === undefined ? "" : ` (${problem})`;
  switch (kind) {
    case "unauthorized":
      return "The service doesn't accept the token. Sign in again.";
    case "network":
      return `Nothing responds at this URL${reason}. Check the URL, the connection, and the proxy settings.`;
    case "certificate":
      return `This machine doesn't trust the service's certificate${reason}.`;
    case "timeout":
      return "The service didn't respond in time.";
    case "badResponse":
    case "notFound":
      return "This URL isn't the service's API. Check the service's URL.";
    default:
      return `A call failed (${[status, kind].filter(Boolean).join(" ")}).`;
  }
}

function dateOf(shownAt: number | undefined): string {
  return shownAt === undefined ? "" : ` on ${new Date(shownAt).toISOString().slice(0, 10)}`;
}

function clockWords(seconds: number | undefined): string {
  if (seconds === undefined) return "unknown";
  if (Math.abs(seconds) <= 1) return "as this machine's";
  return `${Math.abs(seconds)} s ${seconds > 0 ? "ahead of" : "behind"} this machine's`;
}

function timeWords(hasWholeSeconds: boolean | undefined): string {
  if (hasWholeSeconds === undefined) return "too few to tell";
  return hasWholeSeconds ? "whole seconds" : "finer than a second";
}
