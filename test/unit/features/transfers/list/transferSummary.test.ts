import assert from "node:assert/strict";
import { describe, it } from "mocha";
import type { Transfer } from "../../../../../src/core/transfers/transferList";
import { summarizeTransfers } from "../../../../../src/features/transfers/list/transferSummary";

let nextId = 1;
const transfer = (state: Transfer["state"], since = 0): Transfer => ({
  id: nextId++,
  kind: "upload",
  accountId: "me",
  appId: "app",
  path: "/a.txt",
  state,
  since,
  canRetry: false,
});

describe("summarizeTransfers", () => {
  const cases: [
    title: string,
    transfers: Transfer[],
    now: number,
    isWorthShowing: boolean,
    refreshInMs?: number,
  ][] = [
    ["nothing", [], 0, false],
    ["one that waits a moment", [transfer("waiting", 400)], 1_400, false, 1],
    ["one that has just come", [transfer("waiting", 1_400)], 1_400, false, 1_001],
    ["one that waits longer", [transfer("waiting", 400)], 1_401, true, 1_000],
    ["one that runs a moment", [transfer("running", 0)], 500, false, 501],
    ["one that runs longer", [transfer("running", 0)], 1_500, true, 1_000],
    ["two that wait", [transfer("waiting"), transfer("waiting")], 0, true, 1_000],
    ["one that waits and one that runs", [transfer("running"), transfer("waiting")], 0, false, 1_001],
    ["a failure", [transfer("failed")], 0, true],
    ["a failure and one that waits a moment", [transfer("failed"), transfer("waiting")], 0, true, 1_001],
  ];
  for (const [title, transfers, now, isWorthShowing, refreshInMs] of cases) {
    it(`${isWorthShowing ? "shows" : "does not show"} ${title}`, () => {
      const summary = summarizeTransfers(transfers, now, undefined);
      assert.deepEqual([summary.isWorthShowing, summary.refreshInMs], [isWorthShowing, refreshInMs]);
    });
  }

  it("shows when the next transfer starts only while one waits", () => {
    const next = (state: Transfer["state"], at: number | undefined) =>
      summarizeTransfers([transfer(state)], 1_000, at).nextInSeconds;
    assert.equal(next("waiting", 2_100), 2);
    assert.equal(next("waiting", 1_000), undefined);
    assert.equal(next("waiting", 900), undefined);
    assert.equal(next("waiting", undefined), undefined);
    assert.equal(next("running", 2_100), undefined);
  });
});
