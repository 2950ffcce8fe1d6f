// A test with a title and no body.
import { describe, it } from "mocha";

describe("a test", () => {
  it("is only named");
  it("has a body", () => undefined);
});
