// A file that cannot be loaded because a block throws while it is described.
import { before, describe } from "mocha";

describe("a block that throws", () => {
  before("must not run", () => {
    throw new Error("the hook of a block that was not loaded ran");
  });
  throw new Error("on purpose");
});
