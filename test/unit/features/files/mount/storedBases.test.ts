// Base versions of open documents over a reload of the window.
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { storedBases } from "../../../../../src/features/files/mount/storedBases";
import { MemoryState } from "../../../../support/memoryState";

const key = { accountId: "me", appId: "shop" };
const base = { hash: "one", compared: [{ sizeBytes: 3, modifiedAt: 1_000 }] };

/** With stored `bases` of the app. */
function windowState(bases?: unknown): MemoryState {
  const state = new MemoryState();
  storedBases(state, key).set("/a.txt", base);
  const [name = ""] = state.keys();
  if (bases !== undefined) void state.update(name, bases);
  return state;
}

describe("the bases of open documents", () => {
  it("are remembered until they are forgotten, and written only when they change", () => {
    const state = windowState();
    const bases = storedBases(state, key);
    bases.set("/a.txt", { ...base, compared: [...base.compared] });
    assert.deepEqual([storedBases(state, key).get("/a.txt"), state.updates], [base, 1]);
    bases.set("/a.txt", undefined);
    assert.equal(storedBases(state, key).get("/a.txt"), undefined);
  });

  it("that cannot be read are skipped, and the others are used", () => {
    const bases = storedBases(windowState({ "/a.txt": base, "/b.txt": { hash: 5 }, "/c.txt": null }), key);
    assert.deepEqual(
      ["/a.txt", "/b.txt", "/c.txt"].map((path) => bases.get(path)),
      [base, undefined, undefined],
    );
    assert.equal(storedBases(windowState("damaged"), key).get("/a.txt"), undefined);
  });
});
