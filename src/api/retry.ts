// When a failed request is sent again, and after how long: pure policy, the waiting is done by calls.ts.
import type { ServiceError } from "../core/serviceError";
import type { Method } from "./toServiceError";

/** How long a call waits out 429s when nobody says otherwise. */
export const defaultDeadlineMs = 90_000;

const readBackoffMs = [500, 2_000] as const;
const limitBackoffMs = [3_000, 6_000, 12_000] as const;
const shortestRetryAfterMs = 1_000;
const longestGrownWaitMs = 12_000;

/** A request that failed, and what came before it in the same call. */
export interface Failure {
  readonly method: Method;
  readonly error: ServiceError;
  /** Retries of this call so far that were not for a 429. */
  readonly retries: number;
  /** 429s of this call before this one. */
  readonly refusals: number;
  /** The time in which the call's lane frees a start, when it has a lane. */
  readonly laneWindowMs?: number | undefined;
  /** Time left until the call's deadline. */
  readonly remainingMs: number;
}

/**
 * Milliseconds to wait before the request is sent again, or undefined when the call has failed. A 429 was not
 * carried out, so any method is repeated; everything else only when it is a GET.
 */
export function waitBeforeRetryMs(failure: Failure): number | undefined {
  const waitMs = failure.error.kind === "rateLimited" ? afterLimit(failure) : afterBreakdown(failure);
  return waitMs !== undefined && waitMs < failure.remainingMs ? waitMs : undefined;
}

function afterLimit({ error, refusals, laneWindowMs }: Failure): number {
  if (error.retryAfterMs !== undefined) return Math.max(shortestRetryAfterMs, error.retryAfterMs);
  if (laneWindowMs !== undefined) {
    return Math.min(laneWindowMs * 2 ** refusals, Math.max(laneWindowMs, longestGrownWaitMs));
  }
  return limitBackoffMs[refusals] ?? longestGrownWaitMs;
}

function afterBreakdown({ method, error, retries }: Failure): number | undefined {
  const passing = error.kind === "network" || error.kind === "timeout" || error.kind === "server";
  const backoffMs = readBackoffMs[retries];
  if (method !== "GET" || !passing || backoffMs === undefined) return undefined;
  return Math.max(backoffMs, error.retryAfterMs ?? 0);
}
