// Readers of foreign values accept valid fields only.
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { field, parseJson, readAs, readFields } from "../../../src/core/parse";

describe("a reader of foreign values", () => {
  it("accepts each valid field, and none of anything but an object", () => {
    const fields = { name: field.text, size: field.number, kind: field.oneOf(["a", "b"]) };
    assert.deepEqual(readFields(fields, { name: "x", size: "5", kind: "b", more: 1 }), {
      name: "x",
      size: undefined,
      kind: "b",
    });
    for (const other of [undefined, null, 5, "name", ["x"], () => 1])
      assert.deepEqual(Object.values(readFields(fields, other)), [undefined, undefined, undefined]);
  });

  it("accepts only true as consent, and tells an absent field apart", () => {
    const said = (yes: unknown) => readFields({ yes: field.consent }, { yes }).yes;
    assert.equal(said(true), true);
    for (const other of [false, "true", 1, null]) assert.equal(said(other), false);
    assert.equal(said(undefined), undefined);
  });

  it("drops unreadable items of lists and records", () => {
    assert.deepEqual(readAs(field.readable(field.number), [1, "2", null, 3]), [1, 3]);
    assert.deepEqual(readAs(field.entries(field.number), { one: 1, two: "2" }), { one: 1 });
    assert.equal(readAs(field.entries(field.number), [1]), undefined);
    assert.equal(readAs(field.readable(field.number), { one: 1 }), undefined);
  });

  it("accepts a single text as a list", () => {
    assert.deepEqual(readAs(field.texts, "/a.txt"), ["/a.txt"]);
    assert.deepEqual(readAs(field.texts, ["/a.txt", 5]), ["/a.txt", "5"]);
    assert.equal(readAs(field.texts, 5), undefined);
  });

  it("reads nothing from invalid JSON", () => {
    assert.deepEqual([parseJson("{"), parseJson("[1]")], [undefined, [1]]);
  });
});
