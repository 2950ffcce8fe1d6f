import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { readFromPage, readSavedState } from "../../../../src/features/dashboard/readPage";

describe("the messages of the dashboard", () => {
  it("are accepted when they are complete", () => {
    assert.deepEqual(readFromPage({ type: "ready" }), { type: "ready" });
    assert.deepEqual(readFromPage({ type: "run", action: "restart" }), { type: "run", action: "restart" });
  });

  const toExtension = [undefined, "ready", { type: "run" }, { type: "run", action: "workbench.action.quit" }];
  for (const message of [...toExtension, { type: "reveal", key: 5 }, { type: "setState", value: {} }])
    it(`are refused from the page: ${JSON.stringify(message)}`, () =>
      assert.equal(readFromPage(message), undefined));

  it("restore nothing from a foreign state", () => {
    assert.equal(readSavedState({ accountId: "a", appId: 3, name: "x" }), undefined);
    assert.equal(readSavedState({ accountId: "a", appId: "b", name: "x", range: "1 year" }), undefined);
    assert.deepEqual(readSavedState({ accountId: "a", appId: "b", name: "x" }), {
      accountId: "a",
      appId: "b",
      name: "x",
    });
  });

  it("keep only their fields", () => {
    const saved = { accountId: "a", appId: "b", name: "x", environment: { SECRET: "canary" } };
    assert.ok(!JSON.stringify(readSavedState(saved)).includes("canary"));
  });
});
