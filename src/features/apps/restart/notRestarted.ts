// The notice of a restart that failed or was not proved, with the reason from the app's log.
import * as vscode from "vscode";
import type { Account } from "../../../accounts/accounts";
import { type LoadFiles, readLogEnd } from "../../../appFiles/logEnd";
import type { AppKey } from "../../../core/model/appKey";
import { tellingLine } from "../../../core/text/logText";
import { runCommand } from "../../../editor/commands/commands";
import type { AppChoice } from "../../../editor/pickApp";
import type { Crash, CrashExplanation } from "../../../editor/project/crashText";
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
    case "starting":
    case "down":
      return vscode.l10n.t('{0} isn\'t up. Its state is "{1}".', name, outcome.status);
    case "unproved":
      return unprovedRestartText(name, outcome.saysStart);
  }
}

export interface LogReading {
  readonly loadFiles: LoadFiles;
  /** As `explainCrash`. */
  readonly explain: (lines: readonly string[], crash: Crash) => Promise<CrashExplanation | undefined>;
}

/** Why a stopped app stopped, or the line of its log that shows it. The sentence is empty when unknown. */
export async function reasonInLog(
  { accountId, appId }: AppKey,
  { result }: { readonly result: string },
  { apps, permissions }: Account,
  { loadFiles, explain }: LogReading,
): Promise<CrashExplanation> {
  const isKnown = result !== "unproved" && result !== "ended";
  const mayRead = isKnown && !permissions.isRuledOut(appId, "canSeeApplicationFiles");
  const app = apps.find(appId);
  const read = () => readLogEnd(loadFiles, { accountId, appId }, app?.metrics?.startedAt);
  const { lines = [] } = (mayRead && (await read().catch(() => undefined))) || {};
  const conditions = new Set((["memory", "crashLoop"] as const).filter((each) => each === result));
  const { sentence = "", fix } = (app && (await explain(lines, { accountId, app, conditions }))) ?? {};
  const line = lines[tellingLine(lines)]?.trim();
  if (sentence !== "" || line === undefined) return { sentence, fix };
  return { sentence: vscode.l10n.t("Its log says: {0}", line), fix };
}

/** An error for a failed restart, or a probable one; a warning where the restart may have succeeded. */
export async function notifyNotRestarted(
  { accountId, appId, name }: AppChoice,
  outcome: NotRestarted,
  account: Account,
  reading: LogReading,
): Promise<void> {
  const { sentence, fix } = await reasonInLog({ accountId, appId }, outcome, account, reading);
  const text = [failureText(name, outcome), sentence].join(" ").trim();
  const hasFailed =
    outcome.result === "unproved" ? outcome.saysStart : /^(crashed|notSeen)$/.test(outcome.result);
  await notify(hasFailed ? "error" : "warning", text, {
    ...(fix && { [fix.label]: fix.run }),
    [vscode.l10n.t("Show App Log")]: () => runCommand("app.showLog", { accountId, appId }),
    ...(hasFailed && {
      [vscode.l10n.t("Restart Again")]: () => runCommand("app.restart", { accountId, appId }),
    }),
  });
}
