// Reported conditions of watched apps, over a reload of the window.
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import type { AppKey } from "../../../../src/core/model/appKey";
import { keepConditions, readConditions } from "../../../../src/features/metrics/storedMetrics";
import { MemoryState } from "../../../support/memoryState";

const app = (appId: string): AppKey => ({ accountId: "me", appId });

describe("the reported conditions of a watched app", () => {
  it("are stored while they last, and for an app that was not read yet", async () => {
    const state = new MemoryState();
    const looping = { active: ["crashLoop" as const], lastStartAt: 5 };
    const watched = [app("shop"), app("mail")];
    await keepConditions(state, watched, { conditionsToKeep: () => looping });
    assert.deepEqual(readConditions(state, app("shop")), looping);

    const conditionsToKeep = ({ appId }: AppKey) => (appId === "shop" ? undefined : { active: [] });
    await keepConditions(state, watched, { conditionsToKeep });
    assert.deepEqual(readConditions(state, app("shop")), looping);
    assert.equal(readConditions(state, app("mail")), undefined);
  });

  it("stay until the app was read, also while no account has listed it", async () => {
    const state = new MemoryState();
    const down = { active: ["down" as const] };
    await keepConditions(state, [app("shop")], { conditionsToKeep: () => down });
    await keepConditions(state, [], { conditionsToKeep: () => undefined });
    assert.deepEqual(readConditions(state, app("shop")), down);
    await keepConditions(state, [], { conditionsToKeep: () => down });
    assert.equal(readConditions(state, app("shop")), undefined);
  });

  it("are empty in another shape", async () => {
    const state = new MemoryState();
    await state.update("lastingConditions", { "me/shop": { active: "down" }, "me/mail": 5 });
    assert.equal(readConditions(state, app("shop"))?.active.includes("down") ?? false, false);
    assert.equal(readConditions(state, app("mail")), undefined);
  });
});
