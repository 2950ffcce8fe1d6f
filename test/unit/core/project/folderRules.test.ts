// The rules of a folder, asked for paths that only the app has: they answer as they do for the folder itself.
import assert from "node:assert/strict";
import fc from "fast-check";
import { describe, it } from "mocha";
import { FolderRules } from "../../../../src/core/project/folderRules";
import { readFolder } from "../../../../src/core/project/readFolder";
import { MemoryFolder } from "../../../support/memoryFolder";

const { signal } = new AbortController();

/** Those of the paths, as files, that the rules leave out. */
const leftOut = (rules: FolderRules, ...paths: readonly string[]) =>
  paths.filter((path) => rules.leavesOut(path, false));

const entered = (rules: FolderRules, ...paths: readonly string[]) =>
  paths.filter((path) => rules.enters(path));

const choices = (excluded: string[], included: string[]) => ({
  excluded: new Set(excluded),
  included: new Set(included),
});

/** Whether two paths have, at some depth, names that the disk would take for one. */
function sharesTwin(a: string, b: string, isTwin: (one: string, other: string) => boolean): boolean {
  return a.split("/").some((name, index) => isTwin(name, b.split("/")[index] ?? ""));
}

describe("the rules of a folder", () => {
  it("leave out of the app's files what they leave out of the folder, also where the folder has nothing", async () => {
    const files = { ".gitignore": "*.log\nbuild/", "web/.deployignore": "drafts/", "web/a.txt": "" };
    const { rules } = await readFolder(MemoryFolder.of(files), { signal });
    const out = ["a.log", "new/deep/b.log", "build/x", "web/drafts/x", "node_modules/x/y.js"];
    assert.deepEqual(leftOut(rules, ...out, "a.txt", "new/a.txt", "drafts/x", "web/new/x"), out);
    assert.deepEqual(entered(rules, "build", "web/drafts", "new", "web"), ["new", "web"]);
  });

  it("do not count letter case where the disk does not, neither in rules nor in choices", async () => {
    const folder = MemoryFolder.of({ ".gitignore": "Build/\n*.LOG", "Secret.txt": "" });
    const read = async (ignoresCase: boolean) =>
      (await readFolder(folder, { signal, ignoresCase, choices: choices(["Secret.txt"], []) })).rules;
    const asked = ["build/x", "a.log", "secret.txt"];
    assert.deepEqual(leftOut(await read(true), ...asked), asked);
    assert.deepEqual(leftOut(await read(false), ...asked), []);
    const nested = new FolderRules(undefined, true);
    nested.learn("Web", ".gitignore", "*.tmp");
    assert.deepEqual(leftOut(nested, "web/a.tmp", "Other/a.tmp"), ["web/a.tmp"]);
  });

  it("take a folder of an app that is named like a drive for a folder, on Windows too", () => {
    const rules = new FolderRules();
    rules.learn("", ".gitignore", "c:/\n");
    assert.deepEqual(leftOut(rules, "c:/x.txt", "d:/x.txt", "..x/y"), ["c:/x.txt"]);
  });

  it("go into a folder that is left out for what was chosen in it, and leave out the rest", () => {
    const rules = new FolderRules(choices([], ["dist/deep/b.js"]));
    rules.learn("", ".gitignore", "dist/");
    assert.deepEqual(entered(rules, "dist", "dist/deep", "dist/other"), ["dist", "dist/deep"]);
    const others = ["dist/deep/c.js", "dist/a.js"];
    assert.deepEqual(leftOut(rules, "dist/deep/b.js", ...others), others);
  });

  it("say of every file that was read what the reading did with it, for any rules and choices", async () => {
    const name = fc.constantFrom("a", "b", "A", "x.log", "keep.log", "dist");
    const path = fc.array(name, { minLength: 1, maxLength: 3 }).map((names) => names.join("/"));
    const rule = fc.constantFrom("*.log", "!keep.log", "dist/", "/a", "b/**", "!dist/", "A");
    const text = fc.array(rule, { maxLength: 3 }).map((rules) => rules.join("\n"));
    await fc.assert(
      fc.asyncProperty(
        fc.array(path, { maxLength: 8 }),
        fc.dictionary(fc.constantFrom(".gitignore", "a/.gitignore", "dist/.deployignore"), text, {
          noNullPrototype: true,
        }),
        fc.array(path, { maxLength: 2 }),
        fc.array(path, { maxLength: 2 }),
        fc.boolean(),
        async (paths, ruleFiles, excluded, included, ignoresCase) => {
          // A name is a file or a folder, not both.
          const leaves = paths.filter((one) => !paths.some((other) => other.startsWith(`${one}/`)));
          const isTwin = (one: string, other: string) =>
            ignoresCase && one !== other && one.toLowerCase() === other.toLowerCase();
          // Where letter case does not count there is one folder of a name, with or without rules of its own.
          const all = [...leaves, ...Object.keys(ruleFiles)];
          fc.pre(!all.some((one) => all.some((other) => sharesTwin(one, other, isTwin))));
          const files = { ...Object.fromEntries(leaves.map((each) => [`${each}.f`, ""])), ...ruleFiles };
          const found = await readFolder(MemoryFolder.of(files), {
            signal,
            ignoresCase,
            choices: choices(excluded, included),
          });
          const sent = new Set(found.files.map((file) => file.path));
          for (const each of Object.keys(files))
            assert.equal(!found.rules.leavesOut(each, false), sent.has(each), each);
        },
      ),
      { numRuns: 300 },
    );
  });
});
