// The rule that brings back what an ignore file leaves out: with the real rules, it is sent then.
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import * as vscode from "vscode";
import { FolderRules } from "../../../../../src/core/project/folderRules";
import {
  bringBackRule,
  withRule,
  writeRule,
} from "../../../../../src/features/create/questions/bringBackRule";
import { workspace } from "../../../../support/vscodeParts";

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

  it("is added to a .deployignore of any encoding that can be read, and to no other", async () => {
    let bytes = new Uint8Array(Buffer.from("\uFEFFdata/\r\n", "utf16le"));
    const writeFile = async (_: vscode.Uri, after: Uint8Array<ArrayBuffer>) => {
      bytes = after;
    };
    workspace["fs"] = { readFile: async () => bytes, writeFile };
    const rule = { file: ".deployignore", line: "!/dist/" };
    await writeRule(vscode.Uri.file("/work"), rule);
    assert.equal(Buffer.from(bytes).toString(), "data/\r\n!/dist/\r\n");
    bytes = new Uint8Array(Buffer.from("Müller/\n", "latin1"));
    await assert.rejects(
      writeRule(vscode.Uri.file("/work"), rule),
      /Couldn't change \.deployignore\..* UTF-8/,
    );
    assert.equal(Buffer.from(bytes).toString("latin1"), "Müller/\n");
  });

  it("comes last, on a line of its own, with the endings of the file", () => {
    assert.equal(withRule("", "!/dist/"), "!/dist/\n");
    assert.equal(withRule("*.log", "!/dist/"), "*.log\n!/dist/\n");
    assert.equal(withRule("*.log\r\n", "!/dist/"), "*.log\r\n!/dist/\r\n");
  });
});
