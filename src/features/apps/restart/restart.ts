// A restart is done when two looks show one newer run of the app, not when the service has answered.
import type { Account } from "../../../accounts/accounts";
import type { Clock } from "../../../core/async/clock";
import { isRefusal, isServiceError, lookAfterChange } from "../../../core/errors/serviceError";
import { isAnotherRun } from "../../../core/metrics/networkRate";
import { saysEnded, saysFailed } from "../../../core/model/appStatus";
import type { App, Metrics } from "../../../core/model/model";

export type RestartOutcome =
  | { readonly result: "restarted"; readonly seconds: number }
  /** It started and went down again. */
  | { readonly result: "crashed" }
  /** It started and ended by itself. */
  | { readonly result: "ended"; readonly status: string }
  /** It is not down, but no newer start showed, or the service does not say when apps start. */
  | { readonly result: "unproved"; readonly saysStart: boolean }
  /** It did not come back within the limit. */
  | { readonly result: "notSeen"; readonly status: string };

const limitMs = 60_000;
/** Where no start is said, an app that is not seen down within this may have restarted or not. */
const unprovableMs = 10_000;
const firstCheckMs = 500;
const mostLooksBefore = 3;
const longestPauseMs = 4_000;
const looksAtCrash = 2;

/** Restarts and watches (docs/interface.md#restart-an-app). Rejects with a ServiceError. */
export async function restartApp(
  account: Account,
  appId: string,
  clock: Clock,
  signal: AbortSignal,
): Promise<RestartOutcome> {
  const before = await lookBefore(account, appId, clock, signal);
  const beganAt = clock.monotonicMs();
  let app = await restartOnce(account, before, clock, signal);
  let wasDown = false;
  let crashes = 0;
  let saysStart = startOf(before) !== undefined;
  let pauseMs = firstCheckMs;
  /** Of the last look, where that showed the app up again. */
  let upIn: Metrics | undefined;
  let hasBegun = false;
  for (;;) {
    const { metrics } = app;
    const isUp = isUpAgain(before, app, wasDown || upIn !== undefined);
    // Seen twice in one run: an app that crashes at once is up for a moment.
    if (isUp && metrics && upIn && !isAnotherRun(upIn, metrics)) break;
    const isDown = saysDown(app);
    // The first may be of the stop.
    if (hasCrashed(before, app, hasBegun) || (isUp && upIn)) crashes++;
    else if (!hasBegun) crashes = 0;
    if (crashes === looksAtCrash) {
      account.apps.announceRestart(appId, true);
      return saysEnded(app) && !saysFailed(app)
        ? { result: "ended", status: app.status }
        : { result: "crashed" };
    }
    hasBegun ||= isUp && isNewRun(before, metrics, wasDown);
    if (isDown) wasDown = wasUp(before);
    // A response without metrics decides nothing.
    if (metrics) upIn = isUp ? metrics : undefined;
    saysStart ||= startOf(app) !== undefined;
    const passedMs = clock.monotonicMs() - beganAt;
    const isProvable = saysStart || isDown || wasDown;
    // One that was just seen up is looked at once more.
    if (passedMs > (isProvable ? limitMs : unprovableMs) && !isUp) {
      if (!isDown && !wasDown) return { result: "unproved", saysStart };
      account.apps.announceRestart(appId, true);
      return { result: "notSeen", status: app.status };
    }
    await clock.sleep(pauseMs, signal);
    pauseMs = Math.min(pauseMs * 2, longestPauseMs);
    app = await lookAfterChange(account.apps.refreshApp(appId, signal));
  }
  return { result: "restarted", seconds: (clock.monotonicMs() - beganAt) / 1000 };
}

/** The app with what its metrics are compared with; looked at again where an app that runs came without any. */
async function lookBefore(account: Account, appId: string, clock: Clock, signal: AbortSignal): Promise<App> {
  for (let look = 1; ; look++) {
    const app = await account.apps.refreshApp(appId, signal);
    if (app.metrics || !wasUp(app) || look === mostLooksBefore) return app;
    await clock.sleep(firstCheckMs, signal);
  }
}

function wasUp({ metrics, status }: App): boolean {
  return metrics ? metrics.online === true : status === "active";
}

function saysDown(app: App): boolean {
  return app.metrics?.online === false || saysFailed(app);
}

/** A newer start proves it; where the service says none, so does an app that was seen down. */
function isUpAgain(before: App, { metrics }: App, wasDown: boolean): boolean {
  if (metrics?.online !== true) return false;
  const startedBefore = before.metrics?.startedAt;
  if (metrics.startedAt !== undefined && startedBefore !== undefined)
    return metrics.startedAt > startedBefore;
  return isNewRun(before, metrics, wasDown);
}

/** More than the moment that some services' starts are off by. */
function isNewRun(before: App, metrics: Metrics | undefined, wasDown: boolean): boolean {
  if (wasDown || !wasUp(before)) return true;
  return before.metrics !== undefined && metrics !== undefined && isAnotherRun(before.metrics, metrics);
}

/** It went down after it had begun, or has failed or ended, and not as it had before. */
function hasCrashed(before: App, app: App, hasBegun: boolean): boolean {
  const started = app.metrics?.startedAt ?? 0;
  const isNewer = started > (before.metrics?.startedAt ?? started);
  if (saysFailed(app) && !saysFailed(before)) return true;
  if (saysFailed(app) || saysEnded(app)) return hasBegun || isNewer;
  return hasBegun && saysDown(app);
}

function startOf({ metrics }: App): number | undefined {
  return metrics?.startedAt ?? metrics?.uptimeSeconds;
}

/**
 * A restart whose answer was lost is not sent again: the looking that follows shows whether it happened. One that was
 * refused is believed to have failed only where the app goes on as before.
 */
async function restartOnce(account: Account, before: App, clock: Clock, signal: AbortSignal): Promise<App> {
  const { id } = before;
  account.apps.announceRestart(id);
  const look = () => lookAfterChange(account.apps.refreshApp(id, signal));
  try {
    const app = await account.client.restartApp(id, { signal });
    account.apps.put(app);
    return app;
  } catch (error) {
    if (isServiceError(error) && error.outcomeUnknown) return await look();
    if (!isRefusal(error)) throw error;
    await clock.sleep(firstCheckMs, signal);
    const app = await look();
    if (isUpAgain(before, app, false) || (wasUp(before) && saysDown(app))) return app;
    throw error;
  }
}
