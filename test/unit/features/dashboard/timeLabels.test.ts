// The labels of an axis of time.
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { timeLabels, widestLabel } from "../../../../src/features/dashboard/webview/timeLabels";

const secondsOf = (hour: number, minute: number, second = 0): number =>
  new Date(2026, 10, 23, hour, minute, second).getTime() / 1000;

describe("the labels of an axis of time", () => {
  it("have seconds all of them, or none", () => {
    const plain = (labels: string[]) => labels.map((label) => label.replaceAll("\u202f", " "));
    assert.deepEqual(plain(timeLabels([secondsOf(9, 44), secondsOf(9, 44, 15)], "en-US")), [
      "9:44:00 AM",
      "9:44:15 AM",
    ]);
    assert.deepEqual(plain(timeLabels([secondsOf(9, 44), secondsOf(21, 45)], "en-US")), [
      "9:44 AM",
      "9:45 PM",
    ]);
  });

  it("fit where the widest one does", () => {
    for (const length of [600, 86_400]) {
      const second = length === 600 ? 15 : 0;
      for (let hour = 0; hour < 24; hour++) {
        const [label = ""] = timeLabels([secondsOf(hour, 30, second)]);
        assert.ok(label.length <= widestLabel(length).length, label);
      }
    }
  });
});
