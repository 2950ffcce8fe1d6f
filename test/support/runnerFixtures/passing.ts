// Passes after a failing file, for the test of the runner.
import { describe, it } from "mocha";

describe("another file", function () {
  this.bail(true);
  it("runs", () => undefined);
});
