// When an unused service ends. The waits are a few milliseconds here; what counts is which of them runs.
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { Lifelines } from "../../../../src/emulator/http/lifelines";
import { waitUntil } from "../../../support/waitUntil";

const never = 2_000_000_000;

function counted(limits: { neverUsedMs: number; unusedMs: number }) {
  let ends = 0;
  const lifelines = new Lifelines(limits, () => void ends++);
  return { lifelines, ends: () => ends };
}

describe("Lifelines", () => {
  it("end a service that was never used", async () => {
    const { ends } = counted({ neverUsedMs: 1, unusedMs: never });
    await waitUntil(() => ends() === 1, { what: "the end", intervalMs: 5 });
  });

  it("end a service when the last of them is closed, not before", async () => {
    const { lifelines, ends } = counted({ neverUsedMs: never, unusedMs: 1 });
    const [one, two] = [lifelines.open(), lifelines.open()];
    await one.body?.cancel();
    await new Promise((resolve) => setImmediate(resolve));
    assert.equal(ends(), 0);
    await two.body?.cancel();
    await waitUntil(() => ends() === 1, { what: "the end", intervalMs: 5 });
  });

  it("keep a service that is used again in time", async () => {
    const { lifelines, ends } = counted({ neverUsedMs: never, unusedMs: 50 });
    await lifelines.open().body?.cancel();
    const held = lifelines.open();
    await assert.rejects(waitUntil(() => ends() > 0, { what: "an end", timeoutMs: 120, intervalMs: 20 }));
    await held.body?.cancel();
    lifelines.dispose();
  });

  it("end nothing once the service has stopped by itself", async () => {
    const { lifelines, ends } = counted({ neverUsedMs: 5, unusedMs: 5 });
    lifelines.open();
    lifelines.dispose();
    await assert.rejects(waitUntil(() => ends() > 0, { what: "an end", timeoutMs: 40, intervalMs: 10 }));
  });
});
