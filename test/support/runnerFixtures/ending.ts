// Its process ends in the middle, for the test of the runner.
import { describe, it } from "mocha";

describe("a process", () => {
  it("begins", () => undefined);
  it("ends too soon", () => process.exit(0));
  it("never comes here", () => undefined);
});
