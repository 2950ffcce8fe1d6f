// VS Code's state of a deleted app.
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { forgetApp } from "../../../src/editor/state/appDeleted";
import { type StateKey, type StateMemory, stateShapes } from "../../../src/editor/state/stateMemory";

describe("the state of a deleted app", () => {
  it("is forgotten under every key by app, and that of other apps stays", async () => {
    const stored = new Map<string, unknown>();
    const state: StateMemory = {
      get: (key) => stored.get(key),
      update: async (key, value) => void (value === undefined ? stored.delete(key) : stored.set(key, value)),
    };
    const byApp = Object.entries(stateShapes).flatMap(([key, shape]) => (shape === "byApp" ? [key] : []));
    const ofApps = Object.entries(stateShapes).flatMap(([key, shape]) => (shape === "app" ? [key] : []));
    assert.ok(byApp.length > 1 && ofApps.length > 1);
    for (const key of byApp) stored.set(key, { "ann/shop": ["gone"], "ann/mail": ["kept"] });
    for (const key of ofApps) for (const app of ["shop", "mail"]) stored.set(`${key}ann/${app}`, app);
    stored.set("watchedApps" satisfies StateKey, [{ accountId: "ann", appId: "mail" }]);
    await forgetApp([state], { accountId: "ann", appId: "shop" });
    for (const key of byApp) assert.deepEqual(stored.get(key), { "ann/mail": ["kept"] });
    assert.deepEqual(
      [...stored.keys()].filter((key) => key.includes("ann/")),
      ofApps.map((key) => `${key}ann/mail`),
    );
    assert.equal(stored.has("watchedApps"), true);
  });
});
