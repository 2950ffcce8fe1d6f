import assert from "node:assert/strict";
import fc from "fast-check";
import { describe, it } from "mocha";
import { escapeMarkdown, inertLine, inertText, plainText } from "../../../../src/core/text/inertText";

/** VS Code's link syntax in notices, progress and below input boxes (its module linkedText). */
const link = /\[([^\]]+)\]\(((?:https?:\/\/|command:|file:)[^)\s]+)(?: (["'])(.+?)(\3))?\)/i;
const icon = /\$\([a-z0-9-]+(~[a-z]+)?\)/i;
const turning = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;
const hostile = fc.array(
  fc.constantFrom(
    ..."[ ] ]( ( ) [a](command:x) [b](https://x.y) $( $(flame) $ x <b> ` | é 😀".split(" "),
    ...[" ", "\n", "\u202e", "\u2066", "\u200f", "\u001b[31m", "\u0007", "\r", "\u0000", "\u009b"],
  ),
  { maxLength: 60 },
);

describe("text of others", () => {
  it("keeps plain text, with its lines, accents and emoji", () => {
    const text = "Ünïcode 😀 (a) [b] $5\n\tnext";
    for (const make of [plainText, inertText]) assert.equal(make(text), text);
    assert.equal(inertLine(text), "Ünïcode 😀 (a) [b] $5 next");
  });

  it("has no link, no icon, no control character and no reversed direction, for any text", () => {
    const isInert = fc.property(hostile, fc.integer({ min: 12, max: 200 }), (parts, max) => {
      const text = inertText(parts.join(""), max);
      assert.doesNotMatch(text, link);
      assert.doesNotMatch(text, icon);
      assert.doesNotMatch(text, turning);
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these must not be there.
      assert.doesNotMatch(text, /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/);
      assert.equal(inertText(text, 10_000), text);
    });
    fc.assert(isInert, { seed: 12, numRuns: 2_000 });
    fc.assert(isInert, { numRuns: 500 });
  });

  it("is shortened in the middle when it is too long", () => {
    assert.equal(plainText("abcdefghijkl", 6), "abc…kl");
    assert.equal(plainText("x".repeat(10_000_000), 300).length, 300);
  });

  it("is escaped in Markdown, and stays in its cell", () => {
    assert.equal(escapeMarkdown("<b>a|b</b>\n# x"), "\\<b\\>a\\|b\\<\\/b\\> \\# x");
    for (const text of ["https://x.y", "www.x.y", "a@b.c", "[a](command:x)", "![](https://x)", "`x`", "&lt;"])
      assert.doesNotMatch(escapeMarkdown(text).replaceAll(/\\./g, ""), /[!-/:-@[-`{-~]/);
  });
});
