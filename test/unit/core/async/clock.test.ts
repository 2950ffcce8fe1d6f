import assert from "node:assert/strict";
import { afterEach, describe, it } from "mocha";
import { stopwatch, systemClock } from "../../../../src/core/async/clock";

/** Timers that fire at once, with their durations. */
function quickTimers(): number[] {
  const asked: number[] = [];
  globalThis.setTimeout = ((call: () => void, ms: number) => {
    asked.push(ms);
    queueMicrotask(call);
    return asked.length;
  }) as unknown as typeof setTimeout;
  return asked;
}

describe("The machine's clock", () => {
  const { setTimeout, clearTimeout } = globalThis;
  afterEach(() => {
    Object.assign(globalThis, { setTimeout, clearTimeout });
  });

  it("waits for longer than one timer can, in pieces", async () => {
    const asked = quickTimers();
    await systemClock.sleep(30 * 24 * 60 * 60_000);
    assert.deepEqual(asked, [2 ** 31 - 1, 30 * 24 * 60 * 60_000 - (2 ** 31 - 1)]);
  });

  it("can be stopped in its last piece", () => {
    const calls: (() => void)[] = [];
    const stopped: unknown[] = [];
    globalThis.setTimeout = ((call: () => void) => calls.push(call)) as unknown as typeof setTimeout;
    globalThis.clearTimeout = (timer) => void stopped.push(timer);
    const stop = systemClock.after(2 ** 31 + 5, () => undefined);
    calls[0]?.();
    stop();
    assert.deepEqual([calls.length, stopped], [2, [2]]);
  });

  it("has two times, one of which never goes back", () => {
    const before = systemClock.monotonicMs();
    assert.ok(systemClock.monotonicMs() >= before);
    const [earlier, now, later] = [Date.now(), systemClock.now(), Date.now()];
    assert.ok(earlier <= now && now <= later);
  });
});

describe("a stopwatch", () => {
  it("counts a sleep of the machine, also when the clock is set back in it", () => {
    let [monotonicMs, now] = [1_000, 50_000];
    const elapsedMs = stopwatch({ ...systemClock, monotonicMs: () => monotonicMs, now: () => now });
    monotonicMs += 20;
    now += 8 * 3_600_000;
    assert.equal(elapsedMs(), 8 * 3_600_000);
    now -= 24 * 3_600_000;
    assert.equal(elapsedMs(), 16 * 3_600_000);
  });
});
