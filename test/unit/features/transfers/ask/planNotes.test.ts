// The notes above the rows of a push: the commit, the team, and an app that also deploys from a repository.
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { planNotes } from "../../../../../src/features/transfers/ask/planNotes";

const commit = "a1b2c3d4e5f60718293a4b5c6d7e8f9001122334";
const git = { commit, branch: "main", subject: "Fix tea", uncommitted: 3 };
const last = { folder: "file:///a", commit: `9${commit.slice(1)}`, uncommitted: 0, at: 0 };
const twoHoursMs = 7_200_000;

describe("the notes of a push", () => {
  it("show the commit, uncommitted changes, the last push, and the team", () => {
    const note = (more: object) =>
      planNotes({ git, last: undefined, app: undefined, team: undefined, now: twoHoursMs, ...more });
    assert.deepEqual(note({}), ["main a1b2c3d · Fix tea · 3 uncommitted files"]);
    assert.deepEqual(note({ last }), [
      "main a1b2c3d · Fix tea · 3 uncommitted files · pushed last: 91b2c3d, 2 h ago",
    ]);
    assert.deepEqual(note({ last: { ...last, commit }, git: { ...git, uncommitted: 0 } }), [
      "main a1b2c3d · Fix tea · this commit was pushed 2 h ago",
    ]);
    assert.deepEqual(note({ git: undefined, last }), []);
    assert.deepEqual(note({ git: undefined, team: { name: "Crew" } }), [
      "The app belongs to the team Crew, whose members may be able to read its files.",
    ]);
  });

  it("warn of a repository that the app also deploys from", () => {
    const warned = (app: object) =>
      planNotes({
        ...{ git: undefined, last: undefined, team: undefined, now: 0 },
        app: { deployments: [], ...app },
      });
    const repository = { id: "1", owner: "ann", name: "shop", branch: "main" };
    assert.deepEqual(warned({}), []);
    assert.deepEqual(warned({ repository }), [
      "This app also deploys from ann/shop (main), which may overwrite what you push.",
    ]);
    assert.deepEqual(warned({ deployments: [{ branch: "main" }] }), [
      "This app also deploys from main, which may overwrite what you push.",
    ]);
    assert.deepEqual(warned({ deployments: [{}] }), [
      "This app also deploys from a repository, whose next deployment may overwrite what you push.",
    ]);
  });
});
