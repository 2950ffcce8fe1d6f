// The notice of a restart that failed or was not proved, with the line of the app's log that says why.
import * as vscode from "vscode";
import type { Account } from "../../../accounts/accounts";
import { type LoadFiles, readLogEnd } from "../../../appFiles/logEnd";
import type { AppKey } from "../../../core/model/appKey";
import { tellingLine } from "../../../core/text/logText";
import { runCommand } from "../../../editor/commands/commands";
import type { AppChoice } from "../../../editor/pickApp";
import { notify } from "../../../editor/safeUi/messages";
import { unprovedRestartText } from "../../../editor/safeUi/unprovedRestartText";
import type { RestartOutcome } from "./restart";

export type NotRestarted = Exclude<RestartOutcome, { readonly result: "restarted" }>;

function failureText(name: string, outcome: NotRestarted): string {
  switch (outcome.result) {
    case "crashed":
      return vscode.l10n.t("{0} crashed after the restart.", name);
    case "ended":
      return vscode.l10n.t('{0} started and ended. Its state is "{1}".', name, outcome.status);
    case "notSeen":
      return vscode.l10n.t(
        '{0} didn\'t come back within a minute. Its state is "{1}".',
        name,
        outcome.status,
      );
    case "unproved":
      return unprovedRestartText(name, outcome.saysStart);
  }
}

/** The line of a stopped app's log that shows why it stopped; empty when unknown. */
export async function lastWords(
  app: AppKey,
  { result }: { readonly result: string },
  { permissions }: Account,
  loadFiles: LoadFiles,
): Promise<string> {
  if (result === "unproved" || result === "ended") return "";
  if (permissions.isRuledOut(app.appId, "canSeeApplicationFiles")) return "";
  const { lines = [] } = (await readLogEnd(loadFiles, app).catch(() => undefined)) ?? {};
  const line = lines[tellingLine(lines)]?.trim();
  return line === undefined ? "" : vscode.l10n.t("Its log says: {0}", line);
}

/** An error for a failed restart, or a probable one; a warning where the restart may have succeeded. */
export async function notifyNotRestarted(
  { accountId, appId, name }: AppChoice,
  outcome: NotRestarted,
  account: Account,
  loadFiles: LoadFiles,
): Promise<void> {
  const words = await lastWords({ accountId, appId }, outcome, account, loadFiles);
  const text = [failureText(name, outcome), words].join(" ").trim();
  const isNoFailure = outcome.result === "ended" || (outcome.result === "unproved" && !outcome.saysStart);
  await notify(isNoFailure ? "warning" : "error", text, {
    [vscode.l10n.t("Show App Log")]: () => runCommand("app.showLog", { accountId, appId }),
    ...(!isNoFailure && {
      [vscode.l10n.t("Restart Again")]: () => runCommand("app.restart", { accountId, appId }),
    }),
  });
}
