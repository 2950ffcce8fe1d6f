// Restarts an app after a push or a rollback and watches it until it has landed: one progress, and one message at the end.
import * as vscode from "vscode";
import type { Account } from "../../../accounts/accounts";
import { askHealth, type Health, healthAddress } from "../../../api/http/healthRequest";
import type { Releases } from "../../../appFiles/releases/releases";
import type { Clock } from "../../../core/async/clock";
import { CancelledError, isCancellation } from "../../../core/errors/cancelledError";
import type { Logger } from "../../../core/logger";
import type { Landing } from "../../../core/metrics/landing";
import { keyText } from "../../../core/model/appKey";
import type { App } from "../../../core/model/model";
import { field, readAs } from "../../../core/parse";
import { webAddressOf } from "../../../core/settings/hostSettings";
import type { AppRelease } from "../../../core/transfers/release";
import { logText, runCommand } from "../../../editor/commands/commands";
import type { AppChoice } from "../../../editor/pickApp";
import { type Progress, withProgress } from "../../../editor/progress";
import { notify, showStatusMessage } from "../../../editor/safeUi/messages";
import { settings } from "../../../editor/settings";
import { orShowError } from "../../../editor/showError";
import type { StateMemory } from "../../../editor/state/stateMemory";
import { type LogReading, type NotRestarted, notifyNotRestarted, reasonInLog } from "./notRestarted";
import { RequestBudget, type RestartOutcome, restartApp, watchLanding } from "./restart";

/** The health request is the twelfth. */
const requestsToService = 11;

export interface WatchContext extends LogReading {
  readonly loadReleases: () => Promise<Pick<Releases, "list">>;
  readonly clock: Clock;
  readonly logger: Logger;
  /** The user's: which addresses may be requested. */
  readonly state: StateMemory;
}

interface Watched extends WatchContext {
  readonly choice: AppChoice;
  readonly account: Account;
  readonly after: "push" | "rollback";
}

type End = NotRestarted | { readonly result: Landing | "unwell"; readonly health?: Health };

/** By "account/app": the address that may be requested, or empty when the user declined. */
const healthChecks = field.entries(field.text);
const stateKey = "healthChecks";
/** A dismissed question is asked again in another window. */
const asked = new Set<string>();
/** Releases of this window after which the app failed, and that the user did not keep. */
const failed = new Set<string>();

/**
 * Resolves when the restart is proved, or when it has failed; the watch goes on, and ends silently with the next
 * restart. Rejects as `restartApp` does.
 */
export async function restartAndWatch(watched: Watched): Promise<RestartOutcome> {
  const { choice, account, clock, logger } = watched;
  const { appId } = choice;
  const { landings } = account.apps;
  // A later push may not be running when this one's end is known.
  const started = releasesOf(watched).then(([newest]) => newest);
  const next = new AbortController();
  let budget: RequestBudget | undefined;
  const listener = account.apps.onRestart((restart) => {
    // One after its own takes the app down again.
    if (restart.appId === appId && !restart.known && budget?.hasAnnounced) next.abort(new CancelledError());
  });
  return await new Promise((resolve, reject) => {
    const task = async (progress: Progress): Promise<End> => {
      progress.report(vscode.l10n.t("waiting for it to come back online"));
      const signal = AbortSignal.any([progress.signal, next.signal]);
      budget = new RequestBudget(signal, requestsToService);
      const outcome = await restartApp(account, appId, clock, budget);
      resolve(outcome);
      if (outcome.result !== "restarted") return outcome;
      progress.report(vscode.l10n.t("back online, watching whether it stays up"));
      const app = account.apps.find(appId);
      return app ? await watch(app, watched, budget) : { result: "unknown" };
    };
    const landing = withProgress(vscode.l10n.t("Restarting {0}", choice.name), task, clock)
      .then(async (end) => conclude(end, watched, await started))
      .catch((error: unknown) => {
        reject(error);
        if (!isCancellation(error)) logger.warn(`Watching a restarted app: ${logText(error)}`);
        return false;
      })
      .finally(() => {
        listener.dispose();
        if (landings.get(appId) === landing) landings.delete(appId);
      });
    landings.set(appId, landing);
  });
}

async function watch(app: App, watched: Watched, budget: RequestBudget): Promise<End> {
  const { choice, account, clock, logger, state } = watched;
  const web = webAddressOf(account, app, settings.hosts());
  const address = web && healthAddress(web, account.isLocal);
  if (address !== undefined) void askOnce(choice, address, state);
  const result = await watchLanding(account, app, clock, budget);
  const mayRequest = address !== undefined && checksOf(state)[keyText(choice)] === address;
  if (result !== "landed" || !mayRequest) return { result };
  const health = await askHealth(address, { clock, logger, signal: budget.signal });
  return { result: health === "noAnswer" || Number(health) >= 500 ? "unwell" : result, health };
}

