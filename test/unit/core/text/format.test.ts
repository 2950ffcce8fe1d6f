import assert from "node:assert/strict";
import { describe, it } from "mocha";
import {
  formatBytes,
  formatCount,
  formatDuration,
  formatPercent,
  formatTime,
} from "../../../../src/core/text/format";

describe("format", () => {
  const bytes: [number, string][] = [
    [0, "0 B"],
    [999, "999 B"],
    [1000, "1 KB"],
    [1536, "1.5 KB"],
    [10_240, "10 KB"],
    [1_048_576, "1 MB"],
    [268_435_456, "256 MB"],
    [1_610_612_736, "1.5 GB"],
    [-5, "0 B"],
  ];
  it("groups the digits of a count from a thousand on", () => {
    assert.equal(formatCount(999), "999");
    assert.match(formatCount(1_234_567), /^1\D234\D567$/);
  });

  it("says the same time of day for milliseconds and for text", () => {
    const text = "2026-01-02T03:04:05Z";
    assert.equal(formatTime(Date.parse(text)), formatTime(text));
    assert.match(formatTime(text), /2026/);
  });

  const percents: [number, string][] = [
    [0, "0 %"],
    [0.34, "0.3 %"],
    [9.96, "10 %"],
    [12.34, "12 %"],
    [100, "100 %"],
  ];
  const durations: [number, string][] = [
    [0, "0 s"],
    [59.6, "1 min"],
    [61, "1 min 1 s"],
    [3725, "1 h 2 min"],
    [86_400, "1 d"],
    [90_061, "1 d 1 h"],
  ];
  for (const [unit, format, rows] of [
    ["bytes", formatBytes, bytes],
    ["percent", formatPercent, percents],
    ["seconds", formatDuration, durations],
  ] as const)
    it(`shows ${unit} in the largest unit that fits`, () => {
      for (const [value, text] of rows) assert.equal(format(value), text);
    });
});
