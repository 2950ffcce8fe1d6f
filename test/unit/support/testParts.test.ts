// The parts of `npm test`.
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { chosenParts, isStructureTest, testParts } from "../../support/testParts";

describe("the parts of npm test", () => {
  it("are all of them without a selection", () => {
    assert.deepEqual([...chosenParts(undefined).keys()], [...testParts]);
  });

  it("keep their order, and the selected files of one", () => {
    assert.deepEqual(
      [...chosenParts("e2e/push, unit, contract/apps.test")],
      [
        ["unit", ""],
        ["contract", "apps.test"],
        ["e2e", "push"],
      ],
    );
  });

  it("include no unknown one, and none twice", () => {
    assert.throws(() => chosenParts("unit/a,unit/b"), /Name each part once/);
    assert.throws(() => chosenParts("unit,units"), /There is no part "units"/);
  });

  it("have the tests of imports and of package.json in structure", () => {
    assert.ok(isStructureTest("out/test/unit/architecture.test.js"));
    assert.ok(isStructureTest("out/test/unit/manifest.test.js"));
    assert.ok(!isStructureTest("out/test/unit/core/manifestOfPush.test.js"));
  });
});
