import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { sparkline } from "../../../../src/features/metrics/metricsText";

describe("a trend in one line of text", () => {
  it("spans from zero to the highest value, or to a given limit", () => {
    assert.equal(sparkline([0, 50, 100]), "▁▅█");
    assert.equal(sparkline([0, 50], 100), "▁▅");
  });

  it("has blanks for unknown values", () => assert.equal(sparkline([1, undefined, 1]), "█ █"));

  it("is empty without values, and flat without any above zero", () => {
    assert.equal(sparkline([]), "");
    assert.equal(sparkline([0, 0]), "▁▁");
  });
});
