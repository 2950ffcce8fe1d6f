import assert from "node:assert/strict";
import * as fc from "fast-check";
import { describe, it } from "mocha";
import { isGap, MetricsHistory, seriesNames } from "../../../../src/core/metrics/metricsHistory";
import type { Metrics } from "../../../../src/core/model/model";

const secondMs = 1_000;
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** Read every ten seconds. */
function filled(durationMs: number, sampleAt: (at: number) => Metrics | undefined, stepMs = 10 * secondMs) {
  const history = new MetricsHistory();
  for (let at = stepMs; at <= durationMs; at += stepMs) history.add(sampleAt(at), at);
  return history;
}

describe("the history of an app's metrics", () => {
  it("has at most one day, in less than a thousand points", () => {
    const history = filled(30 * hourMs, () => ({ cpuPercent: 5 }));
    const points = history.points();
    const [oldest, newest] = [points[0]?.at ?? 0, points.at(-1)?.at ?? 0];
    assert.equal(newest, 30 * hourMs);
    assert.ok(newest - oldest <= 24 * hourMs + 10 * minuteMs);
    assert.ok(newest - oldest >= 24 * hourMs - 10 * minuteMs);
    assert.ok(points.length < 1_000, `${points.length} points`);
    assert.equal(history.size, points.length);
  });

  it("marks a new start, also in older spans", () => {
    const startedAt = (at: number) => (at < 30 * minuteMs ? 0 : 30 * minuteMs);
    const history = filled(2 * hourMs, (at) => ({ cpuPercent: 5, startedAt: startedAt(at) }));
    const [run, ...others] = history.points().filter(({ isNewRun }) => isNewRun);
    assert.deepEqual([run?.at, others], [30 * minuteMs, []]);
  });

  it("has a gap while the app is down, although a service sends zeros", () => {
    const isUp = (at: number) => at < 5 * minuteMs || at >= 10 * minuteMs;
    const history = filled(15 * minuteMs, (at) => ({ online: isUp(at), cpuPercent: isUp(at) ? 5 : 0 }));
    const points = history.points();
    assert.ok(points.some(({ cpuPercent }) => cpuPercent === undefined));
    assert.ok(points.every(({ cpuPercent }) => cpuPercent === undefined || cpuPercent.low === 5));
  });

  it("stays bounded at the shortest interval", () => {
    const history = filled(hourMs, () => ({ cpuPercent: 5 }), 100);
    assert.ok(history.size < 1_000, `${history.size} points`);
  });

  it("keeps the peak of a span without its samples", () => {
    const history = filled(3 * hourMs, (at) => ({ cpuPercent: at === 20 * minuteMs ? 97 : 2 }));
    const span = history.points().find(({ cpuPercent }) => cpuPercent?.high === 97);
    assert.ok(span?.cpuPercent);
    assert.equal(span.at, 20 * minuteMs);
    assert.equal(span.cpuPercent.low, 2);
    assert.ok(span.cpuPercent.average > 2 && span.cpuPercent.average < 10);
  });

  it("is in order, with spans that summarize their samples", () => {
    const read = fc.record({ wait: fc.integer({ min: 1, max: 400_000 }), cpu: fc.option(fc.nat(100)) });
    void fc.assert(
      fc.property(fc.array(read, { minLength: 1, maxLength: 300 }), (reads) => {
        const history = new MetricsHistory();
        let at = 0;
        for (const { wait, cpu } of reads) {
          at += wait;
          history.add(cpu === null ? undefined : { cpuPercent: cpu }, at);
        }
        const points = history.points();
        for (const [index, point] of points.entries()) {
          assert.ok(point.at > (points[index - 1]?.at ?? -1));
          const cpu = point.cpuPercent;
          if (cpu) assert.ok(cpu.low <= cpu.average + 1e-9 && cpu.average <= cpu.high + 1e-9);
        }
        if (at > 24 * hourMs) return;
        const known = reads.filter(({ cpu }) => cpu !== null).length;
        const counted = points.reduce((sum, { cpuPercent }) => sum + (cpuPercent?.count ?? 0), 0);
        assert.equal(counted, known);
      }),
    );
  });

  it("has a gap where the service sent no metrics, and never a zero", () => {
    const history = filled(40 * secondMs, (at) => (at === 20 * secondMs ? undefined : { cpuPercent: 5 }));
    const points = history.points();
    assert.deepEqual(points.map(isGap), [false, true, false, false]);
    assert.ok(points.every(({ cpuPercent }) => cpuPercent?.average !== 0));
  });

  it("has a gap without reads, in every span", () => {
    const history = new MetricsHistory();
    const isPause = (minute: number) =>
      (minute >= 9 && minute <= 15) || (minute >= 240 && minute <= 270) || (minute >= 1200 && minute <= 1320);
    for (let minute = 1; minute <= 23 * 60; minute++)
      if (!isPause(minute)) history.add({ cpuPercent: 5 }, minute * minuteMs);
    const gaps = history.points().filter(isGap);
    assert.equal(gaps.length, 2, "the pause of six minutes is no longer seen after hours");
    const unbroken = filled(hourMs, () => ({ cpuPercent: 5 }));
    assert.ok(!unbroken.points().some(isGap));
  });

  it("omits a metric that the service omits", () => {
    const [point] = filled(10 * secondMs, () => ({ memoryBytes: 7 })).points();
    const known = seriesNames.filter((name) => point?.[name] !== undefined);
    assert.deepEqual(known, ["memoryBytes"]);
  });

  it("adds a sample once, however often it is read", () => {
    const history = filled(minuteMs, () => ({ timestamp: 1, cpuPercent: 5, networkRxBytes: 10 }));
    assert.equal(history.size, 1);
  });

  it("starts again when the wall clock is set back", () => {
    const history = new MetricsHistory();
    history.add({ cpuPercent: 1 }, 10 * hourMs);
    history.add({ cpuPercent: 2 }, 9 * hourMs);
    const [only, ...others] = history.points();
    assert.deepEqual([only?.at, others], [9 * hourMs, []]);
  });
});

