// When a failed request is sent again, and after how long: pure policy, the waiting is done by calls.ts.
import type { ServiceError } from "../core/errors/serviceError";
import type { Priority } from "./http/exchange";
import type { Method } from "./http/toServiceError";

/** How long a call waits out 429s when nobody says otherwise. */
export const defaultDeadlineMs = 90_000;

const readBackoffMs = [500, 2_000] as const;
const unreadableBackoffMs = [300, 1_000] as const;
const limitBackoffMs = [3_000, 6_000, 12_000] as const;
const shortestRetryAfterMs = 1_000;
const longestGrownWaitMs = 12_000;

/** A request that failed, and what came before it in the same call. */
export interface RequestFailure {
  readonly method: Method;
  readonly error: ServiceError;
  readonly priority: Priority;
  /** Retries of this call so far that were not for a 429. */
  readonly retries: number;
  /** 429s of this call before this one. */
  readonly refusals: number;
  /** The time in which the call's limit frees a slot, when it falls under one. */
  readonly limitWindowMs?: number | undefined;
  /** Time left until the call's deadline. */
  readonly remainingMs: number;
}

/**
 * Milliseconds to wait before the request is sent again, or undefined when the call has failed. A 429 was not
 * carried out, so any method is repeated; everything else only when it is a GET.
 */
export function waitBeforeRetryMs(failure: RequestFailure): number | undefined {
  const waitMs =
    failure.error.kind === "rateLimited" ? pauseAfterRefusalMs(failure) : afterBreakdown(failure);
  return waitMs !== undefined && waitMs < failure.remainingMs ? waitMs : undefined;
}

/** Milliseconds for which nothing of the kind should be sent after a 429: as the service asks, else as the limit has it. */
export function pauseAfterRefusalMs({ error, refusals, limitWindowMs }: RequestFailure): number {
  if (error.retryAfterMs !== undefined) return Math.max(shortestRetryAfterMs, error.retryAfterMs);
  if (limitWindowMs !== undefined) {
    return Math.min(limitWindowMs * 2 ** refusals, Math.max(limitWindowMs, longestGrownWaitMs));
  }
  return limitBackoffMs[refusals] ?? longestGrownWaitMs;
}

function afterBreakdown({ method, error, priority, retries }: RequestFailure): number | undefined {
  if (method !== "GET") return undefined;
  switch (error.kind) {
    // Cut off, a web page, or a redirect: the next answer may be the service's own.
    case "badResponse":
      return unreadableBackoffMs[retries];
    case "timeout":
      // A person has waited long enough for a service that hangs.
      if (priority === "interactive") return undefined;
      break;
    case "network":
      // A proxy locks out a user whose wrong password comes again.
      if (error.problem === "proxyPassword") return undefined;
      break;
    case "server":
      break;
    default:
      return undefined;
  }
  const backoffMs = readBackoffMs[retries];
  return backoffMs === undefined ? undefined : Math.max(backoffMs, error.retryAfterMs ?? 0);
}
