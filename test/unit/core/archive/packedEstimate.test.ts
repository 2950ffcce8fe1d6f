import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { estimatePackedBytes } from "../../../../src/core/archive/packedEstimate";

describe("the estimated size of an archive", () => {
  it("is far smaller for text, smaller for programs, and the same for compressed files", () => {
    const of = (path: string) => estimatePackedBytes([{ path, sizeBytes: 1_000_000 }]);
    assert.ok(of("src/main.py") < of("model.onnx"));
    assert.ok(of("model.onnx") < of("video.MP4"));
    assert.ok(of("video.MP4") >= 1_000_000);
    assert.equal(estimatePackedBytes([]), 0);
  });
});
