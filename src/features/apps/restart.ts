// A restart is done when the service reports a newer start of the app, not when it has answered.
import type { Account } from "../../accounts/accounts";
import type { Clock } from "../../core/async/clock";
import { isServiceError } from "../../core/errors/serviceError";
import type { App } from "../../core/model/model";

export type RestartOutcome =
  | { readonly result: "restarted"; readonly seconds: number }
  /** Nothing showed within the limit that it is up again. */
  | { readonly result: "notSeen"; readonly status: string };

const limitMs = 60_000;
const firstCheckMs = 500;
const longestPauseMs = 4_000;

/** Restarts and watches (interface.md POST /v1/apps/{appId}/restart). Rejects with a ServiceError. */
export async function restartApp(
  account: Account,
  appId: string,
  clock: Clock,
  signal: AbortSignal,
): Promise<RestartOutcome> {
  const before = await account.apps.refreshApp(appId, signal);
  const startedAtBefore = before.metrics?.startedAt ?? 0;
  const beganAt = clock.monotonicMs();
  const isRestarted = ({ metrics }: App) =>
    metrics?.online === true && (metrics.startedAt ?? 0) > startedAtBefore;
  let app = await restartOnce(account, appId, signal);
  let pauseMs = firstCheckMs;
  while (!isRestarted(app)) {
    if (clock.monotonicMs() - beganAt > limitMs) return { result: "notSeen", status: app.status };
    await clock.sleep(pauseMs, signal);
    pauseMs = Math.min(pauseMs * 2, longestPauseMs);
    app = await account.apps.refreshApp(appId, signal);
  }
  return { result: "restarted", seconds: (clock.monotonicMs() - beganAt) / 1000 };
}

/** A restart whose answer was lost is not sent again: the looking that follows shows whether it happened. */
async function restartOnce(account: Account, appId: string, signal: AbortSignal): Promise<App> {
  account.apps.announceRestart(appId);
  try {
    const app = await account.client.restartApp(appId, { signal });
    account.apps.put(app);
    return app;
  } catch (error) {
    if (isServiceError(error) && error.outcomeUnknown) return await account.apps.refreshApp(appId, signal);
    throw error;
  }
}
