import assert from "node:assert/strict";
import { describe, it } from "mocha";
import type { ChartPoint } from "../../../../src/features/dashboard/dashboardMessages";
import {
  ChartData,
  columnNames,
  figuresBetween,
  partsBetween,
} from "../../../../src/features/dashboard/webview/chartData";

const minuteMs = 60_000;

function point(at: number, cpu: [number, number, number] | null = [1, 2, 3]): ChartPoint {
  return { at, cpu, memory: null, received: null, sent: null, limit: 512 };
}

describe("the columns of the charts", () => {
  it("are of one length, with null for unknown values", () => {
    const data = new ChartData();
    data.replace([point(1_000), point(2_000, null)]);
    assert.deepEqual(data.at, [1, 2]);
    assert.deepEqual(data.column("cpuHigh"), [3, null]);
    assert.deepEqual(data.column("memory"), [null, null]);
    assert.ok(columnNames.every((name) => data.column(name).length === 2));
  });

  it("have a gap after a long silence, and none between samples", () => {
    const data = new ChartData();
    for (const at of [0, 1, 2, 20, 21]) data.append(point(at * minuteMs));
    assert.deepEqual(data.column("cpu"), [2, 2, 2, null, 2, 2]);
  });

  it("have no line from one start of the app to the next", () => {
    const data = new ChartData();
    data.replace([point(1_000), { ...point(3_000), isNewRun: true }]);
    data.append({ ...point(5_000), isNewRun: true });
    assert.deepEqual(data.column("cpu"), [2, null, 2, null, 2]);
    assert.deepEqual(data.at, [1, 2, 3, 4, 5]);
    // A restart is not a gap.
    assert.deepEqual(data.gapsBetween(0, 10), []);
  });

  it("mark long gaps", () => {
    const data = new ChartData();
    for (const at of [0, 1, 2, 20, 21, 40]) data.append(point(at * minuteMs));
    assert.deepEqual(data.gapsBetween(0, 2_400), [
      { from: 120, to: 1_200 },
      { from: 1_260, to: 2_400 },
    ]);
    assert.equal(data.gapsBetween(1_250, 2_400).length, 1);
  });

  it("accept a point once, and none from the past", () => {
    const data = new ChartData();
    for (const at of [10_000, 10_000, 5_000]) data.append(point(at));
    assert.deepEqual(data.at, [10]);
  });

  it("forget points older than a day, in every column", () => {
    const data = new ChartData();
    for (let at = 0; at <= 26 * 60; at++) data.append(point(at * minuteMs));
    assert.equal(data.at[0], 2 * 60 * 60);
    assert.ok(columnNames.every((name) => data.column(name).length === data.at.length));
    assert.equal(data.isTooLong, false);
  });

  it("report when the extension's shorter form is better", () => {
    const data = new ChartData();
    for (let at = 0; at < 4_100; at++) data.append(point(at * 2_000));
    assert.equal(data.isTooLong, true);
  });
});

describe("a chart in figures", () => {
  const at = [0, 10, 20, 30];
  const columns = { low: [1, 2, null, 4], average: [2, 4, null, 6], high: [9, 5, null, 7] };

  it("has the lowest, the average and the highest of its time", () => {
    assert.deepEqual(figuresBetween(at, columns, 0, 31), { low: 1, average: 4, high: 9 });
    assert.deepEqual(figuresBetween(at, columns, 10, 20), { low: 2, average: 4, high: 5 });
  });

  it("omits times without values", () => {
    assert.equal(figuresBetween(at, columns, 20, 30), undefined);
    assert.equal(figuresBetween([], columns, 0, 30), undefined);
  });

  it("comes in equal parts, newest first", () => {
    const parts = partsBetween(at, columns, { from: 0, to: 40, count: 4 });
    assert.deepEqual(
      parts.map(({ from, figures }) => [from, figures?.average]),
      [
        [30, 6],
        [20, undefined],
        [10, 4],
        [0, 2],
      ],
    );
  });
});