describe("network rates", () => {
  const rates = (...reads: readonly (Metrics | undefined)[]) => {
    const history = new MetricsHistory();
    return reads.map(
      (metrics, index) => history.add(metrics, (index + 1) * 10 * secondMs)?.receivedPerSecond?.average,
    );
  };

  const received = (networkRxBytes: number, more: Metrics = {}) => ({ networkRxBytes, ...more });
  const measuredAt = (timestamp: number, bytes: number) => received(bytes, { timestamp });
  const startedAt = (start: number, bytes: number) => received(bytes, { startedAt: start });
  type Case = [what: string, reads: (Metrics | undefined)[], rates: (number | undefined)[]];
  const cases: readonly Case[] = [
    [
      "are the difference of two samples by the time between them",
      [received(1_000), received(3_000), received(3_000)],
      [undefined, 200, 0],
    ],
    [
      "use the service's time of measurement, however late the response arrived",
      [measuredAt(100_000, 0), measuredAt(105_000, 5_000), measuredAt(104_000, 15_000)],
      [undefined, 1_000, 1_000],
    ],
    [
      "have no negative and no spike when a counter starts again at zero",
      [received(9e9), received(500), received(1_500)],
      [undefined, undefined, 100],
    ],
    [
      "notice a restart behind a counter that has already passed its old value",
      [startedAt(1_000_000, 100), startedAt(5_000_000, 900_000), startedAt(5_000_400, 901_000)],
      [undefined, undefined, 100],
    ],
    ["begin again after a gap", [received(0), undefined, received(5_000)], [undefined, undefined, undefined]],
  ];
  for (const [what, reads, expected] of cases) it(what, () => assert.deepEqual(rates(...reads), expected));

  it("stay plausible beyond exact numbers", () => {
    const huge = 2 ** 63;
    const [, same, grown] = rates(received(huge), received(huge), received(huge + 2 ** 20));
    assert.equal(same, undefined, "a difference lost in rounding is not zero");
    assert.equal(grown, 2 ** 20 / 10);
  });
});
