import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { type AppRelease, pushedCommit } from "../../../../src/core/transfers/release";

const release = (number: number, own: Partial<AppRelease>): AppRelease => ({
  ...{ appId: "shop", number, at: number, kind: "push", result: "complete", changed: 1 },
  ...{ folder: "file:///shop", settings: {}, files: "" },
  commit: { commit: `c${number}`, branch: undefined, subject: undefined, uncommitted: 0 },
  ...own,
});

describe("the commit that an app has", () => {
  const push = release(1, {});

  it("is that of the newest push, whatever files were saved since", () => {
    const save = release(2, { kind: "save", commit: undefined });
    assert.deepEqual([pushedCommit([save, push])?.commit, pushedCommit([save, push])?.at], ["c1", 1]);
  });

  it("is not known after an undo, nor after a push that was incomplete", () => {
    const undo = release(2, { kind: "undo", commit: undefined });
    assert.equal(pushedCommit([undo, push]), undefined);
    assert.equal(pushedCommit([release(2, { result: "incomplete" }), push]), undefined);
  });
});
