// Lets a test's time pass only while no request is in progress, so that real HTTP and a clock of the test's own go together.
import type { FakeClock } from "./fakeClock";

/** Turns of the event loop without a request after which nothing is going on. */
const idleTurns = 25;
/** Work of the process itself that no clock knows of, such as packing an archive, goes on between two steps. */
const longestStepMs = 100;
const stepWithoutSleepersMs = 10;
const longestWaitMs = 10 * 60_000;

export class IdleTime {
  private requests = 0;

  constructor(private readonly clock: FakeClock) {}

  /** Counts the requests in progress. */
  readonly fetch: typeof globalThis.fetch = async (input, init) => {
    this.requests++;
    try {
      const response = await globalThis.fetch(input, init);
      // Read here, so that a request counts until its body has arrived.
      const body = await response.arrayBuffer();
      const isEmpty = [101, 204, 205, 304].includes(response.status);
      const whole = new Response(isEmpty ? null : body, {
        status: response.status,
        headers: response.headers,
      });
      return response.type === "opaqueredirect" ? response : whole;
    } finally {
      this.requests--;
    }
  };

  /** Waits for the promise; time passes, from sleeper to sleeper, whenever nothing but time can help. */
  async run<T>(promise: Promise<T>): Promise<T> {
    let isSettled = false;
    const settled = promise.finally(() => {
      isSettled = true;
    });
    settled.catch(() => undefined);
    const until = this.clock.now() + longestWaitMs;
    while (!isSettled && this.clock.now() < until) {
      if (!(await this.becomesIdle(() => isSettled))) continue;
      await this.clock.advance(Math.min(this.clock.nextInMs ?? stepWithoutSleepersMs, longestStepMs));
    }
    return await settled;
  }

  private async becomesIdle(isDone: () => boolean): Promise<boolean> {
    for (let turn = 0; turn < idleTurns; turn++) {
      await new Promise((resolve) => setImmediate(resolve));
      if (isDone()) return false;
      if (this.requests > 0) turn = 0;
    }
    return true;
  }
}
