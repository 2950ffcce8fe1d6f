// A process that ends in a hook, with exit code 0, when its tests are over.
import { after, describe, it } from "mocha";

describe("a hook", () => {
  it("comes after a test", () => undefined);

  after("ends the process", () => process.exit(0));
});
