// Lazy creation: once for all callers, again after a failure, and never only for disposal.
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { Lazy } from "../../../../src/core/async/lazy";

describe("something made on first use", () => {
  it("is created once for all callers", async () => {
    let made = 0;
    const part = new Lazy(async () => ++made);
    assert.equal(made, 0);
    assert.deepEqual(await Promise.all([part.get(), part.get()]), [1, 1]);
    assert.equal(await part.get(), 1);
  });

  it("is created again after a failure", async () => {
    let tries = 0;
    const part = new Lazy(async () => {
      if (++tries === 1) throw new Error("not now");
      return tries;
    });
    await assert.rejects(Promise.all([part.get(), part.get()]), /not now/);
    assert.equal(await part.get(), 2);
  });

  it("is not created for disposal, and is disposed once it is created", async () => {
    const seen: string[] = [];
    const part = new Lazy(async () => "part");
    part.ifUsed((each) => seen.push(each));
    await part.get();
    part.ifUsed((each) => seen.push(each));
    await Promise.resolve();
    assert.deepEqual(seen, ["part"]);
  });
});
