// In which unit the service may have said the memory of all apps.
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { totalMemoryBytes } from "../../../../src/core/metrics/totalMemory";
import { megabyte, someApp } from "../../../support/someApp";

describe("the memory of all apps", () => {
  const apps = [someApp({ memoryMB: 256 }), someApp({ memoryMB: 512 })];

  it("is read as megabytes or as bytes, whichever the limits of the apps allow", () => {
    assert.equal(totalMemoryBytes(768, apps), 768 * megabyte);
    assert.equal(totalMemoryBytes(500 * megabyte, apps), 500 * megabyte);
    assert.equal(totalMemoryBytes(0, apps), 0);
  });

  it("is not known where the number fits neither, or nothing tells which it is", () => {
    assert.equal(totalMemoryBytes(1e15, apps), undefined);
    assert.equal(totalMemoryBytes(768, [someApp()]), undefined);
    assert.equal(totalMemoryBytes(undefined, apps), undefined);
  });
});
