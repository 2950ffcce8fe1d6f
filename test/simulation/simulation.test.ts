// Runs stored and fresh histories of windows, colleagues and a failing service against the real engine:
// promises hold, equal histories run equally, and an engine without one of its steps fails.
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { storedHistories } from "./histories";
import { seedWithFolders } from "./operations";
import { runSeed } from "./run";
import { sabotages, withoutStep } from "./sabotages";
import { simulate } from "./world";

const operationsOfHistory = 250;
const fresh = Math.floor(Math.random() * 1e9);
const freshSeeds = [fresh, seedWithFolders + fresh];
const histories = storedHistories();

describe("a simulated world", () => {
  for (const history of histories)
    it(`keeps every promise: ${history.title}`, async () => {
      assert.equal((await simulate(history)).violation?.message, undefined);
    });

  for (const seed of freshSeeds)
    it(`keeps every promise in a fresh history: ${seed}`, async () => {
      const { failure, lost, wrong, operations } = await runSeed(seed, operationsOfHistory);
      assert.equal(failure?.outcome.violation?.message, undefined);
      assert.deepEqual({ lost, wrong, operations }, { lost: 0, wrong: 0, operations: operationsOfHistory });
    });

  it("happens the same way again from the same seed", async () => {
    const [first, second, other] = [await runSeed(1, 100), await runSeed(1, 100), await runSeed(2, 100)];
    assert.equal(first.traceHash, second.traceHash);
    assert.notEqual(first.traceHash, other.traceHash);
  });

  for (const { step, title } of sabotages)
    it(`detects when ${title}`, async () => {
      const [history, ...more] = histories.filter((each) => each.step === step);
      assert.ok(history && more.length === 0, `One stored history is of the step "${step}".`);
      const { violation } = await withoutStep(step, () => simulate(history));
      assert.ok(violation, "Nothing was found.");
      // A renamed step breaks anything.
      assert.doesNotMatch(violation.message, /TypeError|is not a function|Cannot read/);
    });
});
