// The rule that brings back what an ignore file leaves out: with the real rules, it is sent then.
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { FolderRules } from "../../../../../src/core/project/folderRules";
import { bringBackRule, withRule } from "../../../../../src/features/create/questions/bringBackRule";

describe("a rule that brings back", () => {
  const cases = [
    {
      folder: "",
      ignore: "dist/\n",
      path: "dist",
      isDirectory: true,
      file: ".deployignore",
      line: "!/dist/",
    },
    {
      folder: "",
      ignore: "*.js\n",
      path: "index.js",
      isDirectory: false,
      file: ".deployignore",
      line: "!/index.js",
    },
    {
      ...{ folder: "packages/bot", ignore: "/build\n", path: "packages/bot/build", isDirectory: true },
      ...{ file: "packages/bot/.deployignore", line: "!/build/" },
    },
  ];
  for (const { folder, ignore, path, isDirectory, file, line } of cases)
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
    const dist = { path: "dist", isDirectory: true };
    assert.equal(bringBackRule(dist, { source: "chosen", pattern: "" }), undefined);
    assert.equal(bringBackRule(dist, { source: "link", pattern: "" }), undefined);
    assert.equal(bringBackRule(dist, { source: "sub/.gitignore", pattern: "*" }), undefined);
    assert.equal(
      bringBackRule({ path: "a*b", isDirectory: false }, { source: ".gitignore", pattern: "*" }),
      undefined,
    );
  });

  it("comes last, on a line of its own, with the endings of the file", () => {
    assert.equal(withRule("", "!/dist/"), "!/dist/\n");
    assert.equal(withRule("*.log", "!/dist/"), "*.log\n!/dist/\n");
    assert.equal(withRule("*.log\r\n", "!/dist/"), "*.log\r\n!/dist/\r\n");
  });
});
