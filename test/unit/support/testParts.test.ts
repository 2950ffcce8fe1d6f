// Which parts of `npm test` run.
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { chosenParts, testParts } from "../../support/testParts";
import { isStructureTest } from "../../support/testSuites";

describe("the parts of npm test", () => {
  it("runs everything without a choice", () => {
    assert.deepEqual([...chosenParts(undefined)], [...testParts]);
  });

  it("keeps the order whatever order was asked for", () => {
    assert.deepEqual([...chosenParts("contract, unit")], ["unit", "contract"]);
  });

  it("refuses a part that there is not", () => {
    assert.throws(() => chosenParts("unit,units"), /There is no part "units"/);
  });

  it("takes the tests of imports and of package.json as structure", () => {
    assert.ok(isStructureTest("out/test/unit/architecture.test.js"));
    assert.ok(isStructureTest("out/test/unit/manifest.test.js"));
    assert.ok(!isStructureTest("out/test/unit/core/manifestOfPush.test.js"));
  });
});
