// What is said of values in files for other hosts that are not taken.
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { notTakenText } from "../../../../src/features/create/saidElsewhere";

describe("what is not taken from files for other hosts", () => {
  it("is named with what is wrong with it", () => {
    const file = "discloud.config";
    for (const [each, text] of [
      [
        { kind: "value", file, said: "1e3", key: "memoryMB" },
        'discloud.config says "1e3" for "Memory limit", which isn\'t valid.',
      ],
      [
        { kind: "mainFile", file, path: "bot.rb" },
        "discloud.config starts bot.rb, which isn't sent, or isn't Python or JavaScript.",
      ],
      [{ kind: "tooLarge", file: "render.yaml" }, "render.yaml is larger than 256 KB."],
    ] as const)
      assert.equal(notTakenText([each]), text);
  });
});
