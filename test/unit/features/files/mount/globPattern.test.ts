import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { globPattern } from "../../../../../src/features/files/mount/watchedPaths";

describe("glob patterns", () => {
  /** Paths are separated by spaces. */
  const rows: readonly (readonly [what: string, glob: string, matches: string, others: string])[] = [
    [
      "** for any folders, also none",
      "**/.git/objects/**",
      ".git/objects/ab/cd sub/.git/objects",
      ".git/object",
    ],
    ["** beside *", "**/node_modules/*/**", "a/b/node_modules/x/y/z", "a/node_modules"],
    ["** for all", "**", "any/thing", ""],
    ["* within one name", "*.log", "a.log", "sub/a.log"],
    ["? within one name", "a?.txt", "ab.txt", "a/.txt"],
    ["either alternative in braces", "**/*.{log,tmp}", "x/y.tmp", "x/y.txt"],
    ["a comma outside braces literally", "a,b", "a,b", ""],
    ["** at the end in braces as at the end of all", "{o/**,**/.git/**}", "o o/a/b sub/.git/x", "outside/a"],
    ["one of the characters in brackets", "example.[0-9]", "example.7", "example.x"],
    ["a character that is not in brackets", "**/cache-[!0-9]/**", "a/cache-x/y", "a/cache-1/y"],
    ["brackets within a name", "a[!b]c", "axc", "a/c"],
    ["a first ] in brackets literally", "[]x]", "]", ""],
    ["a single [ literally", "a[b", "a[b", ""],
    ["other characters literally", "a+(1).txt", "a+(1).txt", "a+(1)xtxt"],
    ["no unclosed brace", "*.{log", "", "*.{log"],
    ["no unopened brace", "a}b", "", "a}b"],
    ["no invalid brackets", "[z-a]", "", "[z-a]"],
  ];
  for (const [what, glob, matches, others] of rows)
    it(`match ${what}`, () => {
      const found = `${matches} ${others}`.split(" ").filter((path) => path && globPattern(glob).test(path));
      assert.equal(found.join(" "), matches);
    });
});
