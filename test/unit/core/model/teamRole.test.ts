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

  it("denies only what a flag denies", () => {
    assert.ok(isRuledOut(undefined, team, "max", "canDeleteApplication"));
    for (const flag of ["canCreateApplication", "canCreateDatabase"] as const)
      assert.ok(!isRuledOut(undefined, team, "max", flag), flag);
    assert.ok(!isRuledOut(undefined, team, "zoe", "canDeleteApplication"));
    assert.ok(!isRuledOut(undefined, undefined, "max", "canDeleteApplication"));
  });

  it("denies nothing in the user's own app", () => {
    assert.equal(isRuledOut({ userId: "max" }, team, "max", "canDeleteApplication"), false);
    assert.equal(isRuledOut({ userId: "olga" }, team, "max", "canDeleteApplication"), true);
  });

  it("allows an owner everything, whatever their flags as a member", () => {
    assert.equal(isRuledOut(undefined, team, "olga", "canDeleteApplication"), false);
    assert.ok(Object.values(permissionsIn(team, "olga")).every((flag) => flag));
  });
});
