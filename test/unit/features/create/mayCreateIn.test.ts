import assert from "node:assert/strict";
import { describe, it } from "mocha";
import type { Permissions } from "../../../../src/core/model/model";
import { mayCreateIn } from "../../../../src/features/create/mayCreateIn";
import { someTeam } from "../../../support/someApp";

const team = (permissions: Permissions) =>
  someTeam({ owner: "owner", members: [{ userId: "member", permissions }] });

describe("who may create an app in a team", () => {
  it("is its owner, whatever the flags say", () => {
    assert.equal(mayCreateIn(team({ canCreateApplication: false }), "owner"), true);
  });

  it("is a member unless the flag is off; a flag that was not sent denies nothing", () => {
    assert.equal(mayCreateIn(team({ canCreateApplication: true }), "member"), true);
    assert.equal(mayCreateIn(team({}), "member"), true);
    assert.equal(mayCreateIn(team({ canCreateApplication: false }), "member"), false);
  });
});
