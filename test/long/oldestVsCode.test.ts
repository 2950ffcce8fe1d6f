// The oldest VS Code that `engines` allows.
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { describe, it } from "mocha";
import { inRepository } from "../support/repository";
import { installVsCode } from "../support/vscodeInstall";
import { startTimeoutMs } from "../support/waitUntil";
import { describeMainPath } from "./mainPath";

describe("the oldest VS Code to test in", () => {
  it("is the one that engines names", async function () {
    this.timeout(startTimeoutMs);
    const { serverMain } = await installVsCode("oldest");
    const { version } = readJson(path.join(path.dirname(serverMain), "..", "package.json"));
    const { engines } = readJson(inRepository("package.json"));
    assert.equal(version?.replace(/\.\d+$/, ".0"), engines?.vscode.replace("^", ""));
  });
});

describeMainPath(
  "the oldest VS Code of engines",
  () => ({ version: "oldest" }),
  (log) => assert.doesNotMatch(log, /Missing in this editor/),
);

function readJson(file: string): {
  readonly version?: string;
  readonly engines?: { readonly vscode: string };
} {
  return JSON.parse(fs.readFileSync(file, "utf8"));
}
