// Histories of watched apps in the workspace state.
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import type { HistoryPoint } from "../../../../src/core/metrics/metricsHistory";
import type { AppKey } from "../../../../src/core/model/appKey";
import { StoredHistories } from "../../../../src/features/metrics/storedMetrics";
import { FakeClock } from "../../../support/fakeClock";
import { MemoryState } from "../../../support/memoryState";

const shop = { accountId: "me", appId: "shop" };
const cpu = (average: number) => ({ low: average, average, high: average, count: 1 });
const pointsOf = (average: number): HistoryPoint[][] => [[{ at: 60_000, cpuPercent: cpu(average) }], []];

function setUp() {
  const state = new MemoryState();
  const clock = new FakeClock();
  return { state, clock, kept: new StoredHistories(state, clock) };
}

describe("the stored histories", () => {
  it("are restored in the next window", async () => {
    const { state, clock, kept } = setUp();
    await kept.save([shop], { historyToKeep: () => pointsOf(7) });
    assert.deepEqual(new StoredHistories(state, clock).read(shop), pointsOf(7));
    assert.deepEqual(new StoredHistories(state, clock).read({ ...shop, appId: "other" }), []);
  });

  it("are written once a minute, and at the end", async () => {
    const { clock, kept, state } = setUp();
    const watch = { historyToKeep: () => pointsOf(7) };
    for (let second = 0; second < 120; second += 10) {
      await kept.save([shop], watch);
      await clock.advance(10_000);
    }
    assert.equal(state.updates, 2);
    await kept.save([shop], watch, true);
    assert.equal(state.updates, 3);
  });

  it("are not written again for a deleted app", async () => {
    const { state, kept } = setUp();
    await kept.save([shop], { historyToKeep: () => pointsOf(7) });
    await state.update("metricsHistory", {});
    await kept.save([shop], { historyToKeep: () => undefined }, true);
    assert.deepEqual(state.get("metricsHistory"), {});
    assert.deepEqual(kept.read(shop), []);
  });

  it("survive the absence of their account, and end when the app is no longer watched", async () => {
    const { clock, kept } = setUp();
    await kept.save([shop], { historyToKeep: () => pointsOf(7) });
    await clock.advance(60_000);
    await kept.save([shop], { historyToKeep: () => undefined });
    assert.deepEqual(kept.read(shop), pointsOf(7));
    await clock.advance(60_000);
    await kept.save([], { historyToKeep: () => undefined });
    assert.deepEqual(kept.read(shop), pointsOf(7), "the account of a linked app has not listed it yet");
    await clock.advance(60_000);
    await kept.save([], { historyToKeep: () => pointsOf(7) });
    assert.deepEqual(kept.read(shop), []);
  });

  it("of open accounts go before those of closed ones", async () => {
    const { kept } = setUp();
    const closed = ["a", "b", "c", "d", "e"].map((appId) => ({ accountId: "closed", appId }));
    await kept.save(closed, { historyToKeep: () => pointsOf(7) });
    const historyToKeep = ({ accountId }: AppKey) => (accountId === "me" ? pointsOf(8) : undefined);
    await kept.save([...closed, shop], { historyToKeep }, true);
    assert.deepEqual(kept.read(shop), pointsOf(8));
    assert.equal(closed.filter((app) => kept.read(app).length > 0).length, 4);
  });
});
