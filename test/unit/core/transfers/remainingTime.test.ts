import assert from "node:assert/strict";
import fc from "fast-check";
import { describe, it } from "mocha";
import {
  periodsMs,
  remainingLimitedMs,
  remainingReadMs,
  roughSeconds,
  weightOf,
} from "../../../../src/core/transfers/remainingTime";

const limit = { perPeriod: 18, periodMs: 60_600 };
const load = (files: number, filesDone = 0, sizeBytes = 1_000) => ({
  files,
  filesDone,
  weight: files * weightOf(sizeBytes),
  weightDone: filesDone * weightOf(sizeBytes),
});

describe("remaining time of uploads", () => {
  const remaining = (total: number, done: number, elapsedMs: number) =>
    remainingLimitedMs({ total, done, elapsedMs, leastMsEach: 3_000 });

  it("follows the rate limit until some uploads are done, then their pace where that is slower", () => {
    assert.deepEqual([remaining(30, 0, 0), remaining(30, 2, 60_000)], [90_000, 84_000]);
    assert.deepEqual([remaining(30, 10, 60_000), remaining(30, 10, 1_000)], [120_000, 60_000]);
    assert.equal(remaining(3, 3, 9_000), 0);
  });
});

describe("remaining time of downloads", () => {
  it("is the time of the rate limit's windows", () => {
    const times = [0, 1, 18, 19, 36, 37].map((count) => periodsMs(count, limit));
    assert.deepEqual(times, [0, 0, 0, 60_600, 60_600, 121_200]);
  });

  it("counts only the remaining windows of the rate limit", () => {
    const remaining = (done: number, elapsedMs: number) =>
      remainingReadMs(load(0), { ...load(40, done), limit }, elapsedMs);
    assert.equal(remaining(0, 0), 121_200);
    assert.equal(remaining(18, 30_000), 91_200);
    assert.equal(remaining(36, 121_000), 200);
  });

  it("does not count waiting for the rate limit as a slow connection", () => {
    assert.ok(remainingReadMs(load(0), { ...load(19, 18), limit }, 60_000) <= 60_600);
  });

  it("uses the measured rate for files without a limit", () => {
    assert.equal(remainingReadMs(load(100, 50), { ...load(0), limit }, 10_000), 10_000);
  });

  it("is never negative, nor anything but a number", () => {
    const some = fc.nat(500).chain((files) => fc.nat(files).map((done) => load(files, done)));
    fc.assert(
      fc.property(some, some, fc.nat(1_000_000), (free, limited, elapsedMs) => {
        const ms = remainingReadMs(free, { ...limited, limit }, elapsedMs);
        assert.ok(Number.isFinite(ms) && ms >= 0);
        if (free.files === free.filesDone && limited.files === limited.filesDone) assert.equal(ms, 0);
      }),
    );
  });
});

describe("a rough time", () => {
  it("is rounded for people", () => {
    const times = [0, 5.1, 20, 41, 60, 89, 91, 605, 3_700, 7_400].map((seconds) =>
      roughSeconds(seconds * 1_000),
    );
    assert.deepEqual(times, [5, 10, 20, 50, 60, 60, 120, 600, 3_600, 7_500]);
  });
});
