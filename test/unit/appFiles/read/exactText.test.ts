// When text stands for a file's bytes: never unless they are the same.
import assert from "node:assert/strict";
import fc from "fast-check";
import { describe, it } from "mocha";
import { exactBytes, hasReplacedCharacters, mayBeText } from "../../../../src/appFiles/read/exactText";

const decode = (bytes: Uint8Array): string => new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);

describe("Exact text", () => {
  it("keeps a byte order mark, CRLF and NUL", () => {
    const bytes = new TextEncoder().encode("\uFEFFa\r\n\0ü");
    assert.deepEqual(exactBytes(decode(bytes), bytes.length), bytes);
  });

  it("refuses F0 9F 98 41, which is four bytes again once decoded", () => {
    const bytes = Uint8Array.of(0xf0, 0x9f, 0x98, 0x41);
    const text = decode(bytes);
    assert.equal(new TextEncoder().encode(text).length, 4);
    assert.equal(exactBytes(text, 4), undefined);
  });

  it("refuses half a surrogate pair, which would be sent back as another character", () => {
    assert.equal(exactBytes("\ud83d", 3), undefined);
    assert.ok(hasReplacedCharacters("a\ud83d"));
    assert.ok(!hasReplacedCharacters("😀"));
  });

  it("refuses a stripped byte order mark and converted line ends", () => {
    assert.equal(exactBytes("abc", 6), undefined);
    assert.equal(exactBytes("a\n", 3), undefined);
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

  it("is not tried for known binary kinds and large files", () => {
    assert.ok(mayBeText("Makefile", 10) && mayBeText("a.py", 1024 * 1024));
    assert.ok(!mayBeText("a.PNG", 10) && !mayBeText("a.py", 1024 * 1024 + 1));
  });
});
