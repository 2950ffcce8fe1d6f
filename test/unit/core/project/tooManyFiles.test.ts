import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { IgnoreRules } from "../../../../src/core/project/ignoreRules";
import { TooManyFilesError } from "../../../../src/core/project/tooManyFiles";

describe("a folder of too many files", () => {
  it("names the parts with the most files, as rules that exclude them", () => {
    const found = [
      ...Array.from({ length: 30 }, (_, index) => `data/raw [1]/${index}.json`),
      ...Array.from({ length: 20 }, (_, index) => `${index}.png`),
      ...["main.py", "src/a.py"],
    ];
    const parts = new TooManyFilesError(found).largestParts();
    assert.deepEqual(
      parts.map(({ rule, count }) => `${rule} ${count}`),
      ["/data/ 30", "/data/raw\\ \\[1]/ 30", "/*.png 20"],
    );
    const rules = IgnoreRules.defaults().with("", parts.map(({ rule }) => rule).join("\n"));
    assert.ok(rules.leavesOut("data/raw [1]", true));
    assert.ok(rules.leavesOut("7.png", false));
  });
});
