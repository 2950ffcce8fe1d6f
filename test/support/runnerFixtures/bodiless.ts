// A test that somebody has only named.
import { describe, it } from "mocha";

describe("a test", () => {
  it("is only named");
  it("has a body", () => undefined);
});
