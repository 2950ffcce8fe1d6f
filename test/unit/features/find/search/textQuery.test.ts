import assert from "node:assert/strict";
import fc from "fast-check";
import { describe, it } from "mocha";
import {
  compileQuery,
  findMatches,
  matchLabel,
  queryProblem,
  type TextQuery,
} from "../../../../../src/features/find/search/textQuery";

const plain = (query: string, more: Partial<TextQuery> = {}): TextQuery => ({
  query,
  isCaseSensitive: false,
  isRegExp: false,
  ...more,
});
const regExp = (query: string, more: Partial<TextQuery> = {}) => plain(query, { isRegExp: true, ...more });
/** Such as "1:5 (3)": line, column and length. */
const places = (text: string, query: TextQuery, limit = 100) =>
  findMatches(text, compileQuery(query), limit)
    .map(({ line, column, length }) => `${line}:${column} (${length})`)
    .join(", ");

describe("findMatches", () => {
  const cased = { isCaseSensitive: true };
  const rows: readonly (readonly [title: string, text: string, query: TextQuery, found: string])[] = [
    ["finds every place", "one two\ntwo\n\n  two two", plain("two"), "1:5 (3), 2:1 (3), 4:3 (3), 4:7 (3)"],
    ["ignores case", "Token token TOKEN", plain("token"), "1:1 (5), 1:7 (5), 1:13 (5)"],
    ["matches case on request", "Token token TOKEN", plain("token", cased), "1:7 (5)"],
    ["matches case of an expression on request", "Token TOKEN", regExp("T.K", cased), "1:7 (3)"],
    ["does not count a byte order mark as a column", "\uFEFFname", plain("name"), "1:1 (4)"],
    ["excludes the LF at the end of a line", "ab\nab\nb", regExp("b$"), "1:2 (1), 2:2 (1), 3:1 (1)"],
    ["recognizes lines that end in CRLF", "ab\r\nab\r\nb", regExp("b$"), "1:2 (1), 2:2 (1), 3:1 (1)"],
    ["recognizes lines that end in CR", "ab\rab\rb", regExp("b$"), "1:2 (1), 2:2 (1), 3:1 (1)"],
    ["counts an empty match once per line", "ab\n\nxx", regExp("x*"), "1:1 (0), 2:1 (0), 3:1 (2)"],
    ["finds an empty line", "a\n\nb", regExp("^$"), "2:1 (0)"],
    ["accepts Unicode expressions", "über", regExp("\\p{L}+"), "1:1 (4)"],
    ["accepts expressions of the older syntax", "a-b", regExp("\\-"), "1:2 (1)"],
  ];
  for (const [title, text, query, found] of rows) it(title, () => assert.equal(places(text, query), found));

  it("matches plain text literally", () => {
    for (const text of ["a.b", "(", "[x]", "$1", "a\\b", "^", "*", "{2}", "a|b", "-", "/"]) {
      assert.equal(places(`x${text}x`, plain(text)), `1:2 (${text.length})`, text);
      assert.equal(places("xxx", plain(text)), "", text);
    }
  });

  it("stops at the limit", () => {
    assert.equal(places("a ".repeat(100), plain("a"), 7).split(", ").length, 7);
  });

  it("shows the part of a very long line that is around the match", () => {
    const line = `${"x".repeat(5_000)}needle${"y".repeat(5_000)}`;
    const [match] = findMatches(line, compileQuery(plain("needle")), 1);
    assert.ok(match);
    assert.equal(match.column, 5_001);
    assert.ok(match.text.length < 300);
    assert.equal(match.text.slice(match.textStart, match.textStart + match.length), "needle");
    assert.ok(match.text.startsWith("…x") && match.text.endsWith("y…"));
  });

  it("does not split a character when it shortens a line", () => {
    for (const lead of ["", "a"]) {
      const line = `${lead}${"😀".repeat(400)}needle${"😀".repeat(400)}`;
      const [match] = findMatches(line, compileQuery(plain("needle")), 1);
      assert.ok(match && !/\p{Surrogate}/u.test(match.text));
    }
  });

  it("finds what indexOf finds, for any text", () => {
    const letters = fc.string({ unit: fc.constantFrom("a", "b", ".", "\n"), maxLength: 30 });
    const word = fc.string({ unit: fc.constantFrom("a", "b", "."), minLength: 1, maxLength: 3 });
    fc.assert(
      fc.property(letters, word, (text, query) => {
        const expected = text.split("\n").flatMap((line, index) => {
          const found: string[] = [];
          for (let at = line.indexOf(query); at >= 0; at = line.indexOf(query, at + query.length))
            found.push(`${index + 1}:${at + 1} (${query.length})`);
          return found;
        });
        assert.equal(places(text, plain(query, cased), 1_000), expected.join(", "));
      }),
    );
  });
});

describe("queryProblem", () => {
  it("describes the error of an expression, without quoting it", () => {
    assert.equal(queryProblem(regExp("(a/b: ")), "Unterminated group");
    assert.equal(queryProblem(regExp("a{2,1}")), "numbers out of order in {} quantifier");
  });

  it("has no error for plain text or a valid expression", () => {
    assert.equal(queryProblem(plain("(")), undefined);
    assert.equal(queryProblem(regExp("(a)")), undefined);
  });
});

describe("matchLabel", () => {
  const label = (text: string, query: TextQuery) => {
    const [match] = findMatches(text, compileQuery(query), 1);
    assert.ok(match);
    const { label: shown, highlight } = matchLabel(match);
    return [shown, shown.slice(...highlight)];
  };

  it("shows the line without its indentation and marks the match", () => {
    assert.deepEqual(label("\t  return token  ", plain("token")), ["return token", "token"]);
  });

  it("marks only the visible part of a match", () => {
    assert.deepEqual(label("    x", plain("   ")), ["x", ""]);
    assert.deepEqual(label("    x", plain("   x")), ["x", "x"]);
    const [shown, marked] = label("a".repeat(10_000), regExp("a+"));
    assert.equal(shown, marked);
  });
});
