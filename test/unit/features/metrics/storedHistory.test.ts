// An app's history over a reload of the window.
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { MetricsHistory } from "../../../../src/core/metrics/metricsHistory";
import {
  readHistory,
  readStoredHistories,
  storeHistory,
} from "../../../../src/features/metrics/storedMetrics";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const megabyte = 1024 * 1024;

/** With one restart and a gap of two hours. */
function aDay(): MetricsHistory {
  const history = new MetricsHistory();
  for (let at = 10_000; at <= 24 * hourMs; at += 10_000) {
    if (at > 10 * hourMs && at < 12 * hourMs) continue;
    const startedAt = at < 20 * hourMs ? 0 : 20 * hourMs;
    const networkRxBytes = at;
    const memoryBytes = 64 * megabyte;
    history.add({ cpuPercent: 12.34, memoryBytes, startedAt, networkRxBytes, timestamp: at }, at);
  }
  return history;
}

const stored = JSON.stringify({ "me/shop": storeHistory(aDay().kept()) });

describe("a history over a reload", () => {
  it("stores a day in little space", () => {
    assert.ok(stored.length < 40_000, `${stored.length} characters`);
  });

  it("is restored, with its gap and its restart", () => {
    const again = new MetricsHistory();
    again.restore(readHistory(readStoredHistories(JSON.parse(stored))["me/shop"] ?? []), 24 * hourMs);
    const points = again.points();
    assert.ok((points[0]?.at ?? hourMs) <= 10 * minuteMs);
    assert.equal(points.at(-1)?.at, 24 * hourMs);
    assert.deepEqual(points.at(-1)?.cpuPercent, { low: 12.3, average: 12.3, high: 12.3, count: 1 });
    assert.equal(points.at(-1)?.sentPerSecond, undefined);
    assert.equal(points.filter(({ isNewRun }) => isNewRun).length, 1);
    assert.ok(
      points.some(({ at, cpuPercent }) => cpuPercent === undefined && at > 9 * hourMs && at < 12 * hourMs),
    );
    again.add({ cpuPercent: 1, timestamp: 1 }, 24 * hourMs + minuteMs);
    assert.equal(again.points().at(-1)?.cpuPercent?.average, 1);
  });

  it("is empty when it was damaged, from the future or older than a day", () => {
    assert.deepEqual(readStoredHistories({ a: "x", b: 5 }), {});
    assert.deepEqual(readHistory([[[1, 2, 3]]]), [[]]);
    const again = new MetricsHistory();
    again.restore([[{ at: 5 * hourMs }], [{ at: 1 }]], 4 * hourMs);
    assert.deepEqual([again.size, again.points()[0]?.at], [1, 1]);
    again.restore([[], [{ at: 1 }]], 25 * hourMs);
    assert.deepEqual(again.points(), []);
  });
});
