import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { IgnoreRules, rulesText } from "../../../../src/core/project/ignoreRules";

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
  for (const file of [
    ...["Shop 2026-11-23.zip", ".hosted-apps-push-1b4e28ba.zip"],
    ...["Shop 2026-11-23 14.32.zip", "Shop 2026-11-23 14.32 (2).zip"],
    ...[".git/config", "sub/module/.git", "node_modules/x/index.js", "packages/a/node_modules/x.js"],
    ...["src/__pycache__/a.pyc", ".env", ".env.production", "keys/server.pem", "keys/id_ecdsa"],
  ])
    it(`by default leaves out ${file}`, () => assert.ok(ruleOf(IgnoreRules.defaults(), file)));

  for (const file of [
    ...["package-lock.json", "yarn.lock", "pnpm-lock.yaml", "poetry.lock", "Pipfile.lock"],
    ...[".env.example", ".deployignore", ".gitignore", "src/main.py", "data 2026.zip"],
  ])
    it(`by default sends ${file}`, () => assert.equal(ruleOf(IgnoreRules.defaults(), file), undefined));

  it("leaves out a repository's own folder whatever the rules say", () => {
    assert.deepEqual(ruleOf(IgnoreRules.defaults().with("", "!*\n!.git/\n!.git/**"), ".git/config"), {
      source: "defaults",
      pattern: ".git",
    });
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

  it("never leaves out more than a rule of many wildcards says", () => {
    const node = IgnoreRules.defaults().with("", "report.[0-9]*.[0-9]*.[0-9]*.[0-9]*.json\n!a*b*c*d*e\n");
    assert.equal(node.leavesOut("index.js", false), false);
    assert.equal(node.leavesOut("report.json", false), false);
    assert.equal(node.leavesOut("report.20261127.7.0.1.json", false), true);
    const rules = IgnoreRules.defaults().with("", `${"a*".repeat(100)}\n!a*b*c*d*e\n`);
    assert.equal(rules.leavesOut("a".repeat(99), false), false);
    assert.equal(rules.leavesOut("a".repeat(100), false), true);
    assert.equal(rules.leavesOut(`${"a".repeat(200)}bcde`, false), false);
  });

  it("takes each of very many rules as it stands", () => {
    const text = Array.from({ length: 10_001 }, (_, index) => `f-${index}`).join("\n");
    const rules = IgnoreRules.defaults().with("", rulesText(".gitignore", new TextEncoder().encode(text)));
    assert.deepEqual([rules.leavesOut("f-10000", false), rules.leavesOut("main.py", false)], [true, false]);
  });

  it("takes a file of more rules than can be tried in good time for one that cannot be read", () => {
    assert.throws(() => rulesText(".gitignore", new Uint8Array(128 * 1024 + 1).fill(97)), /too large/);
    assert.equal(rulesText(".gitignore", new Uint8Array(128 * 1024).fill(97)).length, 128 * 1024);
  });
});
