// Rules with too many wildcards are simpler, and never send what the file keeps from being sent.
import assert from "node:assert/strict";
import fc from "fast-check";
import ignore from "ignore";
import { describe, it } from "mocha";
import { boundedRules } from "../../../../src/core/project/boundedRules";
import { IgnoreRules } from "../../../../src/core/project/ignoreRules";

describe("a file of many rules", () => {
  it("keeps of equal rules the last, which decides", () => {
    assert.equal(boundedRules("*.log\n!keep.log\n*.log\nbuild/"), "!keep.log\n*.log\nbuild/");
  });

  it("leaves out everything where there are more than could be asked", () => {
    assert.equal(boundedRules(Array.from({ length: 20_000 }, (_, index) => `file-${index}`).join("\n")), "*");
  });
});

describe("rules with many wildcards", () => {
  it("stay as they are when they are usual", () => {
    const usual = "*.py[cod]\n**/logs/**\n/build/*/out-*.log\n!keep*.log\n";
    assert.equal(boundedRules(usual), usual);
  });

  it("leave out what is before the first and after the last, and bring nothing back", () => {
    assert.equal(boundedRules("a*b*c*d*e\n!a*b*c*d*e"), "a*e\n");
    const rules = IgnoreRules.defaults().with("", "*a*a*a*a*b\n!*a*a*a*a*b\n");
    assert.equal(rules.leavesOut("aaaaxb", false), true);
    assert.equal(rules.leavesOut("aaaax", false), false);
  });

  for (const seed of [12, Date.now() & 0x7fffffff]) {
    it(`leave out all that they did (seed ${seed === 12 ? seed : "fresh"})`, () => {
      const piece = fc.constantFrom("a", "b", "*", "**", "?", "/", "[ab]", "\\*", ".");
      const rule = fc.array(piece, { minLength: 1, maxLength: 14 }).map((pieces) => pieces.join(""));
      const some = { minLength: 1, maxLength: 5 };
      const names = fc.array(fc.string({ unit: fc.constantFrom("a", "b", ".", "*"), ...some }), some);
      const property = fc.property(rule, names, (pattern, parts) => {
        const path = parts.filter((name) => name !== "." && name !== "..").join("/");
        fc.pre(path !== "");
        const before = ignore({ allowRelativePaths: true }).add(pattern).ignores(path);
        const after = ignore({ allowRelativePaths: true }).add(boundedRules(pattern)).ignores(path);
        assert.ok(after || !before, `${pattern} became ${boundedRules(pattern)}`);
      });
      fc.assert(property, { seed, numRuns: 3_000 });
    });
  }
});
