// A restart is done when two reads show one newer run of the app, not when the service has responded.
import type { Account } from "../../../accounts/accounts";
import type { CallOptions } from "../../../api/http/exchange";
import type { Clock } from "../../../core/async/clock";
import { isRefusal, isServiceError, lookAfterChange } from "../../../core/errors/serviceError";
import { type Landing, LandingJudge } from "../../../core/metrics/landing";
import { isAnotherRun } from "../../../core/metrics/networkRate";
import { endOf, saysDown, saysEnded, saysFailed, saysInstalling } from "../../../core/model/appStatus";
import type { App, Metrics } from "../../../core/model/model";

export type RestartOutcome =
  | { readonly result: "restarted"; readonly seconds: number }
  /** Started and went down again. */
  | { readonly result: "crashed" }
  /** Not up: its program ended, it may have been stopped on purpose, or it is still starting. */
  | { readonly result: Exclude<ReturnType<typeof endOf>, "crashed">; readonly status: string }
  /** Not down, but no newer start was seen (`saysStart`), or the service does not report when apps start. */
  | { readonly result: "unproved"; readonly saysStart: boolean }
  /** Not up 60 s after the restart, or after the last read that showed packages being installed. */
  | { readonly result: "notSeen"; readonly status: string };

const limitMs = 60_000;
/** While packages are being installed, each read starts `limitMs` again, for up to this long. */
const installLimitMs = 10 * 60_000;
/** Without reported starts, an app that is not seen down within this time may or may not have restarted. */
const unprovableMs = 10_000;
const firstCheckMs = 500;
const mostLooksBefore = 3;
const longestPauseMs = 4_000;
const looksAtCrash = 2;

/** Requests that may still be sent; any number when absent. */
export class RequestBudget {
  /** Its restart was announced. */
  hasAnnounced = false;

  constructor(
    readonly signal: AbortSignal,
    public left = Number.POSITIVE_INFINITY,
  ) {}

  /** One that fails is repeated up to twice, while there is enough left. */
  get call(): CallOptions {
    const deadlineMs = this.left >= 3 ? 3_000 : 0;
    return { ...this.patientCall, ...(Number.isFinite(this.left) && { deadlineMs }) };
  }

  /** Outlasts a 429, for requests without which nothing is restarted. */
  get patientCall(): CallOptions {
    const onDidSend = (): void => {
      this.left--;
    };
    return { signal: this.signal, onDidSend };
  }
}

/**
 * Restarts and polls until the outcome is known (docs/interface.md#restart-an-app), less often with a budget. Rejects
 * with a ServiceError.
 */
export async function restartApp(
  account: Account,
  appId: string,
  clock: Clock,
  budget: RequestBudget,
): Promise<RestartOutcome> {
  const { signal } = budget;
  const isLimited = Number.isFinite(budget.left);
  const before = await lookBefore(account, appId, clock, budget);
  const beganAt = clock.monotonicMs();
  let app = await restartOnce(account, before, clock, budget);
  const respondedAt = clock.monotonicMs();
  let waitsSince = respondedAt;
  let wasDown = false;
  let crashes = 0;
  let saysStart = startOf(before) !== undefined;
  let pauseMs = isLimited ? firstCheckMs * 2 : firstCheckMs;
  /** Metrics of the last read, if it showed the app up again. */
  let upIn: Metrics | undefined;
  let hasBegun = false;
  for (;;) {
    const { metrics } = app;
    const isUp = isUpAgain(before, app, wasDown || upIn !== undefined);
    // Seen twice in one run: an app that crashes at once is up for a moment.
    if (isUp && metrics && upIn && !isAnotherRun(upIn, metrics)) break;
    const isDown = saysDown(app);
    // The first read may show the stop.
    if (hasCrashed(before, app, hasBegun) || (isUp && upIn)) crashes++;
    else if (!hasBegun) crashes = 0;
    if (crashes === looksAtCrash) {
      account.apps.announceRestart(appId, "down");
      const result = isUp ? "crashed" : endOf(app);
      return result === "crashed" ? { result } : { result, status: app.status };
    }
    hasBegun ||= isUp && isNewRun(before, metrics, wasDown);
    if (isDown) wasDown = wasUp(before);
    if (metrics) upIn = isUp ? metrics : undefined;
    saysStart ||= startOf(app) !== undefined;
    const isInstalling = saysInstalling(app);
    const passedMs = clock.monotonicMs() - respondedAt;
    if (isInstalling && passedMs < installLimitMs) waitsSince = clock.monotonicMs();
    const mostMs = saysStart || isDown || wasDown ? limitMs : unprovableMs;
    // An app that was just seen up is read once more.
    if ((clock.monotonicMs() - waitsSince > mostMs && !isUp) || budget.left <= 0) {
      if (isInstalling) return { result: "starting", status: app.status };
      if (isUp || (!isDown && !wasDown)) return { result: "unproved", saysStart };
      account.apps.announceRestart(appId, "down");
      return { result: "notSeen", status: app.status };
    }
    const isPatient = isInstalling && (isLimited || passedMs > limitMs);
    const mostPauseMs = longestPauseMs * (isLimited ? 3 : 1) * (isPatient ? 4 : 1);
    let next: App | undefined;
    while (!next) {
      await clock.sleep(Math.min(pauseMs, mostPauseMs), signal);
      pauseMs *= 2;
      next = await lookAfterChange(account.apps.refreshApp(appId, budget.call)).catch((error: unknown) => {
        const isLate = clock.monotonicMs() - waitsSince > limitMs || budget.left <= 0;
        if (isLate || signal.aborted || !mayPass(error)) throw error;
        return undefined;
      });
    }
    app = next;
  }
  return { result: "restarted", seconds: (clock.monotonicMs() - beganAt) / 1000 };
}

