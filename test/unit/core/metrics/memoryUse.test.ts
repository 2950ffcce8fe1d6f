// What a week of metrics says of an app's memory, and how the week is kept.
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { AppConditions } from "../../../../src/core/metrics/appConditions";
import { memoryUse } from "../../../../src/core/metrics/memoryUse";
import { type HistoryPoint, MetricsHistory } from "../../../../src/core/metrics/metricsHistory";
import type { Metrics } from "../../../../src/core/model/model";
import { storeHistory } from "../../../../src/features/metrics/storedMetrics";
import { megabyte, someApp } from "../../../support/someApp";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const limit = 512 * megabyte;

const point = (at: number, megabytes: number, more: Partial<HistoryPoint> = {}): HistoryPoint => {
  const bytes = megabytes * megabyte;
  return {
    at,
    memoryBytes: { low: bytes, average: bytes, high: bytes, count: 1 },
    limitBytes: limit,
    ...more,
  };
};

describe("the memory of an app in a week", () => {
  it("is its peak, and too much after a week below a quarter of the limit", () => {
    const points = [point(1, 90), point(3 * dayMs, 40), { at: 4 * dayMs }];
    const known = { peakBytes: 90 * megabyte, limitBytes: limit, limitRestarts: 0 };
    assert.deepEqual(memoryUse(points, limit, 6.5 * dayMs), { ...known, days: 7, advice: "much" });
    assert.deepEqual(memoryUse(points, limit, 4 * dayMs), { ...known, days: 4, advice: undefined });
    assert.equal(memoryUse([point(1, 200)], limit, 6.5 * dayMs)?.advice, undefined);
  });

  it("is too little after restarts at its limit, but for those at a smaller limit than now", () => {
    const points = [
      point(1, 500, { limitRestarts: 3 }),
      point(2, 500, { limitRestarts: 1 }),
      point(3, 250, { limitRestarts: 5, limitBytes: limit / 2 }),
    ];
    const { limitRestarts, advice } = memoryUse(points, limit, dayMs) ?? {};
    assert.deepEqual([limitRestarts, advice], [4, "little"]);
    assert.equal(memoryUse(points, 2 * limit, dayMs)?.advice, undefined);
  });

  it("is unknown without figures or a limit, and does not count what is older", () => {
    assert.equal(memoryUse([{ at: 1 }], limit, 2), undefined);
    assert.equal(memoryUse([point(1, 90)], undefined, 2), undefined);
    assert.equal(
      memoryUse([point(1, 500), point(5 * dayMs, 90)], limit, 8 * dayMs)?.peakBytes,
      90 * megabyte,
    );
  });

  /** Read every minute; one hour in ten, the app uses 300 MB. */
  function watched(days: number, history = new MetricsHistory()) {
    for (let at = 60_000; at <= days * dayMs; at += 60_000) {
      const memoryBytes = (Math.floor(at / hourMs) % 10 === 0 ? 300 : 90) * megabyte + (at % 7_919);
      history.add(
        { cpuPercent: 12.3, memoryBytes, memoryLimitBytes: limit, networkRxBytes: at },
        at,
        at % dayMs === 0,
      );
    }
    return history;
  }

  it("is kept by hours for seven days, in 20 KB, and a day of charts beside it", () => {
    const history = watched(9);
    const week = history.week();
    assert.ok(Math.abs((week[0]?.at ?? 0) - 2 * dayMs) <= hourMs);
    assert.equal(
      week.reduce((sum, each) => sum + (each.limitRestarts ?? 0), 0),
      8,
    );
    assert.ok((history.points()[0]?.at ?? 0) >= 8 * dayMs - hourMs);
    const [, , hours = []] = history.kept();
    assert.ok(hours.every(({ cpuPercent, receivedPerSecond }) => !cpuPercent && !receivedPerSecond));
    assert.ok(hours.length <= 168);
    const bytes = JSON.stringify(storeHistory([hours])).length;
    assert.ok(bytes <= 20_000, `${bytes} bytes`);
  });

  it("outlasts a reload, and some days without a window", () => {
    const kept = watched(2).kept();
    const later = new MetricsHistory();
    later.restore(kept, 5 * dayMs);
    assert.equal(later.points().length, 0, "charts show a day");
    assert.equal(
      memoryUse(later.week(), limit, 5 * dayMs)?.peakBytes,
      memoryUse(watched(2).week(), limit, 2 * dayMs)?.peakBytes,
    );
    later.restore(later.kept(), 10 * dayMs);
    assert.deepEqual(later.week(), []);
  });
});

describe("a restart at the memory limit", () => {
  const reads = (metrics: readonly Metrics[], restartAskedAt?: number) => {
    const conditions = new AppConditions();
    if (restartAskedAt !== undefined) conditions.restartAsked(restartAskedAt);
    return metrics.map((each, index) => {
      conditions.observe(someApp({ metrics: each }), 200_000 + index * 10_000, 90);
      return conditions.isLimitRestart;
    });
  };
  const run = (startedAt: number, memoryBytes: number): Metrics => ({
    ...{ online: true, startedAt, memoryBytes, memoryLimitBytes: 100 },
  });
  const down: Metrics = { online: false, memoryBytes: 0, memoryLimitBytes: 100 };

  it("is one that the user did not request, after a run that was last seen near the limit", () => {
    assert.deepEqual(reads([run(1, 50), run(1, 95), down, run(60_000, 20), run(60_000, 20)]), [
      ...[false, false, false, true, false],
    ]);
    assert.deepEqual(reads([run(1, 95), run(1, 50), down, run(60_000, 20)]), [false, false, false, false]);
    assert.deepEqual(reads([run(1, 95), run(60_000, 20)], 195_000), [false, false]);
  });
});
