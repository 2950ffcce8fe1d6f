import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { IgnoreRules } from "../../../../src/core/project/ignoreRules";

/** Asks for each folder on the way, as a walk does: what is below a folder that is left out is out. */
function ruleOf(rules: IgnoreRules, file: string) {
  const segments = file.split("/");
  for (let count = 1; count <= segments.length; count++) {
    const rule = rules.ruleFor(segments.slice(0, count).join("/"), count < segments.length);
    if (rule) return rule;
  }
  return undefined;
}

describe("IgnoreRules", () => {
  const defaults: [string, boolean][] = [
    [".git/config", true],
    ["sub/module/.git", true],
    ["node_modules/x/index.js", true],
    ["packages/a/node_modules/x.js", true],
    ["src/__pycache__/a.pyc", true],
    [".env", true],
    [".env.production", true],
    [".env.example", false],
    ["keys/server.pem", true],
    ["keys/id_ecdsa", true],
    ["package-lock.json", false],
    ["yarn.lock", false],
    ["pnpm-lock.yaml", false],
    ["poetry.lock", false],
    ["Pipfile.lock", false],
    [".deployignore", false],
    [".gitignore", false],
    ["src/main.py", false],
  ];
  for (const [file, isOut] of defaults) {
    it(`by default ${isOut ? "leaves out" : "sends"} ${file}`, () => {
      assert.equal(ruleOf(IgnoreRules.defaults(), file) !== undefined, isOut);
    });
  }

  it("lets a project's own rule bring back what a default leaves out", () => {
    assert.equal(ruleOf(IgnoreRules.defaults().with("", "!.env"), ".env"), undefined);
  });

  it("leaves out a repository's own folder whatever the rules say", () => {
    assert.deepEqual(ruleOf(IgnoreRules.defaults().with("", "!*\n!.git/\n!.git/**"), ".git/config"), {
      source: "defaults",
      pattern: ".git",
    });
  });

  it("names the rule and the file it stands in", () => {
    const rules = IgnoreRules.defaults()
      .with("", "*.log\nbuild/")
      .with("", "!keep.log\ndocs", ".deployignore")
      .with("sub", "secret.json");
    assert.deepEqual(ruleOf(rules, "a.log"), { source: ".gitignore", pattern: "*.log" });
    assert.deepEqual(ruleOf(rules, "docs/a.txt"), { source: ".deployignore", pattern: "docs" });
    assert.deepEqual(ruleOf(rules, "sub/secret.json"), { source: "sub/.gitignore", pattern: "secret.json" });
    assert.deepEqual(ruleOf(rules, "sub/node_modules/x"), { source: "defaults", pattern: "node_modules/" });
    assert.equal(ruleOf(rules, "keep.log"), undefined);
  });

  it("sends what a brought back folder holds, unless a rule speaks of that itself", () => {
    const rules = IgnoreRules.defaults()
      .with("", "dist/\n*.map\n[x] y/")
      .with("", "!dist/\n!\\[x] y/", ".deployignore");
    assert.equal(ruleOf(rules, "dist/deep/app.js"), undefined);
    assert.equal(ruleOf(rules, "[x] y/app.js"), undefined);
    assert.deepEqual(ruleOf(rules, "dist/deep/app.js.map"), { source: ".gitignore", pattern: "*.map" });
  });

  it("leaves out a path that is longer than any that a machine has, without a look at its folders", () => {
    assert.deepEqual(IgnoreRules.defaults().ruleFor("a/".repeat(125_000), true), {
      source: "defaults",
      pattern: "*",
    });
  });

  it("tells letter case apart unless it is asked not to", () => {
    assert.equal(IgnoreRules.defaults().with("", "Build").leavesOut("build", true), false);
    assert.equal(
      IgnoreRules.defaults({ ignoresCase: true }).with("", "Build").leavesOut("build", true),
      true,
    );
  });
});
