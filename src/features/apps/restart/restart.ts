// A restart is done when the service reports a newer start of the app, not when it has answered.
import type { Account } from "../../../accounts/accounts";
import type { Clock } from "../../../core/async/clock";
import { isRefusal, isServiceError, lookAfterChange } from "../../../core/errors/serviceError";
import { isAnotherRun } from "../../../core/metrics/networkRate";
import { saysFailed } from "../../../core/model/appStatus";
import type { App } from "../../../core/model/model";

export type RestartOutcome =
  | { readonly result: "restarted"; readonly seconds: number }
  /** It started and went down again. */
  | { readonly result: "crashed" }
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
  while (!isUpAgain(before, app, wasDown)) {
    const isDown = saysDown(app);
    if (isDown) wasDown = wasUp(before);
    // The first may be of the stop.
    crashes = hasCrashed(before, app) ? crashes + 1 : 0;
    if (crashes === looksAtCrash) return { result: "crashed" };
    // A response without metrics decides nothing.
    saysStart ||= startOf(app) !== undefined;
    const passedMs = clock.monotonicMs() - beganAt;
    const isProvable = saysStart || isDown || wasDown;
    if (passedMs > (isProvable ? limitMs : unprovableMs))
      return isDown || wasDown
        ? { result: "notSeen", status: app.status }
        : { result: "unproved", saysStart };
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
  if (wasDown || !wasUp(before)) return true;
  return before.metrics !== undefined && isAnotherRun(before.metrics, metrics);
}

/** It has failed, and not as it had before. */
function hasCrashed(before: App, app: App): boolean {
  const started = app.metrics?.startedAt ?? 0;
  return saysFailed(app) && (!saysFailed(before) || started > (before.metrics?.startedAt ?? started));
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
