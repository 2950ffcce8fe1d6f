// Watched apps: selected ones and the window's own.
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { Emitter } from "../../../../src/core/async/emitter";
import type { AppChoice } from "../../../../src/editor/pickApp";
import { WatchedApps } from "../../../../src/features/metrics/watchedApps";
import { MemoryState } from "../../../support/memoryState";

describe("the watched apps", () => {
  const app = (appId: string): AppChoice => ({ accountId: "one", appId, name: appId });

  function watchedApps(...all: readonly AppChoice[]) {
    const state = new MemoryState();
    const watched = new WatchedApps(state, { all, onDidChange: new Emitter<void>().event });
    return { watched, values: state.values, ids: () => watched.all.map(({ appId }) => appId) };
  }

  it("are the selected ones and the window's own, each once", async () => {
    const { watched, ids } = watchedApps(app("own"), app("shop"));
    await watched.add(app("shop"));
    assert.deepEqual(ids(), ["shop", "own"]);
    assert.deepEqual([watched.has(app("own")), watched.isChosen(app("own"))], [true, false]);
  });

  it("exclude one of the window's own that the user stopped watching, until it is watched again", async () => {
    const { watched, ids } = watchedApps(app("own"));
    await watched.remove(app("own"));
    assert.deepEqual(ids(), []);
    await watched.add(app("own"));
    assert.deepEqual(ids(), ["own"]);
  });

  it("remove a deleted one from the stored lists", async () => {
    const { watched, values } = watchedApps();
    await watched.add(app("shop"));
    assert.deepEqual([await watched.forget(app("shop")), await watched.forget(app("shop"))], [true, false]);
    const own = watchedApps(app("own"));
    await own.watched.remove(app("own"));
    assert.match([...own.values.values()].join(""), /"own"/);
    assert.equal(await own.watched.forget(app("own")), false);
    for (const left of [values, own.values]) assert.doesNotMatch([...left.values()].join(""), /"shop"|"own"/);
  });
});
