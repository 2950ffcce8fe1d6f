import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { isSameContent } from "../../../../src/core/model/sameContent";

describe("two values", () => {
  it("are equal with equal fields in any order", () => {
    const app = { id: "a", metrics: { cpu: 1, memory: [1, 2] }, team: undefined };
    assert.ok(isSameContent(app, { team: undefined, metrics: { memory: [1, 2], cpu: 1 }, id: "a" }));
    for (const same of [1, "a", null, undefined, Number.NaN, [], {}]) assert.ok(isSameContent(same, same));
  });

  it("differ by any field, or by a missing one", () => {
    const differing: [unknown, unknown][] = [
      [{ a: 1 }, { a: 2 }],
      [{ a: 1 }, { a: 1, b: undefined }],
      [{ a: undefined }, { b: undefined }],
      [
        [1, 2],
        [1, 2, 3],
      ],
      [{ a: [{ b: 1 }] }, { a: [{ b: 2 }] }],
      [[], {}],
      [null, {}],
      [undefined, null],
    ];
    for (const [one, other] of differing) {
      assert.ok(!isSameContent(one, other), JSON.stringify([one, other]));
      assert.ok(!isSameContent(other, one), JSON.stringify([other, one]));
    }
  });
});
