import assert from "node:assert/strict";
import { describe, it } from "mocha";
import {
  choicesAfter,
  type PreviewedFolder,
  previewOf,
  undecidedSecrets,
} from "../../../../src/core/project/deployPreview";
import { noChoices } from "../../../../src/core/project/folderRules";

const rule = { source: ".gitignore", pattern: "*.log" };
const folder: PreviewedFolder = {
  files: [
    { path: "a.py", sizeBytes: 10 },
    { path: "big.bin", sizeBytes: 5_000 },
    { path: "config.py", sizeBytes: 70 },
    { path: "b.py", sizeBytes: 10 },
  ],
  leftOut: [
    { path: "x.log", isDirectory: false, sizeBytes: 9, rule },
    { path: "node_modules", isDirectory: true, rule: { source: "built-in", pattern: "node_modules/" } },
    { path: ".env", isDirectory: false, sizeBytes: 30, rule: { source: "built-in", pattern: ".env" } },
  ],
  secrets: [
    { path: ".env", reason: "its name" },
    { path: "config.py", reason: "an AWS key" },
  ],
};
const paths = (rows: readonly { readonly path: string }[]) => rows.map(({ path }) => path);

describe("preview of a deploy", () => {
  it("shows possible secrets first, then what is sent by size, then what is left out and why", () => {
    const preview = previewOf(folder, noChoices, 100);
    assert.deepEqual(
      preview.secrets.map(({ path, isSent, secret }) => `${path} ${isSent} ${secret}`),
      [".env false its name", "config.py true an AWS key"],
    );
    assert.deepEqual(paths(preview.sent), ["big.bin", "a.py", "b.py"]);
    assert.deepEqual(paths(preview.leftOut), ["node_modules", "x.log"]);
    assert.deepEqual(preview.leftOut[1]?.rule, rule);
    assert.equal(preview.notShown, 0);
  });

  it("shows the largest of too many, never without the secrets, and counts the rest", () => {
    const preview = previewOf(folder, noChoices, 3);
    assert.deepEqual(paths(preview.secrets), [".env", "config.py"]);
    assert.deepEqual(paths(preview.sent), ["big.bin"]);
    assert.deepEqual([preview.leftOut.length, preview.notShown], [0, 4]);
  });

  it("keeps a folder that was brought back, so that it can be taken away again", () => {
    const brought = {
      ...folder,
      files: [...folder.files, { path: "node_modules/x.js", sizeBytes: 1 }],
      leftOut: folder.leftOut.filter(({ path }) => path !== "node_modules"),
    };
    const choices = { ...noChoices, included: new Set(["node_modules", "gone"]) };
    const preview = previewOf(brought, choices, 100);
    assert.deepEqual(
      preview.leftOut.map(({ path, isSent, isDirectory }) => `${path} ${isSent} ${isDirectory}`),
      ["node_modules true true", "x.log false false"],
    );
  });

  it("keeps a selection over the rules", () => {
    const tick = (...sent: readonly boolean[]) =>
      (["x.log", "a.py", "node_modules"] as const).map((path, index) => ({
        ...{ path, isDirectory: path === "node_modules", willBeSent: sent[index] ?? false },
      }));
    const selected = choicesAfter(noChoices, tick(true, false, true));
    assert.deepEqual([[...selected.included], [...selected.excluded]], [["x.log", "node_modules"], ["a.py"]]);
    const taken = choicesAfter(selected, tick(false, true, false));
    assert.deepEqual([[...taken.included], [...taken.excluded]], [["a.py"], ["x.log"]]);
  });

  it("asks only about secrets that would be sent and were not decided on", () => {
    assert.deepEqual(undecidedSecrets(folder, noChoices), [
      { path: "config.py", reason: "an AWS key", sizeBytes: 70 },
    ]);
    assert.deepEqual(undecidedSecrets(folder, { ...noChoices, included: new Set(["config.py"]) }), []);
  });
});
