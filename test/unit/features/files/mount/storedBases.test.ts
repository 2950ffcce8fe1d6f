// What is remembered of open documents over a reload of the window.
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import type * as vscode from "vscode";
import { storedBases } from "../../../../../src/features/files/mount/storedBases";

const key = { accountId: "me", appId: "shop" };
const base = { hash: "one", compared: [{ sizeBytes: 3, modifiedAt: 1_000 }] };

/** The window's state, and how often something was written to it. */
function windowState() {
  const values = new Map<string, unknown>();
  let updates = 0;
  const state = {
    get: (name: string, otherwise: unknown) => values.get(name) ?? otherwise,
    update: async (name: string, value: unknown) => {
      updates++;
      values.set(name, value);
    },
  } as unknown as vscode.Memento;
  return { state, values, updates: () => updates };
}

describe("the bases of open documents", () => {
  it("are remembered until they are forgotten, and written only when they change", () => {
    const { state, updates } = windowState();
    const bases = storedBases(state, key);
    bases.set("/a.txt", base);
    bases.set("/a.txt", { ...base, compared: [...base.compared] });
    assert.deepEqual([storedBases(state, key).get("/a.txt"), updates()], [base, 1]);
    bases.set("/a.txt", undefined);
    assert.equal(storedBases(state, key).get("/a.txt"), undefined);
  });

  it("are known by their hash when an earlier version has written that alone", () => {
    const { state, values } = windowState();
    storedBases(state, key).set("/a.txt", base);
    const [name = ""] = values.keys();
    values.set(name, { "/a.txt": "one" });
    assert.deepEqual(storedBases(state, key).get("/a.txt"), { hash: "one", compared: [] });
  });

  it("that cannot be read are left out, and the others are known", () => {
    const { state, values } = windowState();
    storedBases(state, key).set("/a.txt", base);
    const [name = ""] = values.keys();
    values.set(name, { "/a.txt": base, "/b.txt": { hash: 5 }, "/c.txt": null });
    const bases = storedBases(state, key);
    assert.deepEqual(
      ["/a.txt", "/b.txt", "/c.txt"].map((path) => bases.get(path)),
      [base, undefined, undefined],
    );
    values.set(name, "damaged");
    assert.equal(bases.get("/a.txt"), undefined);
  });
});
