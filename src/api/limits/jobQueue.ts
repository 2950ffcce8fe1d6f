// Requests that wait for their limit, the most urgent first, until they start or their caller cancels.
import { onAbort } from "../../core/async/onAbort";
import { type Priority, priorities } from "../callOptions";

export interface LimitedJob<T> {
  readonly priority: Priority;
  /** Aborting removes the waiting job and rejects it with the signal's reason; once started it is the job's own. */
  readonly signal?: AbortSignal | undefined;
  /** From `RateLimiter.takeTurn`: a job that is run again keeps its place among those of its priority. */
  readonly ticket?: number | undefined;
  /** Runs with the slot taken, right before the start; when it throws, nothing starts and the slot is given back. */
  readonly prepare?: (() => Promise<void>) | undefined;
  /** `answered` may be called before it settles, once the service has let the request through. */
  readonly start: (answered: () => void) => Promise<T>;
  /** How long `start` may take, in milliseconds; a minute when absent. */
  readonly longestMs?: number | undefined;
  /** A longer pause that the service asks for ends the waiting job with a ServiceError "rateLimited". */
  readonly longestPauseMs?: number | undefined;
}

/** A job that has not started. */
export interface WaitingJob {
  readonly job: LimitedJob<unknown>;
  readonly ticket: number;
  /** Monotonic. */
  readonly since: number;
  /** `ended` is called with true when it is answered, then perhaps again when it settles; false when it is given up. */
  readonly start: (ended: (isAnswered: boolean) => void) => void;
  readonly reject: (reason: unknown) => void;
}

export class JobQueue {
  private waiting: WaitingJob[] = [];
  private tickets = 0;

  /** `onDidLeave`: somebody who waited has left. */
  constructor(private readonly onDidLeave: () => void) {}

  get length(): number {
    return this.waiting.length;
  }

  /** Jobs that wait, the first to start first. */
  get inOrder(): readonly WaitingJob[] {
    return this.waiting;
  }

  takeTicket(): number {
    return this.tickets++;
  }

  /** Settles as the job does, once it was started. `now` is the clock's monotonic time. */
  add<T>(job: LimitedJob<T>, now: number): Promise<T> {
    return new Promise((resolve, reject) => {
      const { signal } = job;
      if (signal?.aborted) return reject(signal.reason);
      const leave = (): void => {
        if (!this.remove(waiting)) return;
        reject(signal?.reason);
        this.onDidLeave();
      };
      const stay = onAbort(signal, leave);
      const waiting: WaitingJob = {
        job,
        ticket: job.ticket ?? this.takeTicket(),
        since: now,
        start: (ended) => {
          stay();
          startSafely(() => job.start(() => ended(true))).then(
            (result) => {
              ended(true);
              resolve(result);
            },
            (error: unknown) => {
              ended(false);
              reject(error);
            },
          );
        },
        reject: (reason) => {
          stay();
          reject(reason);
        },
      };
      this.putBack(waiting);
    });
  }

  /** To its place in the order. */
  putBack(waiting: WaitingJob): void {
    const at = this.waiting.findIndex((other) => goesBefore(waiting, other));
    this.waiting.splice(at < 0 ? this.waiting.length : at, 0, waiting);
  }

  /** False when it has left. */
  remove(waiting: WaitingJob): boolean {
    const at = this.waiting.indexOf(waiting);
    if (at >= 0) this.waiting.splice(at, 1);
    return at >= 0;
  }
}

/** A throw becomes a rejection, so that it reaches the caller instead of stopping the queue. */
export async function startSafely<T>(start: () => Promise<T>): Promise<T> {
  return start();
}

function goesBefore(a: WaitingJob, b: WaitingJob): boolean {
  const difference = priorities.indexOf(a.job.priority) - priorities.indexOf(b.job.priority);
  return difference < 0 || (difference === 0 && a.ticket < b.ticket);
}
