import assert from "node:assert/strict";
import fc from "fast-check";
import { describe, it } from "mocha";
import { manifestText, readPushManifest } from "../../../../src/appFiles/transfer/plan/pushManifest";

describe("the manifest of a push", () => {
  it("is read unchanged, for any paths", () => {
    const shape = { hash: fc.string(), sizeBytes: fc.nat(), modifiedAt: fc.nat(), isCertain: fc.boolean() };
    const file = fc.record(shape, { noNullPrototype: true });
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.string({ unit: "binary" }), file)), (rows) => {
        const manifest = new Map(rows);
        assert.deepEqual(readPushManifest(manifestText(manifest)), manifest);
      }),
    );
  });

  const broken = [
    "",
    "{",
    "null",
    "[]",
    '{"version":1,"files":[["/a","h",1,2]]}',
    '{"version":3,"files":[]}',
    '{"version":2}',
    '{"version":2,"files":[["/a","h",1,2]]}',
    '{"version":2,"files":[["/a","h","1",2,true]]}',
    '{"version":2,"files":[null]}',
  ];
  for (const text of broken) {
    it(`is unknown when its text is ${text || "empty"}`, () => {
      assert.equal(readPushManifest(text), undefined);
    });
  }

  it("is unknown when it was cut off anywhere", () => {
    const text = manifestText(
      new Map([["/a.txt", { hash: "00", sizeBytes: 3, modifiedAt: 5, isCertain: true }]]),
    );
    for (let length = 0; length < text.length; length++)
      assert.equal(readPushManifest(text.slice(0, length)), undefined, text.slice(0, length));
  });
});
