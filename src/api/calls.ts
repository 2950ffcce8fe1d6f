// One call as the client means it: the gate of its account, the lane of its limit, the request, and what is sent
// again until it succeeds or has failed for good.
import type { Clock } from "../core/clock";
import { isServiceError } from "../core/serviceError";
import type { AuthGate } from "./authGate";
import type { CallOptions } from "./callOptions";
import type { Lane } from "./lane";
import { defaultDeadlineMs, waitBeforeRetryMs } from "./retry";
import type { Method } from "./toServiceError";
import type { HttpAnswer, HttpRequest, Transport } from "./transport";

export interface CallPlan {
  /** Makes the request; called anew each time it is sent. */
  readonly request: () => Omit<HttpRequest, "signal">;
  /** The limit that the request falls under, when it has one. */
  readonly lane?: Lane | undefined;
  /** From the lane's `takeTurn`, when the call asked for its place before it could be made. */
  readonly turn?: number | undefined;
  /** Runs when the lane is free, right before each start; when it throws, nothing is sent. */
  readonly prepare?: (() => Promise<void>) | undefined;
}

export class Calls {
  constructor(
    private readonly transport: Transport,
    private readonly gate: AuthGate,
    private readonly clock: Clock,
  ) {}

  /** Resolves with the first 2xx answer; rejects with a ServiceError, or with the reason of the caller's signal. */
  async run(plan: CallPlan, options: CallOptions): Promise<HttpAnswer> {
    const { clock, gate } = this;
    const { lane } = plan;
    const turn = plan.turn ?? lane?.takeTurn();
    let deadlineAt: number | undefined;
    let method: Method = "GET";
    const send = (): Promise<HttpAnswer> => {
      const request = plan.request();
      method = request.method;
      // Time in the queue does not count: a push of a hundred files waits longer than any deadline.
      deadlineAt ??= clock.now() + (options.deadlineMs ?? defaultDeadlineMs);
      return this.sendOnce({ ...request, signal: options.signal });
    };
    for (let retries = 0, refusals = 0; ; ) {
      options.signal?.throwIfAborted();
      gate.requireToken();
      // What waits stops with the account; what is under way is left to its own answer.
      // A signal of its own for each call: many listeners on one would look like a leak. Made when something waits.
      const waiting = () => AbortSignal.any([gate.signal, ...(options.signal ? [options.signal] : [])]);
      const prepare = async (): Promise<void> => {
        gate.requireToken();
        await plan.prepare?.();
      };
      try {
        if (!lane) return await send();
        return await lane.run({
          // Read by the lane each time: a shared request may become more urgent.
          get priority() {
            return options.priority ?? "normal";
          },
          signal: waiting(),
          turn,
          prepare,
          start: send,
        });
      } catch (error) {
        // Without a deadline nothing was sent: it is the check before the start that failed.
        if (!isServiceError(error) || deadlineAt === undefined) throw error;
        const laneWindowMs = lane?.windowMs;
        const remainingMs = deadlineAt - clock.now();
        const waitMs = waitBeforeRetryMs({ method, error, retries, refusals, laneWindowMs, remainingMs });
        if (waitMs === undefined) throw error;
        if (error.kind === "rateLimited") refusals++;
        else retries++;
        if (lane && error.kind === "rateLimited") lane.pause(waitMs);
        else await clock.sleep(waitMs, waiting());
      }
    }
  }

  private async sendOnce(request: HttpRequest): Promise<HttpAnswer> {
    const token = this.gate.requireToken();
    try {
      return await this.transport.send(request, token);
    } catch (error) {
      if (isServiceError(error, "unauthorized")) this.gate.refuse(token, error);
      throw error;
    }
  }
}
