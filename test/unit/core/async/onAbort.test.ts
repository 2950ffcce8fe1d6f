import assert from "node:assert/strict";
import { getEventListeners } from "node:events";
import { describe, it } from "mocha";
import { onAbort } from "../../../../src/core/async/onAbort";

describe("following a signal", () => {
  it("calls all listeners once, except removed ones", () => {
    const control = new AbortController();
    const called: string[] = [];
    onAbort(control.signal, () => called.push("a"));
    const leave = onAbort(control.signal, () => called.push("b"));
    onAbort(control.signal, () => called.push("c"));
    leave();
    control.abort();
    control.abort();
    assert.deepEqual(called, ["a", "c"]);
  });

  it("adds one listener for all, and removes it with the last", () => {
    const { signal } = new AbortController();
    const leaves = Array.from({ length: 30 }, () => onAbort(signal, () => undefined));
    assert.equal(getEventListeners(signal, "abort").length, 1);
    for (const leave of leaves) leave();
    assert.equal(getEventListeners(signal, "abort").length, 0);
  });

  it("works for listeners that are added after all were removed", () => {
    const control = new AbortController();
    const leave = onAbort(control.signal, () => assert.fail("has left"));
    leave();
    let called = 0;
    onAbort(control.signal, () => called++);
    leave();
    control.abort();
    assert.equal(called, 1);
  });
});
