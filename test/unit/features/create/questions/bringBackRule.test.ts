// The rule that brings back what an ignore file leaves out: with the real rules, it is sent then.
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { FolderRules } from "../../../../../src/core/project/folderRules";
import { bringBackRule, withRule } from "../../../../../src/features/create/questions/bringBackRule";

describe("a rule that brings back", () => {
  for (const [folder, ignore, path, isDirectory, file, line] of [
    ["", "dist/\n", "dist", true, ".deployignore", "!/dist/"],
    ["", "*.js\n", "index.js", false, ".deployignore", "!/index.js"],
    ["packages/bot", "/build\n", "packages/bot/build", true, "packages/bot/.deployignore", "!/build/"],
  ] as const)
    it(`speaks against ${ignore.trim()} beside it`, () => {
      const rules = new FolderRules();
      rules.learn(folder, ".gitignore", ignore);
      const rule = rules.ruleAgainst(path, isDirectory);
      assert.ok(rule);
      const back = bringBackRule({ path, isDirectory }, rule);
      assert.deepEqual(back, { file, line });
      const after = new FolderRules();
      after.learn(folder, ".gitignore", ignore);
      after.learn(folder, ".deployignore", withRule("", back?.line ?? ""));
      assert.equal(after.leavesOut(path, isDirectory), false);
    });

  it("is none where the user said it, where a name is a pattern, or where the rule stands elsewhere", () => {
    const ruleOf = (path: string, source: string, pattern = "") =>
      bringBackRule({ path, isDirectory: true }, { source, pattern });
    assert.equal(ruleOf("dist", "chosen"), undefined);
    assert.equal(ruleOf("dist", "link"), undefined);
    assert.equal(ruleOf("dist", "sub/.gitignore", "*"), undefined);
    assert.equal(ruleOf("a*b", ".gitignore", "*"), undefined);
  });

  it("comes last, on a line of its own, with the endings of the file", () => {
    assert.equal(withRule("", "!/dist/"), "!/dist/\n");
    assert.equal(withRule("*.log", "!/dist/"), "*.log\n!/dist/\n");
    assert.equal(withRule("*.log\r\n", "!/dist/"), "*.log\r\n!/dist/\r\n");
  });
});
