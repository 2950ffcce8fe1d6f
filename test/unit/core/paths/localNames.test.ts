import assert from "node:assert/strict";
import path from "node:path";
import fc from "fast-check";
import { describe, it } from "mocha";
import { foldedPath, type LocalNameProblem, localNameProblem } from "../../../../src/core/paths/localNames";

describe("localNames", () => {
  const rows: readonly [
    windows: LocalNameProblem | "fine",
    elsewhere: LocalNameProblem | "fine",
    ...string[],
  ][] = [
    ["fine", "fine", "main.py", ".env", "naïve ☃.txt", "console.log", "com10", "x".repeat(255)],
    ["unsafe", "unsafe", "", ".", "..", "../up", "a\\b", "a\0b"],
    ["ending", "fine", "...", "name.", "name "],
    ["character", "fine", "a:b", "C:", "what?", 'say "x"', "line\nbreak"],
    ["device", "fine", "con", "CON.txt", "nul.tar.gz", "aux .c", "COM1", "lpt².log", "conin$"],
    ["tooLong", "tooLong", "x".repeat(256)],
    ["fine", "tooLong", "é".repeat(128)],
  ];
  for (const [windows, elsewhere, ...names] of rows)
    for (const name of names)
      it(`${JSON.stringify(name.slice(0, 20))}: ${windows} on Windows, ${elsewhere} elsewhere`, () => {
        const found = [true, false].map((isWindows) => localNameProblem(name, isWindows) ?? "fine");
        assert.deepEqual(found, [windows, elsewhere]);
      });

  it("accepts no name that leads out of its folder, and none that Windows reads as another", () => {
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

  it("folds letter case and Unicode forms", () => {
    assert.equal(foldedPath("Lib/É.txt"), foldedPath("lib/e\u0301.TXT"));
    assert.notEqual(foldedPath("a"), foldedPath("b"));
  });
});
