import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { compileQuery, findMatches } from "../../../../../src/features/find/search/textQuery";
import { withTimeLimit } from "../../../../../src/features/find/search/timeLimit";

describe("a time limit", () => {
  it("ends a search for a regular expression that would go on for years", () => {
    const pattern = compileQuery({ query: "(a+)+$", isCaseSensitive: true, isRegExp: true });
    const text = `${"a".repeat(60)}!`;
    assert.equal(
      withTimeLimit(50, () => findMatches(text, pattern, 10)),
      undefined,
    );
    assert.equal(withTimeLimit(10_000, () => findMatches("aaa", pattern, 10))?.length, 1);
  });

  it("passes on errors of the work", () => {
    assert.throws(
      () =>
        withTimeLimit(10_000, () => {
          throw new RangeError("too far");
        }),
      RangeError,
    );
  });
});
