// Text counts as a file's bytes only when they are equal.
import assert from "node:assert/strict";
import fc from "fast-check";
import { describe, it } from "mocha";
import { exactBytes, hasReplacedCharacters, mayBeText } from "../../../../src/appFiles/read/fileReads";

const decode = (bytes: Uint8Array): string => new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);

describe("Exact text", () => {
  /** Decoded text, file size, and whether the file's bytes are the text's. */
  const rows = [
    ["keeps a byte order mark, CRLF and NUL", "\uFEFFa\r\n\0ü", 9, true],
    [
      "refuses F0 9F 98 41, which is four bytes again once decoded",
      decode(Uint8Array.of(0xf0, 0x9f, 0x98, 0x41)),
      4,
      false,
    ],
    ["refuses half a surrogate pair, which would be sent back as another character", "\ud83d", 3, false],
    ["refuses a stripped byte order mark", "abc", 6, false],
    ["refuses converted line ends", "a\n", 3, false],
    ["refuses UTF-8 decoded as ISO 8859-1, though a listing may have its length", "aÃ©", 5, false],
    ["refuses UTF-8 decoded as Windows-1252, though a listing may have its length", "â‚¬", 8, false],
    ["refuses UTF-8 decoded as seven bits, where a control character shows it", "b\0\u0019", 3, false],
    ["keeps ASCII with the control characters of texts", "a\t\r\n\f\b\u001b[1m", 10, true],
    ["keeps characters that no one-byte decoding of UTF-8 produces", "é für ж", 10, true],
  ] as const;
  for (const [title, text, size, isExact] of rows)
    it(title, () =>
      assert.deepEqual(exactBytes(text, size), isExact ? new TextEncoder().encode(text) : undefined),
    );

  it("tells half a surrogate pair from a whole one", () => {
    assert.ok(hasReplacedCharacters("a\ud83d"));
    assert.ok(!hasReplacedCharacters("😀"));
  });

  it("is the file's bytes or nothing, for any bytes", () => {
    const nearlyText = fc.oneof(
      fc.uint8Array({ maxLength: 40 }),
      // Of any code points, which fast-check's own strings take seconds to prepare.
      fc.array(fc.nat(0x10ffff)).map((codes) => new TextEncoder().encode(String.fromCodePoint(...codes))),
    );
    fc.assert(
      fc.property(nearlyText, (bytes) => {
        const exact = exactBytes(decode(bytes), bytes.length);
        if (exact) assert.deepEqual(exact, bytes);
      }),
      { numRuns: 500 },
    );
  });

  it("is not used for known binary kinds and large files", () => {
    assert.ok(mayBeText("Makefile", 10) && mayBeText("a.py", 1024 * 1024));
    assert.ok(!mayBeText("a.PNG", 10) && !mayBeText("a.py", 1024 * 1024 + 1));
  });
});
