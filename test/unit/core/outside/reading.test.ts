// What comes from outside: only what is as it should be is taken.
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { field, parseJson, readAs, readFields } from "../../../../src/core/outside/reading";

describe("a reader of what comes from outside", () => {
  it("takes each field that is what it should be, and none of what is no object", () => {
    const fields = { name: field.text, size: field.number, kind: field.oneOf(["a", "b"]) };
    assert.deepEqual(readFields(fields, { name: "x", size: "5", kind: "b", more: 1 }), {
      name: "x",
      size: undefined,
      kind: "b",
    });
    for (const other of [undefined, null, 5, "name", ["x"], () => 1])
      assert.deepEqual(Object.values(readFields(fields, other)), [undefined, undefined, undefined]);
  });

  it("takes only true for consent, and says when nothing was said", () => {
    const said = (yes: unknown) => readFields({ yes: field.consent }, { yes }).yes;
    assert.equal(said(true), true);
    for (const other of [false, "true", 1, null]) assert.equal(said(other), false);
    assert.equal(said(undefined), undefined);
  });

  it("leaves out of lists and records what cannot be read", () => {
    assert.deepEqual(readAs(field.readable(field.number), [1, "2", null, 3]), [1, 3]);
    assert.deepEqual(readAs(field.entries(field.number), { one: 1, two: "2" }), { one: 1 });
    assert.equal(readAs(field.entries(field.number), [1]), undefined);
    assert.equal(readAs(field.readable(field.number), { one: 1 }), undefined);
  });

  it("takes one text for a list of it", () => {
    assert.deepEqual(readAs(field.texts, "/a.txt"), ["/a.txt"]);
    assert.deepEqual(readAs(field.texts, ["/a.txt", 5]), ["/a.txt", "5"]);
    assert.equal(readAs(field.texts, 5), undefined);
  });

  it("reads nothing from a text that is no JSON", () => {
    assert.deepEqual([parseJson("{"), parseJson("[1]")], [undefined, [1]]);
  });
});
