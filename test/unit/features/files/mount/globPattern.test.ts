import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { globPattern } from "../../../../../src/features/files/mount/globPattern";

describe("glob patterns", () => {
  /** Paths with spaces between them. */
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
    ["either of what is in braces", "**/*.{log,tmp}", "x/y.tmp", "x/y.txt"],
    ["a comma outside braces as it is", "a,b", "a,b", ""],
    ["** at the end in braces as at the end of all", "{o/**,**/.git/**}", "o o/a/b sub/.git/x", "outside/a"],
    ["one of the characters in brackets", "example.[0-9]", "example.7", "example.x"],
    ["a character that is not in brackets", "**/cache-[!0-9]/**", "a/cache-x/y", "a/cache-1/y"],
    ["brackets within a name", "a[!b]c", "axc", "a/c"],
    ["a first ] in brackets as it is", "[]x]", "]", ""],
    ["a [ alone as it is", "a[b", "a[b", ""],
    ["other characters as they are", "a+(1).txt", "a+(1).txt", "a+(1)xtxt"],
    ["no brace that is not closed", "*.{log", "", "*.{log"],
    ["no brace that is not opened", "a}b", "", "a}b"],
    ["no brackets that cannot be read", "[z-a]", "", "[z-a]"],
  ];
  for (const [what, glob, matches, others] of rows)
    it(`take ${what}`, () => {
      const found = `${matches} ${others}`.split(" ").filter((path) => path && globPattern(glob).test(path));
      assert.equal(found.join(" "), matches);
    });
});
