// One call as the client means it: the gate of its account, the limit that it falls under, the request, and what is
// sent again until it succeeds or has failed for good.
import type { Clock } from "../core/async/clock";
import { isServiceError, type ServiceError } from "../core/errors/serviceError";
import type { AuthGate } from "./authGate";
import type { CallOptions, Exchange, HttpAnswer, HttpRequest, Route } from "./http/exchange";
import type { RateLimiter } from "./limits/rateLimiter";
import { defaultDeadlineMs, pauseAfterRefusalMs, waitBeforeRetryMs } from "./retry";
import type { TransferSpeed } from "./transferSpeed";

interface CallPlan<T> {
  /** Makes the request; called again each time it is sent. */
  readonly request: () => Omit<HttpRequest, "signal">;
  /** Reads the answer; a ServiceError "badResponse" counts as an answer that cannot be read. */
  readonly understand: (answer: HttpAnswer) => T;
  /** The limit that the request falls under, when it has one. */
  readonly limiter?: RateLimiter | undefined;
  /** Runs with the limit's slot taken, right before each start; when it throws, nothing is sent. */
  readonly prepare?: (() => Promise<void>) | undefined;
  /** False once it must not be sent again, although a GET of its kind may be. */
  readonly canRepeat?: (() => boolean) | undefined;
  /** Learns how fast the line is, from a body of `bytes`. */
  readonly transfer?: { readonly speed: TransferSpeed; readonly bytes: number } | undefined;
  /** Runs each time the request is on its way. */
  readonly onDidSend?: (() => void) | undefined;
}

/** What became of a request, each time that it was sent. */
export interface CallEnd {
  readonly route: Route;
  /** Undefined where the service has done it. */
  readonly error?: ServiceError;
}

interface CallsOptions {
  readonly exchange: Exchange;
  readonly gate: AuthGate;
  readonly clock: Clock;
  /** The service's, for sentences about failures. */
  readonly host: string;
  readonly onDidEnd: (end: CallEnd) => void;
}

export class Calls {
  constructor(private readonly options: CallsOptions) {}

  /** Resolves with the first 2xx answer that can be understood; rejects with a ServiceError, or with the reason of the caller's signal. */
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
      // What waits stops with the account; what is under way is left to its own answer.
      // A signal of its own for each call: many listeners on one would look like a leak. Made when something waits.
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
        // Nothing was sent: it is the check before the start that failed, or a pause that is too long.
        if (!isServiceError(error) || sent === undefined) throw error;
        this.describe(error, sent);
        const failure = {
          method: sent.method,
          error,
          priority,
          retries,
          refusals,
          limitWindowMs: limiter?.windowMs,
          remainingMs: remainingMs(),
        };
        // For everybody, also when this call does not wait so long.
        if (error.kind === "rateLimited") limiter?.pause(pauseAfterRefusalMs(failure));
        const waitMs = waitBeforeRetryMs(failure);
        if (waitMs === undefined || plan.canRepeat?.() === false) throw error;
        if (error.kind === "rateLimited") refusals++;
        else retries++;
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

  private describe(error: ServiceError, { method, route }: HttpRequest): void {
    const { host, onDidEnd } = this.options;
    error.request = { host, isRead: method === "GET", permission: route.permission };
    onDidEnd({ route, error });
  }
}
