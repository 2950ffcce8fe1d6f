import assert from "node:assert/strict";
import fc from "fast-check";
import { describe, it } from "mocha";
import { jsonShape } from "../../../src/accounts/jsonShape";

describe("the shape of an answer", () => {
  it("names fields and types", () => {
    assert.equal(
      jsonShape({ _id: "x1", n: 3, f: 0.5, on: true, none: null, at: "2026-01-02T03:04:05.000Z", big: "17" }),
      "{ _id: string, n: integer, f: number, on: boolean, none: null, at: date-time string, big: numeric string }",
    );
    assert.equal(jsonShape([{ a: 1 }, { a: 2 }, { a: null }]), "3 × { a: integer } | { a: null }");
    assert.equal(jsonShape([]), "0 items");
  });

  it("shows no value, whatever the answer holds", () => {
    fc.assert(
      fc.property(fc.string({ minLength: 12 }), fc.jsonValue(), (secret, rest) => {
        const marked = `§${secret}§`;
        const shape = jsonShape({ value: marked, list: [marked, { [marked]: marked, rest }] });
        assert.ok(!shape.includes("§"));
      }),
    );
  });
});
