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
    const roles = ["olga", "max", "zoe"].map((user) => roleIn(team, user));
    assert.deepEqual(roles, ["owner", "member", "unknown"]);
  });

  it("rules out only what a flag says no to", () => {
    assert.ok(isRuledOut(team, "max", "canDeleteApplication"));
    for (const flag of ["canCreateApplication", "canCreateDatabase"] as const)
      assert.ok(!isRuledOut(team, "max", flag), flag);
    assert.ok(!isRuledOut(team, "zoe", "canDeleteApplication"));
    assert.ok(!isRuledOut(undefined, "max", "canDeleteApplication"));
  });

  it("lets an owner do everything, whatever flags they have as a member", () => {
    assert.equal(isRuledOut(team, "olga", "canDeleteApplication"), false);
    assert.ok(Object.values(permissionsIn(team, "olga")).every((flag) => flag));
  });
});
