// Completed steps of the walkthrough stay completed in the next window.
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { registerContextKeys, setContext } from "../../../src/editor/contextKeys";
import { MemoryState } from "../../support/memoryState";
import { commands, window } from "../../support/vscodeParts";

describe("the keys of the walkthrough", () => {
  it("are stored once they are true, and set again beside an open walkthrough", async () => {
    const set: string[] = [];
    commands["executeCommand"] = async (_id: string, key: string, value: unknown) =>
      void set.push(`${key.replace("hostedApps.", "")}=${value}`);
    const onDidChangeTabs = () => ({ dispose: () => undefined });
    window["tabGroups"] = { all: [{ tabs: [{ input: undefined }] }], onDidChangeTabs };
    const state = new MemoryState();
    await state.update("walkthrough.done", ["hasCreated"]);
    registerContextKeys(state);
    assert.ok(set.includes("hasCreated=true") && !set.includes("hasPushed=true"), set.join());
    assert.deepEqual(set.slice(-2), ["walkthroughOpened=true", "walkthroughOpened=false"]);
    for (const value of [true, false]) setContext("hasMount", value);
    setContext("hasPushed", true);
    assert.deepEqual(state.get("walkthrough.done"), ["hasCreated", "hasPushed"]);
  });
});
