import assert from "node:assert/strict";
import fc from "fast-check";
import { describe, it } from "mocha";
import { endOf, settledText, tailChange } from "../../../../../../src/features/files/find/follow/tail";

const lines = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => `line ${from + index}\n`).join("");

describe("tailChange", () => {
  it("tells what was appended, for any texts", () => {
    fc.assert(
      fc.property(fc.string(), fc.string({ minLength: 1 }), (before, added) => {
        assert.deepEqual(tailChange(before, before + added), { kind: "grew", text: added });
        assert.deepEqual(tailChange(before, before), { kind: "same", text: "" });
      }),
    );
  });

  it("starts again when the file was cut off, emptied or replaced", () => {
    assert.deepEqual(tailChange("one\ntwo\n", "one\n"), { kind: "restarted", text: "one\n" });
    assert.deepEqual(tailChange("one\n", ""), { kind: "restarted", text: "" });
    assert.deepEqual(tailChange("one\n", "two, and longer\n"), {
      kind: "restarted",
      text: "two, and longer\n",
    });
  });

  it("starts again when the beginning was changed and more was appended", () => {
    const before = lines(0, 10);
    const after = `LINE 0\n${lines(1, 12)}`;
    assert.deepEqual(tailChange(before, after), { kind: "restarted", text: after });
  });

  it("goes on where only the beginning of a long file was cut off", () => {
    const before = lines(0, 1_000);
    assert.deepEqual(tailChange(before, lines(500, 1_003)), { kind: "grew", text: lines(1_000, 1_003) });
    assert.deepEqual(tailChange(before, lines(500, 1_000)), { kind: "same", text: "" });
  });

  it("does not take a text with the same last line for the same file", () => {
    const after = `other\n${lines(9, 20)}`;
    assert.equal(tailChange(lines(0, 10), after).kind, "restarted");
  });
});

describe("settledText", () => {
  it("keeps back a last character of which only some bytes were written", () => {
    assert.equal(settledText("gr\uFFFD"), "gr");
    assert.equal(settledText("emoji \uFFFD\uFFFD\uFFFD"), "emoji ");
    assert.deepEqual(tailChange(settledText("gr\uFFFD"), settledText("grün\n")), {
      kind: "grew",
      text: "ün\n",
    });
  });

  it("leaves what is not at the end", () => {
    assert.equal(settledText("a\uFFFDb"), "a\uFFFDb");
  });
});

describe("endOf", () => {
  it("is all of a short text", () => {
    assert.deepEqual(endOf("one\ntwo", 7), { text: "one\ntwo", hiddenLength: 0 });
  });

  it("begins with a whole line", () => {
    assert.deepEqual(endOf("one\ntwo\nthree\n", 8), { text: "three\n", hiddenLength: 8 });
    assert.deepEqual(endOf("one\ntwo\nthree\n", 6), { text: "three\n", hiddenLength: 8 });
  });

  it("begins anywhere in a text of a single line", () => {
    assert.deepEqual(endOf("abcdef", 4), { text: "cdef", hiddenLength: 2 });
    assert.deepEqual(endOf("abcdef\n", 4), { text: "def\n", hiddenLength: 3 });
  });
});
