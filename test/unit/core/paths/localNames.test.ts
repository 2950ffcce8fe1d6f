import assert from "node:assert/strict";
import path from "node:path";
import fc from "fast-check";
import { describe, it } from "mocha";
import { foldedPath, type LocalNameProblem, localNameProblem } from "../../../../src/core/paths/localNames";

describe("localNames", () => {
  const names: [
    name: string,
    windows: LocalNameProblem | undefined,
    elsewhere: LocalNameProblem | undefined,
  ][] = [
    ["main.py", undefined, undefined],
    [".env", undefined, undefined],
    ["naïve ☃.txt", undefined, undefined],
    ["", "unsafe", "unsafe"],
    [".", "unsafe", "unsafe"],
    ["..", "unsafe", "unsafe"],
    ["../up", "unsafe", "unsafe"],
    ["a\\b", "unsafe", "unsafe"],
    ["a\0b", "unsafe", "unsafe"],
    ["...", "ending", undefined],
    ["name.", "ending", undefined],
    ["name ", "ending", undefined],
    ["a:b", "character", undefined],
    ["C:", "character", undefined],
    ["what?", "character", undefined],
    ['say "x"', "character", undefined],
    ["line\nbreak", "character", undefined],
    ["con", "device", undefined],
    ["CON.txt", "device", undefined],
    ["nul.tar.gz", "device", undefined],
    ["aux .c", "device", undefined],
    ["COM1", "device", undefined],
    ["lpt².log", "device", undefined],
    ["conin$", "device", undefined],
    ["console.log", undefined, undefined],
    ["com10", undefined, undefined],
    ["x".repeat(255), undefined, undefined],
    ["x".repeat(256), "tooLong", "tooLong"],
    ["é".repeat(128), undefined, "tooLong"],
  ];
  for (const [name, windows, elsewhere] of names) {
    it(`${JSON.stringify(name.slice(0, 20))}: ${windows ?? "fine"} on Windows, ${elsewhere ?? "fine"} elsewhere`, () => {
      assert.deepEqual([localNameProblem(name, true), localNameProblem(name, false)], [windows, elsewhere]);
    });
  }

  it("lets through no name that leads out of its folder, and none that Windows would read as another", () => {
    const pieces = fc.constantFrom("..", ".", "/", "\\", ":", "a", "C", " ", "con", "\0", "|", "é");
    const name = fc.oneof(
      fc.string(),
      fc.array(pieces, { maxLength: 6 }).map((parts) => parts.join("")),
    );
    fc.assert(
      fc.property(name, (text) => {
        if (localNameProblem(text, false) === undefined) {
          assert.equal(path.posix.dirname(path.posix.join("/target", text)), "/target");
          assert.equal(path.posix.basename(path.posix.join("/target", text)), text);
        }
        if (localNameProblem(text, true) === undefined) {
          const joined = path.win32.join("D:\\target", text);
          assert.equal(path.win32.dirname(joined), "D:\\target");
          assert.equal(path.win32.basename(joined), text);
          assert.equal(path.win32.resolve("D:\\target", text), joined);
        }
      }),
      { numRuns: 2_000 },
    );
  });

  it("folds letter case and both spellings of an accent", () => {
    assert.equal(foldedPath("Lib/É.txt"), foldedPath("lib/e\u0301.TXT"));
    assert.notEqual(foldedPath("a"), foldedPath("b"));
  });
});
