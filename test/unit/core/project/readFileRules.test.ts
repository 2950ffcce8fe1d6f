// The rules for single files are those that a look at the whole folder would find.
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { readFileRules } from "../../../../src/core/project/readFileRules";
import { readFolder } from "../../../../src/core/project/readFolder";
import { emptyFiles } from "../../../support/fileTrees";
import { MemoryFolder } from "../../../support/memoryFolder";

const files = {
  ".gitignore": "*.log\nbuild/\n!keep.log\n",
  "web/.deployignore": "drafts/\n*.map\n",
  "web/deep/.gitignore": "!b.map\n",
  ...emptyFiles("main.py", "a.log", "keep.log", "build/out.js", "web/app.js", "web/app.js.map"),
  ...emptyFiles("web/drafts/a.md", "web/deep/er/b.map", "node_modules/x/index.js", ".git/config"),
};

describe("readFileRules", () => {
  it("leaves out exactly what a look at the whole folder leaves out", async () => {
    const folder = MemoryFolder.of(files);
    const whole = await readFolder(folder, { signal: new AbortController().signal });
    const sent = new Set(whole.files.map(({ path }) => path));
    for (const path of Object.keys(files)) {
      const { rules, unread } = await readFileRules(folder, [path], undefined);
      assert.deepEqual([path, !rules.leavesOut(path, false), unread.size], [path, sent.has(path), 0]);
    }
  });

  it("reads no folder that is not on the way, and none in a folder that is left out", async () => {
    const folder = MemoryFolder.of(files);
    const read: string[] = [];
    folder.onRead = (path) => void read.push(path);
    await readFileRules(folder, ["web/app.js", "build/out.js"], undefined);
    assert.deepEqual(read.sort(), [".gitignore", "web/.deployignore"]);
  });

  it("follows what the user has chosen against the rules", async () => {
    const choices = { included: new Set(["a.log"]), excluded: new Set(["main.py"]) };
    const { rules } = await readFileRules(MemoryFolder.of(files), ["a.log", "main.py"], choices);
    assert.deepEqual([rules.leavesOut("a.log", false), rules.leavesOut("main.py", false)], [false, true]);
  });

  it("names the rules that it could not read", async () => {
    const folder = MemoryFolder.of(files);
    folder.unreadable.add("web/.deployignore");
    const { unread } = await readFileRules(folder, ["web/app.js"], undefined);
    assert.deepEqual([...unread.keys()], ["web/.deployignore"]);
    folder.putLink(".deployignore");
    const { unread: more } = await readFileRules(folder, ["main.py"], undefined);
    assert.deepEqual([...more.keys()], [".deployignore"]);
  });
});
