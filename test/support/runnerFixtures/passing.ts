// A file of tests that pass, for the test of the runner: it runs after one that fails.
import { describe, it } from "mocha";

describe("another file", function () {
  this.bail(true);
  it("runs", () => undefined);
});
