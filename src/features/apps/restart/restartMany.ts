// Restarts the selected apps: one question, one progress, one message at the end.
import * as vscode from "vscode";
import type { Account } from "../../../accounts/accounts";
import type { Clock } from "../../../core/async/clock";
import { forEachParallel } from "../../../core/async/parallel";
import { CancelledError, isCancellation } from "../../../core/errors/cancelledError";
import type { AppKey } from "../../../core/model/appKey";
import { requirePermission } from "../../../editor/commands/requirePermission";
import { sentenceFor } from "../../../editor/errorSentences";
import type { AppChoice } from "../../../editor/pickApp";
import { withProgress } from "../../../editor/progress";
import { notify, showStatusMessage } from "../../../editor/safeUi/messages";
import { confirm } from "../../../editor/safeUi/questions";
import { RequestBudget, restartApp } from "./restart";

/** Each app is read every few seconds until it is back: more at once would be many requests. */
const atOnce = 3;
const mostNames = 12;
const needed = "canChangeStatusApplication";

/** By app id. */
interface RestartedApps {
  readonly restarted: readonly string[];
  readonly failed: readonly string[];
}

/** Rejects with CancelledError when the user declines or cancels: then running restarts end, and no others begin. */
export async function restartMany(
  apps: readonly AppChoice[],
  accountOf: (id: string) => Account,
  clock: Clock,
): Promise<RestartedApps> {
  // One question for each team, whose answer holds for all of its apps.
  for (const { accountId, appId } of apps)
    await requirePermission(accountOf(accountId).permissions, appId, needed);
  await confirm(
    vscode.l10n.t("Restart {0} apps?", apps.length),
    [{ names: apps.map(({ name }) => name) }],
    vscode.l10n.t("Restart"),
  );
  return await restartAll(apps, accountOf, clock);
}

async function restartAll(
  apps: readonly AppChoice[],
  accountOf: (id: string) => Account,
  clock: Clock,
): Promise<RestartedApps> {
  const restarted: string[] = [];
  const failed: (AppChoice & { readonly reason: string })[] = [];
  await withProgress(vscode.l10n.t("Restarting {0} apps", apps.length), async ({ report, signal }) => {
    await forEachParallel(
      apps,
      atOnce,
      async (app) => {
        const reason = await reasonAgainst(app, accountOf, clock, signal);
        if (reason === undefined) restarted.push(app.appId);
        else failed.push({ ...app, reason });
        const done = restarted.length + failed.length;
        report(vscode.l10n.t("{0} of {1}", done, apps.length), done / apps.length);
      },
      signal,
    );
  });
  const back =
    apps.length === 1
      ? vscode.l10n.t("1 app is back online")
      : vscode.l10n.t("{0} apps are back online", apps.length);
  if (failed.length === 0) showStatusMessage(back, 8_000);
  else void notifyFailed(failed, apps.length, accountOf, clock);
  return { restarted, failed: failed.map(({ appId }) => appId) };
}

/** Undefined once the restart is proved. */
async function reasonAgainst(
  { accountId, appId }: AppKey,
  accountOf: (id: string) => Account,
  clock: Clock,
  signal: AbortSignal,
): Promise<string | undefined> {
  try {
    const account = accountOf(accountId);
    if (!account.permissions.mayTry(appId, needed)) throw account.permissions.refusal(appId, needed);
    const outcome = await restartApp(account, appId, clock, new RequestBudget(signal));
    const { result } = outcome;
    if (result === "restarted") return undefined;
    if (result === "down" || result === "starting")
      return vscode.l10n.t('It isn\'t up. Its state is "{0}".', outcome.status);
    if (result === "crashed") return vscode.l10n.t("It crashed after the restart.");
    if (result === "ended") return vscode.l10n.t("It started and ended.");
    return result === "notSeen"
      ? vscode.l10n.t("It didn't come back within a minute.")
      : vscode.l10n.t("Couldn't confirm the restart.");
  } catch (error) {
    if (isCancellation(error)) throw new CancelledError();
    return sentenceFor(error);
  }
}

async function notifyFailed(
  failed: readonly (AppChoice & { readonly reason: string })[],
  all: number,
  accountOf: (id: string) => Account,
  clock: Clock,
): Promise<void> {
  const shown = failed.slice(0, mostNames).map(({ name, reason }) => `${name}: ${reason}`);
  await notify(
    "error",
    all === 1
      ? vscode.l10n.t("Couldn't restart 1 app. {0}", shown.join(" "))
      : vscode.l10n.t("Couldn't restart {0} of {1} apps. {2}", failed.length, all, shown.join(" ")),
    { [vscode.l10n.t("Restart Them Again")]: () => restartAll(failed, accountOf, clock) },
  );
}
