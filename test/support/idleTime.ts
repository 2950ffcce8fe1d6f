// Advances a fake clock only while no request is running, so that real HTTP and fake time go together.
import type { FakeClock } from "./fakeClock";

/** Turns of the event loop without a request that mean idleness. */
const idleTurns = 25;
/** Lets unclocked work, such as packing an archive, continue between steps. */
const longestStepMs = 100;
const stepWithoutSleepersMs = 10;
const longestWaitMs = 10 * 60_000;

export class IdleTime {
  private requests = 0;

  constructor(private readonly clock: FakeClock) {}

  /** Counts running requests. */
  readonly fetch: typeof globalThis.fetch = async (input, init) => {
    this.requests++;
    try {
      const response = await globalThis.fetch(input, init);
      // A request counts until its body has arrived.
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

  /** Advances time from sleeper to sleeper whenever no request is running. */
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