/** True when a notice reports what the watch of apps would report, too. */
function conclude(end: End, watched: Watched, started: AppRelease | undefined): boolean {
  const { choice, account } = watched;
  const { result } = end;
  if (result === "unproved") void notifyNotRestarted(choice, end, account, watched);
  else if (result === "landed") showStatusMessage(landedText(choice.name, end.health), 8_000);
  else if (result === "starting") showStatusMessage(troubleText(end, watched), 8_000);
  else if (result === "unknown")
    showStatusMessage(vscode.l10n.t("Couldn't confirm that {0} stays up", choice.name), 8_000);
  else {
    void notifyTrouble(end, watched, started);
    if (result === "unwell") return false;
    account.apps.announceRestart(
      choice.appId,
      result === "crashLoop" || result === "memory" ? result : "down",
    );
    return true;
  }
  return false;
}

function landedText(name: string, health: Health | undefined): string {
  if (health === undefined) return vscode.l10n.t("{0} is up", name);
  return health === "notSent"
    ? vscode.l10n.t("{0} is up; its address wasn't requested: no public IP address was found for it", name)
    : vscode.l10n.t("{0} is up, and its address responds", name);
}

function troubleText(end: End, { choice: { appId, name }, account, after }: Watched): string {
  switch (end.result) {
    case "crashLoop":
      return vscode.l10n.t("{0} keeps restarting.", name);
    case "memory":
      return vscode.l10n.t("{0} is at its memory limit.", name);
    case "unwell":
      return typeof end.health === "number"
        ? vscode.l10n.t("{0} is up, but its address returns status {1}.", name, end.health)
        : vscode.l10n.t("{0} is up, but its address doesn't respond.", name);
    case "crashed":
      return after === "push"
        ? vscode.l10n.t("{0} crashed after your push.", name)
        : vscode.l10n.t("{0} crashed after the rollback.", name);
    default: {
      const status = account.apps.find(appId)?.status ?? "";
      return vscode.l10n.t('{0} isn\'t up. Its state is "{1}".', name, status);
    }
  }
}

async function notifyTrouble(end: End, watched: Watched, started: AppRelease | undefined): Promise<void> {
  const { choice, account, after } = watched;
  const { accountId, appId } = choice;
  const text = troubleText(end, watched);
  const { sentence, fix } = await reasonInLog(choice, end, account, watched);
  // Saves that follow each other have one number.
  const nameOf = ({ number, files }: AppRelease): string => `${keyText(choice)} ${number} ${files}`;
  const hasFailed = ["crashed", "crashLoop", "notSeen"].includes(end.result);
  if (started && hasFailed) failed.add(nameOf(started));
  const before = (await releasesOf(watched)).find(
    (each) =>
      started && each.number < started.number && each.result === "complete" && !failed.has(nameOf(each)),
  );
  // After a rollback, the user picks the release.
  const release = after === "push" ? before && { release: before.number, confirm: true } : {};
  const rollBack = before && { accountId, appId, ...release };
  await notify(
    hasFailed ? "error" : "warning",
    [text, end.result === "memory" ? "" : sentence].join(" ").trim(),
    {
      ...(fix && { [fix.label]: fix.run }),
      ...(rollBack && {
        [vscode.l10n.t("Roll Back")]: () => orShowError(() => runCommand("release.rollBack", rollBack)),
      }),
      [vscode.l10n.t("Show App Log")]: () => runCommand("app.showLog", { accountId, appId }),
      [vscode.l10n.t("Keep")]: () => started && failed.delete(nameOf(started)),
    },
  );
}

/** Newest first. Never rejects. */
async function releasesOf({ choice, loadReleases, logger }: Watched): Promise<readonly AppRelease[]> {
  try {
    return await (await loadReleases()).list(choice);
  } catch (error) {
    logger.warn(`A release to roll back to: ${logText(error)}`);
    return [];
  }
}

function checksOf(state: StateMemory): Readonly<Record<string, string>> {
  return readAs(healthChecks, state.get(stateKey)) ?? {};
}

/** Another address of the app is another question. */
async function askOnce(app: AppChoice, address: string, state: StateMemory): Promise<void> {
  const key = keyText(app);
  const question = `${key} ${address}`;
  if ([address, ""].includes(checksOf(state)[key] ?? question) || asked.has(question)) return;
  asked.add(question);
  const store = (answer: string) => state.update(stateKey, { ...checksOf(state), [key]: answer });
  await notify(
    "information",
    vscode.l10n.t(
      "After each push, check that {0} responds at {1}? One request without your token is sent there.",
      ...[app.name, address],
    ),
    {
      [vscode.l10n.t("Check After Each Push")]: () => store(address),
      [vscode.l10n.t("Don't Check")]: () => store(""),
    },
  );
}
