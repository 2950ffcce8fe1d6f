import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { Throttle } from "../../../../../src/features/files/find/throttle";
import { FakeClock } from "../../../../support/fakeClock";

function harness() {
  const clock = new FakeClock(0);
  const runs: number[] = [];
  const throttle = new Throttle({ clock, intervalMs: 100, run: () => runs.push(clock.now()) });
  return { clock, runs, throttle };
}

describe("Throttle", () => {
  it("runs at once, then once an interval however often it is asked, and once after the last request", async () => {
    const { clock, runs, throttle } = harness();
    for (let round = 0; round < 25; round++) {
      throttle.request();
      await clock.advance(10);
    }
    await clock.advance(1_000);
    assert.deepEqual(runs, [0, 100, 200, 300]);
  });

  it("runs at once again after a pause", async () => {
    const { clock, runs, throttle } = harness();
    throttle.request();
    await clock.advance(150);
    throttle.request();
    assert.deepEqual(runs, [0, 150]);
  });

  it("does not run a second time for a request that was served by runNow", async () => {
    const { clock, runs, throttle } = harness();
    throttle.request();
    throttle.request();
    await clock.advance(50);
    throttle.runNow();
    await clock.advance(1_000);
    assert.deepEqual(runs, [0, 50]);
  });

  it("runs nothing once it is disposed", async () => {
    const { clock, runs, throttle } = harness();
    throttle.request();
    throttle.request();
    throttle.dispose();
    throttle.request();
    throttle.runNow();
    await clock.advance(1_000);
    assert.deepEqual(runs, [0]);
  });
});
