// Whether and when a failed request is sent again. Pure; calls.ts waits.
import type { ServiceError } from "../core/errors/serviceError";
import type { Priority } from "./http/exchange";
import type { Method } from "./http/toServiceError";

export const defaultDeadlineMs = 90_000;

const readBackoffMs = [500, 2_000] as const;
const unreadableBackoffMs = [300, 1_000] as const;
const limitBackoffMs = [3_000, 6_000, 12_000] as const;
const shortestRetryAfterMs = 1_000;
const longestGrownWaitMs = 12_000;

export interface RequestFailure {
  readonly method: Method;
  readonly error: ServiceError;
  readonly priority: Priority;
  /** Of this call, 429s excluded. */
  readonly retries: number;
  /** Earlier 429s of this call. */
  readonly refusals: number;
  readonly limitWindowMs?: number | undefined;
  readonly remainingMs: number;
}

/**
 * Undefined when the call has failed. A 429 was not carried out, so any method is repeated; other failures
 * only of a GET.
 */
export function waitBeforeRetryMs(failure: RequestFailure): number | undefined {
  const waitMs =
    failure.error.kind === "rateLimited" ? pauseAfterRefusalMs(failure) : afterBreakdown(failure);
  return waitMs !== undefined && waitMs < failure.remainingMs ? waitMs : undefined;
}

/** Pause of the whole limit after a 429: Retry-After, else the limit's own window. */
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
    // Cut off, an HTML page or a redirect: the next response may be the service's own.
    case "badResponse":
      return unreadableBackoffMs[retries];
    case "timeout":
      // A person has waited a whole time limit already.
      if (priority === "interactive") return undefined;
      break;
    case "network":
      // A proxy locks accounts after repeated wrong passwords.
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
