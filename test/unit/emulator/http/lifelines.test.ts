// When an unused service ends.
import assert from "node:assert/strict";
import { mock } from "node:test";
import { afterEach, beforeEach, describe, it } from "mocha";
import { Lifelines } from "../../../../src/emulator/http/lifelines";

const never = 2_000_000_000;

function counted(limits: { neverUsedMs: number; unusedMs: number }) {
  let ends = 0;
  const lifelines = new Lifelines(limits, () => void ends++);
  return { lifelines, ends: () => ends };
}

describe("Lifelines", () => {
  beforeEach(() => mock.timers.enable({ apis: ["setTimeout"] }));
  afterEach(() => mock.timers.reset());
  const turn = async () => await new Promise((resolve) => setImmediate(resolve));
  const pass = async (ms: number): Promise<void> => {
    await turn();
    mock.timers.tick(ms);
    await turn();
  };

  it("end a service that was never used", async () => {
    const { ends } = counted({ neverUsedMs: 100, unusedMs: never });
    await pass(99);
    assert.equal(ends(), 0);
    await pass(1);
    assert.equal(ends(), 1);
  });

  it("end a service when the last of them is closed, not before", async () => {
    const { lifelines, ends } = counted({ neverUsedMs: never, unusedMs: 50 });
    const [one, two] = [lifelines.open(), lifelines.open()];
    await one.body?.cancel();
    await pass(1_000);
    assert.equal(ends(), 0);
    await two.body?.cancel();
    await pass(50);
    assert.equal(ends(), 1);
  });

  it("keep a service that is used again in time", async () => {
    const { lifelines, ends } = counted({ neverUsedMs: never, unusedMs: 50 });
    await lifelines.open().body?.cancel();
    await pass(49);
    const held = lifelines.open();
    await pass(1_000);
    assert.equal(ends(), 0);
    await held.body?.cancel();
    lifelines.dispose();
  });

  it("end nothing once the service has stopped", async () => {
    const { lifelines, ends } = counted({ neverUsedMs: 50, unusedMs: 50 });
    lifelines.open();
    lifelines.dispose();
    await pass(1_000);
    assert.equal(ends(), 0);
  });
});
