import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { sparkline } from "../../../../src/features/metrics/sparkline";

describe("a trend in one line of text", () => {
  it("spans from nothing to the highest figure, or to the limit that is given", () => {
    assert.equal(sparkline([0, 50, 100]), "▁▅█");
    assert.equal(sparkline([0, 50], 100), "▁▅");
  });

  it("leaves room where nothing is known", () => assert.equal(sparkline([1, undefined, 1]), "█ █"));

  it("is empty without figures, and flat without any above zero", () => {
    assert.equal(sparkline([]), "");
    assert.equal(sparkline([0, 0]), "▁▁");
  });
});
