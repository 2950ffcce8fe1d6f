import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { Poller } from "../../../../src/core/async/poller";
import { silentLogger } from "../../../../src/core/logger";
import { FakeClock } from "../../../support/fakeClock";

/** Its first load has begun. */
function wanted(control = { fails: false }) {
  const clock = new FakeClock(0);
  const loads: number[] = [];
  const poller = new Poller({
    name: "test",
    intervalMs: () => 10_000,
    clock,
    logger: silentLogger,
    load: async () => {
      loads.push(clock.now());
      if (control.fails) throw new Error("down");
    },
  });
  poller.setWanted(true);
  return { clock, loads, control, poller };
}

describe("Poller", () => {
  it("doubles its pause after failures up to five minutes, and returns to its interval", async () => {
    const { clock, loads, control } = wanted({ fails: true });
    await clock.advance(3_600_000);
    const pauses = loads.slice(1).map((time, index) => time - (loads[index] ?? 0));
    assert.deepEqual(pauses.slice(0, 6), [20_000, 40_000, 80_000, 160_000, 300_000, 300_000]);
    control.fails = false;
    await clock.advance(600_000);
    assert.equal((loads.at(-1) ?? 0) - (loads.at(-2) ?? 0), 10_000);
  });

  it("loads at once after a change", async () => {
    const { clock, loads, poller } = wanted();
    await clock.advance(3_000);
    poller.restart();
    await clock.advance(1);
    assert.deepEqual(loads, [0, 3_000]);
  });

  it("loads soon after a return of the focus, even in a long pause after failures", async () => {
    const { clock, loads, control, poller } = wanted({ fails: true });
    await clock.advance(3_600_000);
    poller.setWanted(false);
    control.fails = false;
    await clock.advance(15_000);
    const before = loads.length;
    poller.setWanted(true);
    await clock.advance(10_000);
    assert.equal(loads.length - before, 2);
  });

  it("loads once when the machine wakes, and continues at its interval", async () => {
    const { clock, loads } = wanted();
    await clock.advance(1_000);
    await clock.suspend(8 * 3_600_000);
    const woken = clock.monotonicMs();
    await clock.advance(20_000);
    assert.deepEqual(loads, [0, woken, woken + 10_000, woken + 20_000]);
  });
});