/**
 * The app before the restart, read again when a running app came without metrics, with which later reads are compared.
 */
async function lookBefore(
  account: Account,
  appId: string,
  clock: Clock,
  budget: RequestBudget,
): Promise<App> {
  for (let look = 1; ; look++) {
    const app = await account.apps.refreshApp(appId, budget.patientCall);
    if (app.metrics || !wasUp(app) || look === mostLooksBefore) return app;
    await clock.sleep(firstCheckMs, budget.signal);
  }
}

function wasUp({ metrics, status }: App): boolean {
  return metrics ? metrics.online === true : status === "active";
}

/** A newer start proves a restart; without reported starts, so does an app that was seen down. */
function isUpAgain(before: App, { metrics }: App, wasDown: boolean): boolean {
  if (metrics?.online !== true) return false;
  const startedBefore = before.metrics?.startedAt;
  if (metrics.startedAt !== undefined && startedBefore !== undefined)
    return metrics.startedAt > startedBefore;
  return isNewRun(before, metrics, wasDown);
}

/** Another run, not just a start that a service reports with a small error. */
function isNewRun(before: App, metrics: Metrics | undefined, wasDown: boolean): boolean {
  if (wasDown || !wasUp(before)) return true;
  return before.metrics !== undefined && metrics !== undefined && isAnotherRun(before.metrics, metrics);
}

/** True when the app went down after its new run began, or failed or ended unlike before. */
function hasCrashed(before: App, app: App, hasBegun: boolean): boolean {
  const started = app.metrics?.startedAt ?? 0;
  const isNewer = started > (before.metrics?.startedAt ?? started);
  if (saysFailed(app) && !saysFailed(before)) return true;
  if (saysFailed(app) || saysEnded(app)) return hasBegun || isNewer;
  return hasBegun && saysDown(app) && endOf(app) !== "starting";
}

function startOf({ metrics }: App): number | undefined {
  return metrics?.startedAt ?? metrics?.uptimeSeconds;
}

/**
 * A restart without a response is not sent again: later reads show whether it happened. A refused restart counts as
 * failed only if the app goes on as before.
 */
async function restartOnce(account: Account, before: App, clock: Clock, budget: RequestBudget): Promise<App> {
  const { id } = before;
  account.apps.announceRestart(id);
  budget.hasAnnounced = true;
  const look = () => lookAfterChange(account.apps.refreshApp(id, budget.call));
  try {
    const app = await account.client.restartApp(id, budget.patientCall);
    account.apps.put(app);
    return app;
  } catch (error) {
    if (isServiceError(error) && error.outcomeUnknown) return await look();
    if (!isRefusal(error)) throw error;
    await clock.sleep(firstCheckMs, budget.signal);
    const app = await look();
    if (isUpAgain(before, app, false) || (wasUp(before) && saysDown(app))) return app;
    throw error;
  }
}

/** Another read may succeed, unless the app or the sign-in is gone. */
function mayPass(error: unknown): boolean {
  return isServiceError(error, "network", "timeout", "server", "badResponse", "rateLimited");
}

/** Watches an app whose restart was just proved (`since`). Rejects with the signal's reason. */
export async function watchLanding(
  account: Account,
  since: App,
  clock: Clock,
  budget: RequestBudget,
): Promise<Landing> {
  const judge = new LandingJudge(since, clock.monotonicMs());
  while (budget.left > 0) {
    await clock.sleep(judge.pauseMs(budget.left), budget.signal);
    try {
      const app = await account.apps.refreshApp(since.id, budget.call);
      const landing = judge.judge(app, clock.monotonicMs());
      if (landing) return landing;
    } catch (error) {
      budget.signal.throwIfAborted();
      if (!mayPass(error)) return "unknown";
    }
  }
  return judge.end();
}
