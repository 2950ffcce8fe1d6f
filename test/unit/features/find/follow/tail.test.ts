import assert from "node:assert/strict";
import fc from "fast-check";
import { describe, it } from "mocha";
import { endOf, settledText, tailChange } from "../../../../../src/features/find/follow/tail";

const lines = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => `line ${from + index}\n`).join("");

describe("tailChange", () => {
  it("finds what was appended, for any texts", () => {
    fc.assert(
      fc.property(fc.string(), fc.string({ minLength: 1 }), (before, added) => {
        assert.deepEqual(tailChange(before, before + added), { kind: "grew", text: added });
        assert.deepEqual(tailChange(before, before), { kind: "same", text: "" });
      }),
    );
  });

  const [ten, thousand] = [lines(0, 10), lines(0, 1_000)];
  const changed = `LINE 0\n${lines(1, 12)}`;
  const other = `other\n${lines(9, 20)}`;
  for (const [title, before, after, kind, text] of [
    ["starts again when the file was cut off", "one\ntwo\n", "one\n", "restarted", "one\n"],
    ["starts again when it was emptied", "one\n", "", "restarted", ""],
    ["starts again when it was replaced by more", "one\n", "two, longer\n", "restarted", "two, longer\n"],
    ["starts again when its beginning changed and it grew", ten, changed, "restarted", changed],
    [
      "continues where only its beginning was cut off",
      thousand,
      lines(500, 1_003),
      "grew",
      lines(1_000, 1_003),
    ],
    ["reports nothing where only its beginning was cut off", thousand, lines(500, 1_000), "same", ""],
    ["does not mistake an equal last line for the same file", ten, other, "restarted", other],
  ] as const)
    it(title, () => assert.deepEqual(tailChange(before, after), { kind, text }));
});

describe("settledText", () => {
  it("holds back a last character that is partly written", () => {
    assert.equal(settledText("gr\uFFFD"), "gr");
    assert.equal(settledText("emoji \uFFFD\uFFFD\uFFFD"), "emoji ");
    assert.deepEqual(tailChange(settledText("gr\uFFFD"), settledText("grün\n")), {
      kind: "grew",
      text: "ün\n",
    });
  });

  it("keeps text before the end", () => {
    assert.equal(settledText("a\uFFFDb"), "a\uFFFDb");
  });
});

describe("endOf", () => {
  for (const [title, whole, length, text, hiddenLength] of [
    ["is all of a short text", "one\ntwo", 7, "one\ntwo", 0],
    ["begins with a whole line where that just fits", "one\ntwo\nthree\n", 6, "three\n", 8],
    ["begins with a whole line where more would fit", "one\ntwo\nthree\n", 8, "three\n", 8],
    ["begins anywhere in a text of a single line", "abcdef", 4, "cdef", 2],
    ["begins anywhere in a single line that ends", "abcdef\n", 4, "def\n", 3],
  ] as const)
    it(title, () => assert.deepEqual(endOf(whole, length), { text, hiddenLength }));
});
