// What flags of a team rule out, and what the service's own answers make of it. Numbers: test/README.md.
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { AccountPermissions } from "../../../src/accounts/accountPermissions";
import { fullAccess } from "../../../src/core/model/appAccess";
import type { Permissions as Flags, PermissionName } from "../../../src/core/model/model";
import { someApp, someTeam } from "../../support/someApp";

const restart = "canChangeStatusApplication";

function permissionsWith(
  flags: Flags,
  { userId = "me", owner = "you" } = {},
  kept: { value?: unknown } = {},
) {
  const team = someTeam({ id: "t", owner: "owner", members: [{ userId: "me", permissions: flags }] });
  const app = someApp({ teamId: "t", userId: owner });
  const apps = {
    find: (id: string) => (id === app.id ? app : undefined),
    teamOf: (of: unknown) => (of ? team : undefined),
  };
  const memory = { read: () => kept.value, write: (value: unknown) => void Object.assign(kept, { value }) };
  return {
    app,
    kept,
    permissions: new AccountPermissions(
      { id: "a", baseUrl: "https://api.example.com", userId, apps },
      memory,
    ),
  };
}

describe("what may be done with an app's files", () => {
  const noEdit: Flags = { canEditApplicationFiles: false };
  const blind: Flags = { canSeeApplicationFiles: false, canDeleteApplicationFiles: false };
  for (const [title, flags, who, denied] of [
    ["is everything for owners of the team", noEdit, { userId: "owner" }, {}],
    ["is everything for those whose app it is", noEdit, { owner: "me" }, {}],
    ["is what no flag denies", {}, {}, {}],
    ["is not editing without that flag", noEdit, {}, { canEdit: false }],
    ["is neither seeing nor deleting without those", blind, {}, { canSee: false, canDelete: false }],
    ["is everything for somebody whose part in the team is not known", noEdit, { userId: "stranger" }, {}],
  ] as const)
    it(`${title} (30)`, () => {
      const { app, permissions } = permissionsWith(flags, who);
      assert.deepEqual(permissions.accessTo(app.id), { ...fullAccess, ...denied });
      assert.deepEqual(permissions.accessTo("unknown"), fullAccess);
    });
});

describe("a flag that says no", () => {
  const flags: Flags = { [restart]: false, canDeleteApplication: false };
  const states = (
    { app, permissions }: ReturnType<typeof permissionsWith>,
    name: PermissionName = restart,
  ) => [
    permissions.isRuledOut(app.id, name),
    permissions.mayTry(app.id, name),
    permissions.wasRefused(app.id, name),
  ];

  it("is a guess until the service has done it all the same, which is remembered for that flag alone", () => {
    const first = permissionsWith(flags);
    assert.deepEqual(states(first), [true, false, false]);
    first.permissions.answered("shop", restart, true);
    assert.deepEqual(states(first), [false, true, false]);
    assert.deepEqual(states(first, "canDeleteApplication"), [true, false, false]);
    assert.deepEqual(states(permissionsWith(flags, {}, first.kept)), [false, true, false]);
  });

  it("may be tried until the service has refused it, which is remembered too", () => {
    const tried = permissionsWith(flags);
    tried.permissions.tryAnyway(tried.app.id, restart);
    assert.deepEqual(states(tried), [true, true, false]);
    tried.permissions.answered("shop", restart, false);
    assert.deepEqual(states(tried), [true, false, true]);
    assert.deepEqual(states(permissionsWith(flags, {}, tried.kept)), [true, false, true]);
  });

  it("no longer counts once the service refuses what it did before", () => {
    const changed = permissionsWith(flags);
    changed.permissions.answered("shop", restart, true);
    changed.permissions.answered("shop", restart, false);
    assert.deepEqual(states(changed), [true, false, true]);
  });

  it("keeps its answer when another window writes over it at the same moment", () => {
    const [one, other] = [permissionsWith(flags), permissionsWith(flags)];
    one.permissions.answered("shop", restart, true);
    other.permissions.answered("shop", "canDeleteApplication", true);
    // The last one that wrote is what both read from then on.
    one.kept.value = other.kept.value;
    assert.deepEqual(states(one), [false, true, false]);
    one.permissions.answered("shop", "canEditApplicationFiles", true);
    one.permissions.answered("shop", "canDeleteApplication", false);
    const next = permissionsWith(flags, {}, one.kept);
    assert.deepEqual(states(next), [false, true, false]);
    assert.deepEqual(states(next, "canDeleteApplication"), [true, false, true]);
  });

  it("is known of a team in which an app is to be created, but not of its owner", () => {
    const place = { teamId: "t" };
    const name = "canCreateApplication";
    const member = permissionsWith({ [name]: false }).permissions;
    assert.equal(member.isRuledOut(place, name), true);
    assert.equal(member.refusal(place, name).app?.team?.name, "Crew");
    member.answered(place, name, true);
    assert.equal(member.isRuledOut(place, name), false);
    assert.equal(
      permissionsWith({ [name]: false }, { userId: "owner" }).permissions.isRuledOut(place, name),
      false,
    );
    assert.equal(permissionsWith({}).permissions.isRuledOut(place, name), false);
  });

  it("is all that is remembered: answers that no flag speaks against are not", () => {
    const { permissions, kept } = permissionsWith({});
    permissions.answered("shop", restart, false);
    permissions.answered("unknown", restart, true);
    assert.equal(kept.value, undefined);
  });
});
