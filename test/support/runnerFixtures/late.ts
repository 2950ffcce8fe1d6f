// Passes and fails later, by work that it left running.
import { describe, it } from "mocha";

describe("a test", () => {
  it("leaves work behind", (done) => {
    done();
    setImmediate(() => done(new Error("on purpose")));
  });
  it("comes after it", () => undefined);
});
