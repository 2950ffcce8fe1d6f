import assert from "node:assert/strict";
import fc from "fast-check";
import { describe, it } from "mocha";
import { TerminalText } from "../../../../src/core/text/terminalText";

const shownOf = (...pieces: string[]): string => {
  const text = new TerminalText();
  return pieces.map((piece) => text.next(piece)).join("");
};

/** Allowed terminal output: printable text, line ends, tabs and colors. */
const harmless =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what it is about.
  /^(?:[^\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ud800-\udfff]|\r\n|\t|\u001b\[[0-9;:]*m)*$/u;

/** Links, titles, clipboard, cursor, modes, queries and invisible marks. */
const obeyed = [
  ...[
    "\u001b]8;;https://x.y\u001b\\",
    "\u001b]0;title\u0007",
    "\u001b]52;c;eA==\u0007",
    "\u009d0;title\u009c",
  ],
  ...["\u001b[2J", "\u001b[3;4H", "\u001b[?1049h", "\u001b[6n", "\u009b2J", "\u001b[>4;1m", "\u001b[1 q"],
  ...["\u001bc", "\u001b(0", "\u001b7", "\u001bP+q544e\u001b\\", "\u001b_G\u001b\\"],
  ...["\u001b[8m", "\u001b[5m", "\u202e", "\u2066", "\u200f", "\ufeff"],
];
/** Beginnings and ends of sequences, colors, and text. */
const parts = [
  ...["\u001b", "\u001b[", "\u001b]", "\u001bP", "\u009b", "\u009d", "\u0090", "\u0007", "\u001b\\"],
  ...["\u009c", "\u001b[31m", "\u001b[38;5;9m", "\u001b[38;2;1;2;3m", "m", ";", "1", "3", ":", "\r", "\n"],
  ...["\t", "\b", "\u0000", "😀", "\ud83d", "\ude00", "é", "word "],
];
const hostile = fc.array(
  fc.oneof(fc.constantFrom(...obeyed, ...parts, ...parts), fc.string({ unit: "binary", maxLength: 4 })),
  { maxLength: 60 },
);

describe("the text of a terminal", () => {
  it("keeps text, lines, tabs and colors", () => {
    const colors =
      "\u001b[31mred\u001b[0m \u001b[1;38;5;208morange\u001b[m \u001b[48;2;1;2;3mdark\u001b[39;49m";
    assert.equal(shownOf(`${colors}\tÜ 😀 مرحبا\nnext\r\n`), `${colors}\tÜ 😀 مرحبا\r\nnext\r\n`);
    assert.equal(shownOf("\u001b[38:2::1:2:3mx"), "\u001b[38:2::1:2:3mx");
  });

  it("drops links, titles, clipboard access, cursor moves, modes and queries", () => {
    for (const sequence of obeyed) assert.equal(shownOf(`a${sequence}b`), "ab", JSON.stringify(sequence));
    assert.equal(shownOf("\u001b[1;8;31m"), "\u001b[1;31m");
  });

  it("shows other control characters as pictures of them, and never goes back in a line", () => {
    assert.equal(shownOf("a\b\u0000\u007f"), "a␈␀␡");
    assert.equal(shownOf("secret\rshown\n"), "secret\r\nshown\r\n");
  });

  it("is the same in any chunks", () => {
    const isSame = fc.property(hostile, fc.array(fc.nat(200)), (parts, cuts) => {
      const whole = parts.join("");
      const pieces: string[] = [];
      let from = 0;
      for (const to of cuts.toSorted((a, b) => a - b)) {
        pieces.push(whole.slice(from, to));
        from = Math.max(from, to);
      }
      assert.equal(shownOf(...pieces, whole.slice(from)), shownOf(whole));
    });
    fc.assert(isSame, { seed: 12, numRuns: 2_000 });
    fc.assert(isSame, { numRuns: 500 });
  });

  it("is printable text, lines, tabs and colors, for any file", () => {
    const isHarmless = fc.property(hostile, (parts) => {
      const text = new TerminalText();
      for (const part of parts) assert.match(text.next(part), harmless);
      assert.match(text.end(), harmless);
      assert.equal(text.next("plain"), "plain");
    });
    fc.assert(isHarmless, { seed: 12, numRuns: 3_000 });
    fc.assert(isHarmless, { numRuns: 1_000 });
  });

  it("ends a line that is too long, with its colors", () => {
    const shown = shownOf(`\u001b[31m${"x".repeat(100_000)}\u001b[32m\nnext`);
    assert.ok(shown.length < 10_050);
    assert.ok(shown.endsWith("x…\u001b[0m\r\nnext"));
    assert.ok(shownOf("\u001b[31m".repeat(100_000)).length < 10_050);
  });

  it("ends a line after 10,000 characters, wherever it is cut and whichever character is there", () => {
    for (const length of [9_998, 9_999, 10_000, 10_001])
      for (const last of ["yz", "é", "😀", "\t", "\u0001"]) {
        const whole = `${"x".repeat(length)}${last}z`;
        assert.equal(shownOf(...whole), shownOf(whole));
        const line = shownOf(whole);
        assert.ok(line.length <= 10_002 && !/\p{Surrogate}/u.test(line), `${length} ${last}`);
      }
    assert.equal(shownOf("x".repeat(9_999), "😀"), `${"x".repeat(9_999)}…`);
    assert.equal(shownOf("x".repeat(9_000), "y".repeat(1_001)), `${"x".repeat(9_000)}${"y".repeat(1_000)}…`);
  });

  it("continues after an escape sequence without an end", () => {
    assert.equal(shownOf("a\u001b]0;title\nb"), "a\r\nb");
    assert.match(shownOf(`a\u001b]0;${"t".repeat(9_000)}b`), /^at+b$/);
  });
});
