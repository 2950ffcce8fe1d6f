// CI trusts the counts: a broken suite must never look like a passed one.
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { addCounts, countCheck, countSuite, countsLine, failuresText } from "../../support/testCounts";

describe("test counts", () => {
  const passed = { passes: 3, failures: [], pending: 1, isComplete: true };
  const failed = { passes: 2, failures: [{ title: "a", error: "b" }], pending: 0, isComplete: true };

  it("counts a suite's tests, and a suite without counts or with a late crash as one failure", () => {
    assert.deepEqual(countSuite(passed, 0), { passed: 3, failed: 0, skipped: 1 });
    assert.deepEqual(countSuite(failed, 1), { passed: 2, failed: 1, skipped: 0 });
    assert.deepEqual(countSuite(passed, 1), { passed: 3, failed: 1, skipped: 1 });
    for (const code of [0, null]) assert.equal(countSuite(undefined, code).failed, 1);
    assert.equal(countSuite({ ...passed, isComplete: false }, 0).failed, 1);
  });

  it("counts a check as one", () => {
    assert.equal(countCheck(0).passed, 1);
    for (const code of [1, null]) assert.equal(countCheck(code).failed, 1);
  });

  it("repeats failures with their errors at the end", () => {
    const text = failuresText([
      { title: "a file is kept", error: "Error: gone" },
      { title: "── e2e: failed, 3 s", error: "" },
    ]);
    assert.equal(text, "What failed:\n\na file is kept\nError: gone\n\n── e2e: failed, 3 s");
  });

  it("prints the sum, with skipped tests if any", () => {
    assert.equal(countsLine(addCounts([countCheck(0), countSuite(failed, 1)])), "3 passed, 1 failed");
    assert.equal(countsLine(countSuite(passed, 0)), "3 passed, 0 failed, 1 skipped");
    assert.equal(countsLine(addCounts([])), "0 passed, 0 failed");
  });
});
