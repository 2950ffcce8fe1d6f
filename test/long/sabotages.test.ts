// An engine without one of its steps breaks a promise in random histories.
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { seedWithFolders } from "../simulation/operations";
import { runSeed } from "../simulation/run";
import { sabotages, withoutStep } from "../simulation/sabotages";
import { simulate } from "../simulation/world";

const mostOperations = 20_000;

describe("fresh simulated histories", () => {
  for (const { step, title, needsFolders = false } of sabotages) {
    const seed = Math.floor(Math.random() * 1e9) + (needsFolders ? seedWithFolders : 0);
    it(`break a promise when ${title}: seed ${seed}`, async () => {
      const { failure } = await withoutStep(step, () => runSeed(seed, mostOperations));
      assert.ok(failure, `Nothing was found in ${mostOperations} operations.`);
      const { violation } = await simulate(failure);
      assert.equal(violation?.message, undefined, "The whole engine breaks it, too.");
    });
  }
});
