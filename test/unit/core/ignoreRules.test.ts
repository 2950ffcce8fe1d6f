import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import * as path from "node:path";
import { describe, it } from "mocha";
import { IgnoreRules } from "../../../src/core/ignoreRules";

const ruleFiles: Record<string, string> = {
  ".gitignore": "*.log\n!keep.log\n/build\ndocs/*.txt\ncache/\n\\#odd\nspace \\ \n",
  "nested/.gitignore": "!*.log\nsecret.json\n/only-here\n",
};

const paths = [
  "a.log",
  "keep.log",
  "build",
  "sub/build",
  "docs/a.txt",
  "docs/deep/a.txt",
  "cache/x",
  "sub/cache/x",
  "#odd",
  "nested/a.log",
  "nested/secret.json",
  "nested/only-here",
  "nested/deep/only-here",
  "nested/deep/secret.json",
  "Ünï cödé.log",
];

/** Asks for each folder on the way, as a walk does: what is below a folder that is left out is out. */
function isLeftOut(rulesIn: (path: string) => IgnoreRules, file: string): boolean {
  const segments = file.split("/");
  return segments.some((_, index) => {
    const path = segments.slice(0, index + 1).join("/");
    return rulesIn(path).leavesOut(path, index < segments.length - 1);
  });
}

function rulesFor(file: string): IgnoreRules {
  let rules = IgnoreRules.defaults();
  for (const [name, text] of Object.entries(ruleFiles)) {
    const folder = name.includes("/") ? name.slice(0, name.lastIndexOf("/")) : "";
    if (folder === "" || file.startsWith(`${folder}/`)) rules = rules.with(folder, text);
  }
  return rules;
}

describe("IgnoreRules", () => {
  it("agrees with git check-ignore on nested rule files", () => {
    const folder = mkdtempSync(path.join(tmpdir(), "ignore-"));
    try {
      execFileSync("git", ["init", "-q"], { cwd: folder });
      for (const [name, text] of Object.entries(ruleFiles)) {
        mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
        writeFileSync(path.join(folder, name), text);
      }
      for (const file of paths) {
        let byGit = true;
        try {
          execFileSync("git", ["check-ignore", "-q", "--no-index", file], { cwd: folder });
        } catch {
          byGit = false;
        }
        assert.equal(isLeftOut(rulesFor, file), byGit, file);
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  const defaults: [string, boolean][] = [
    [".git/config", true],
    ["node_modules/x/index.js", true],
    ["packages/a/node_modules/x.js", true],
    ["src/__pycache__/a.pyc", true],
    [".env", true],
    [".env.production", true],
    [".env.example", false],
    ["keys/server.pem", true],
    ["package-lock.json", false],
    ["poetry.lock", false],
    [".deployignore", false],
    ["src/main.py", false],
  ];
  for (const [file, isOut] of defaults) {
    it(`by default ${isOut ? "leaves out" : "sends"} ${file}`, () => {
      assert.equal(isLeftOut(IgnoreRules.defaults, file), isOut);
    });
  }

  it("lets a project's own rule bring back what a default leaves out", () => {
    assert.equal(
      isLeftOut(() => IgnoreRules.defaults().with("", "!.env"), ".env"),
      false,
    );
  });
});
