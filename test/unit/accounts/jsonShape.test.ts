import assert from "node:assert/strict";
import fc from "fast-check";
import { describe, it } from "mocha";
import { jsonShape } from "../../../src/accounts/diagnosis";

describe("the shape of a response", () => {
  it("names fields and types", () => {
    assert.equal(
      jsonShape({ _id: "x1", n: 3, f: 0.5, on: true, none: null, at: "2026-01-02T03:04:05.000Z", big: "17" }),
      "{\n  _id: string,\n  n: integer,\n  f: number,\n  on: boolean,\n  none: null,\n  at: date-time string,\n  big: numeric string\n}",
    );
    assert.equal(jsonShape([{ a: 1 }, { a: 2 }, { a: null }]), "3 × { a: integer } | { a: null }");
    assert.equal(jsonShape([]), "0 items");
    assert.equal(
      jsonShape({ apps: [{ "two words": 1, long_name_of_a_field: "a", another_long_name_of_a_field: "b" }] }),
      `{
  apps: 1 × {
    (other key): integer,
    long_name_of_a_field: string,
    another_long_name_of_a_field: string
  }
}`,
    );
  });

  it("shows no value, whatever the response contains", () => {
    fc.assert(
      fc.property(fc.string({ minLength: 12 }), fc.jsonValue(), (secret, rest) => {
        const marked = `§${secret}§`;
        const shape = jsonShape({ value: marked, list: [marked, { [marked]: marked, rest }] });
        assert.ok(!shape.includes("§"));
      }),
    );
  });
});
