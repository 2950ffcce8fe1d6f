// Lets a test's time pass only while no request is under way, so that real HTTP and a clock of the test's own go together.
import type { FakeClock } from "./fakeClock";

/** Turns of the event loop without a request after which nothing is going on. */
const idleTurns = 25;
const longestWaitMs = 10 * 60_000;

export class IdleTime {
  private underWay = 0;

  constructor(private readonly clock: FakeClock) {}

  /** Counts what is under way, so that time stands still meanwhile. */
  readonly fetch: typeof globalThis.fetch = async (input, init) => {
    this.underWay++;
    try {
      const response = await globalThis.fetch(input, init);
      // Read here, so that a body still on its way counts as under way.
      const body = await response.arrayBuffer();
      const isEmpty = [101, 204, 205, 304].includes(response.status);
      const whole = new Response(isEmpty ? null : body, {
        status: response.status,
        headers: response.headers,
      });
      return response.type === "opaqueredirect" ? response : whole;
    } finally {
      this.underWay--;
    }
  };

  /** Waits for the promise, letting time pass whenever everybody only waits. */
  async run<T>(promise: Promise<T>): Promise<T> {
    let isSettled = false;
    const settled = promise.finally(() => {
      isSettled = true;
    });
    settled.catch(() => undefined);
    const until = this.clock.now() + longestWaitMs;
    while (!isSettled && this.clock.now() < until) {
      if (await this.becomesIdle(() => isSettled)) await this.clock.advance(10);
    }
    return await settled;
  }

  private async becomesIdle(isDone: () => boolean): Promise<boolean> {
    for (let turn = 0; turn < idleTurns; turn++) {
      await new Promise((resolve) => setImmediate(resolve));
      if (isDone()) return false;
      if (this.underWay > 0) turn = 0;
    }
    return true;
  }
}
