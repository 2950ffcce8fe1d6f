import assert from "node:assert/strict";
import { describe, it } from "mocha";
import {
  formatBytes,
  formatClock,
  formatCount,
  formatDuration,
  formatPercent,
  formatTime,
} from "../../../../src/core/text/format";

describe("format", () => {
  it("groups the digits of a count from a thousand on", () => {
    assert.equal(formatCount(999), "999");
    assert.match(formatCount(1_234_567), /^1\D234\D567$/);
  });

  it("formats the same time of day from milliseconds and from text", () => {
    const text = "2026-01-02T03:04:05Z";
    assert.equal(formatTime(Date.parse(text)), formatTime(text));
    assert.match(formatTime(text), /2026/);
  });

  it("formats the time of day without seconds", () => {
    assert.match(formatClock(new Date(2026, 0, 2, 4, 32, 50).getTime()), /^0?4\D32\D*$/);
  });

  it("shows bytes in the largest unit that fits", () => {
    const shown = [-5, 0, 999, 1000, 1536, 10_240, 1_048_576, 268_435_456, 1_610_612_736].map(formatBytes);
    assert.equal(shown.join(", "), "0 B, 0 B, 999 B, 1 KB, 1.5 KB, 10 KB, 1 MB, 256 MB, 1.5 GB");
  });

  it("shows a percentage with significant digits", () => {
    assert.equal([0, 0.34, 9.96, 12.34, 100].map(formatPercent).join(", "), "0%, 0.3%, 10%, 12%, 100%");
  });

  it("shows seconds in the largest units that fit", () => {
    const shown = [0, 59.6, 61, 3725, 86_400, 90_061].map(formatDuration);
    assert.equal(shown.join(", "), "0 s, 1 min, 1 min 1 s, 1 h 2 min, 1 d, 1 d 1 h");
  });
});
