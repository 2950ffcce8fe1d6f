// Labels of a time axis.
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { timeLabels, widestLabel } from "../../../../src/features/dashboard/webview/chartData";

const secondsOf = (hour: number, minute: number, second = 0): number =>
  new Date(2026, 10, 23, hour, minute, second).getTime() / 1000;

describe("the labels of an axis of time", () => {
  const plain = (labels: string[]) => labels.map((label) => label.replaceAll("\u202f", " "));

  it("have seconds all of them, or none", () => {
    const quarter = [secondsOf(9, 44), secondsOf(9, 44, 15)];
    assert.deepEqual(timeLabels(quarter, 60, "en-US"), ["9:44:00", "9:44:15"]);
    assert.match(timeLabels(quarter, 60, "de").join(" "), /^0?9:44:00 0?9:44:15$/);
    assert.deepEqual(timeLabels([secondsOf(9, 44), secondsOf(9, 46)], 600, "en-US"), ["9:44", "9:46"]);
  });

  it("have AM or PM where both are possible", () => {
    const day = [secondsOf(9, 0), secondsOf(21, 0)];
    assert.deepEqual(plain(timeLabels(day, 86_400, "en-US")), ["9:00 AM", "9:00 PM"]);
    assert.match(timeLabels(day, 86_400, "de").join(" "), /^0?9:00 21:00$/);
  });

  it("fit where the widest label does", () => {
    for (const length of [600, 86_400]) {
      const second = length === 600 ? 15 : 0;
      for (let hour = 0; hour < 24; hour++) {
        const [label = ""] = timeLabels([secondsOf(hour, 30, second)], length);
        assert.ok(label.length <= widestLabel(length).length, label);
      }
    }
  });
});
