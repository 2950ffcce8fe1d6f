// One call: account gate, rate limit, request and retries.
import type { Clock } from "../core/async/clock";
import { isServiceError, type ServiceError } from "../core/errors/serviceError";
import type { AuthGate } from "./authGate";
import type { CallOptions, Exchange, HttpAnswer, HttpRequest, Priority, Route } from "./http/exchange";
import type { Method } from "./http/toServiceError";
import type { RateLimiter } from "./limits/rateLimiter";
import type { TransferSpeed } from "./transferSpeed";

interface CallPlan<T> {
  /** Called again for each retry. */
  readonly request: () => Omit<HttpRequest, "signal">;
  /** A ServiceError "badResponse" from it counts as an unreadable response, which may be retried. */
  readonly understand: (answer: HttpAnswer) => T;
  readonly limiter?: RateLimiter | undefined;
  /** Runs right before each send, with a slot of the limit taken; a throw sends nothing. */
  readonly prepare?: (() => Promise<void>) | undefined;
  /** False forbids retries, even of a GET. */
  readonly canRepeat?: (() => boolean) | undefined;
  /** The time that a body of `bytes` took is noted in `speed`. */
  readonly transfer?: { readonly speed: TransferSpeed; readonly bytes: number } | undefined;
  readonly onDidSend?: (() => void) | undefined;
}

/** The end of one request: a call with retries has several. */
export interface CallEnd {
  readonly route: Route;
  /** Undefined for a success. */
  readonly error?: ServiceError;
}

interface CallsOptions {
  readonly exchange: Exchange;
  readonly gate: AuthGate;
  readonly clock: Clock;
  /** Named in error messages. */
  readonly host: string;
  readonly onDidEnd: (end: CallEnd) => void;
}

export class Calls {
  constructor(private readonly options: CallsOptions) {}

  /** Resolves with the first readable 2xx response; rejects with a ServiceError or the signal's reason. */
  async run<T>(plan: CallPlan<T>, options: CallOptions): Promise<T> {
    const { clock, gate } = this.options;
    const { limiter } = plan;
    const { priority = "normal", deadlineMs = defaultDeadlineMs } = options;
    const ticket = limiter?.takeTicket();
    let deadlineAt: number | undefined;
    const remainingMs = (): number => (deadlineAt ?? clock.monotonicMs() + deadlineMs) - clock.monotonicMs();
    for (let retries = 0, refusals = 0; ; ) {
      options.signal?.throwIfAborted();
      gate.requireToken();
      let sent: HttpRequest | undefined;
      const send = (onAnswering?: () => void): Promise<HttpAnswer> => {
        const request = { ...plan.request(), signal: options.signal, onAnswering };
        sent = request;
        // Time in the queue does not count: a push of a hundred files waits longer than any deadline.
        deadlineAt ??= clock.monotonicMs() + deadlineMs;
        return this.sendOnce(request, plan);
      };
      // A 401 stops queued requests and leaves sent ones alone. Each call has its own signal: Node warns of a
      // leak when one signal has many listeners.
      const waiting = () => AbortSignal.any([gate.signal, ...(options.signal ? [options.signal] : [])]);
      const prepare = async (): Promise<void> => {
        gate.requireToken();
        await plan.prepare?.();
      };
      try {
        if (!limiter) return plan.understand(await send());
        const answer = await limiter.run({
          priority,
          signal: waiting(),
          ticket,
          prepare,
          start: send,
          longestPauseMs: remainingMs(),
        });
        return plan.understand(answer);
      } catch (error) {
        // Nothing was sent: `prepare` failed, or the pause is too long.
        if (!isServiceError(error) || sent === undefined) throw error;
        this.noteFailure(error, sent);
        const failure = {
          method: sent.method,
          error,
          priority,
          retries,
          refusals,
          limitPeriodMs: limiter?.periodMs,
          remainingMs: remainingMs(),
        };
        // The pause is for all calls, also when this one does not wait so long.
        if (error.kind === "rateLimited") limiter?.pause(pauseAfterRefusalMs(failure));
        const waitMs = waitBeforeRetryMs(failure);
        if (waitMs === undefined || plan.canRepeat?.() === false) throw error;
        if (error.kind === "rateLimited") refusals++;
        else retries++;
        // After a 429 the pause of the limiter is the wait.
        if (!limiter || error.kind !== "rateLimited") await clock.sleep(waitMs, waiting());
      }
    }
  }

  private async sendOnce(request: HttpRequest, plan: CallPlan<unknown>): Promise<HttpAnswer> {
    const { clock, exchange, gate, onDidEnd } = this.options;
    const token = gate.requireToken();
    const startedAt = clock.monotonicMs();
    const { transfer } = plan;
    const tookMs = (): number => clock.monotonicMs() - startedAt;
    try {
      const sending = exchange.send(request, token);
      plan.onDidSend?.();
      const answer = await sending;
      transfer?.speed.note(transfer.bytes, tookMs());
      onDidEnd({ route: request.route });
      return answer;
    } catch (error) {
      if (isServiceError(error, "unauthorized")) gate.refuse(token, error);
      if (isServiceError(error, "timeout")) transfer?.speed.noteTooSlow(transfer.bytes, tookMs());
      throw error;
    }
  }

  private noteFailure(error: ServiceError, { method, route }: HttpRequest): void {
    const { host, onDidEnd } = this.options;
    error.request = { host, isRead: method === "GET", permission: route.permission };
    onDidEnd({ route, error });
  }
}

const defaultDeadlineMs = 90_000;

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
  readonly limitPeriodMs?: number | undefined;
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

/** Pause of the whole limit after a 429: Retry-After, else the limit's period, doubled with each. */
function pauseAfterRefusalMs({ error, refusals, limitPeriodMs }: RequestFailure): number {
  if (error.retryAfterMs !== undefined) return Math.max(shortestRetryAfterMs, error.retryAfterMs);
  if (limitPeriodMs !== undefined) {
    return Math.min(limitPeriodMs * 2 ** refusals, Math.max(limitPeriodMs, longestGrownWaitMs));
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
