// Fails on purpose, for the test of the runner.
import assert from "node:assert/strict";
import { before, describe, it } from "mocha";

describe("a story", function () {
  this.bail(true);
  it("opens", () => undefined);
  it("breaks", () => assert.fail("on purpose"));
  it("would go on", () => undefined);
  describe("with a part", () => {
    before("must not run", () => assert.fail("the hook of a stopped part ran"));
    it("would end", () => undefined);
  });
});

describe("a later story", function () {
  this.bail(true);
  it("runs", () => undefined);
  it("runs to its end", () => undefined);
});

describe("a block whose start fails", () => {
  before("fail", () => assert.fail("no service"));
  it("cannot run", () => undefined);
});

describe("a block of independent tests", () => {
  it("fails", () => assert.fail("on purpose"));
  it("runs all the same", () => undefined);
});
