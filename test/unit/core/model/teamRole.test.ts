import assert from "node:assert/strict";
import { describe, it } from "mocha";
import type { Team } from "../../../../src/core/model/model";
import { isRuledOut, permissionsIn, roleIn } from "../../../../src/core/model/teamRole";

const team: Team = {
  id: "t",
  name: "Studio",
  owner: "olga",
  members: [
    { userId: "max", permissions: { canCreateApplication: true, canDeleteApplication: false } },
    { userId: "olga", permissions: { canDeleteApplication: false } },
  ],
  invites: [],
};

describe("a user's role in a team", () => {
  it("is owner, member, or unknown", () => {
    assert.deepEqual(
      ["olga", "max", "zoe"].map((user) => roleIn(team, user)),
      ["owner", "member", "unknown"],
    );
  });

  it("rules out only what a flag says no to", () => {
    assert.equal(isRuledOut(team, "max", "canDeleteApplication"), true);
    assert.equal(isRuledOut(team, "max", "canCreateApplication"), false);
    assert.equal(isRuledOut(team, "max", "canCreateDatabase"), false);
    assert.equal(isRuledOut(team, "zoe", "canDeleteApplication"), false);
    assert.equal(isRuledOut(undefined, "max", "canDeleteApplication"), false);
  });

  it("lets an owner do everything, whatever flags they have as a member", () => {
    assert.equal(isRuledOut(team, "olga", "canDeleteApplication"), false);
    assert.ok(Object.values(permissionsIn(team, "olga")).every((flag) => flag));
  });
});
