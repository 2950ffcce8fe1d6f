import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { globPattern } from "../../../../../src/features/files/mount/globPattern";

describe("glob patterns", () => {
  const matches = (glob: string, path: string) => globPattern(glob).test(path);

  it("take ** for any folders, also none", () => {
    assert.ok(matches("**/.git/objects/**", ".git/objects/ab/cd"));
    assert.ok(matches("**/.git/objects/**", "sub/.git/objects"));
    assert.ok(!matches("**/.git/objects/**", ".git/object"));
    assert.ok(matches("**/node_modules/*/**", "a/b/node_modules/x/y/z"));
    assert.ok(!matches("**/node_modules/*/**", "a/node_modules"));
    assert.ok(matches("**", "any/thing"));
  });

  it("keep * and ? within one name", () => {
    assert.ok(matches("*.log", "a.log"));
    assert.ok(!matches("*.log", "sub/a.log"));
    assert.ok(matches("a?.txt", "ab.txt"));
    assert.ok(!matches("a?.txt", "a/.txt"));
  });

  it("take either of what stands in braces", () => {
    assert.ok(matches("**/*.{log,tmp}", "x/y.tmp"));
    assert.ok(!matches("**/*.{log,tmp}", "x/y.txt"));
    assert.ok(matches("a,b", "a,b"));
  });

  it("take ** at the end of what stands in braces as at the end of all", () => {
    for (const path of ["out", "out/a/b", "sub/.git/objects"])
      assert.ok(matches("{out/**,**/.git/**}", path), path);
    assert.ok(!matches("{out/**,**/.git/**}", "outside/a"));
  });

  it("take one of the characters in brackets, or one that is not among them, within a name", () => {
    assert.ok(matches("example.[0-9]", "example.7"));
    assert.ok(!matches("example.[0-9]", "example.x"));
    assert.ok(matches("**/cache-[!0-9]/**", "a/cache-x/y"));
    assert.ok(!matches("**/cache-[!0-9]/**", "a/cache-1/y"));
    assert.ok(!matches("a[!b]c", "a/c"));
    assert.ok(matches("[]x]", "]"));
    assert.ok(matches("a[b", "a[b"));
  });

  it("match nothing where they cannot be read", () => {
    for (const glob of ["*.{log", "a}b", "[z-a]"]) assert.ok(!matches(glob, glob), glob);
  });

  it("take all other characters as they are", () => {
    assert.ok(matches("a+(1).txt", "a+(1).txt"));
    assert.ok(!matches("a.txt", "abtxt"));
  });
});
