// Calls that a team's flags deny, and the service's responses to them. Numbers: test/README.md.
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

describe("access to an app's files", () => {
  const noEdit: Flags = { canEditApplicationFiles: false };
  const blind: Flags = { canSeeApplicationFiles: false, canDeleteApplicationFiles: false };
  for (const [title, flags, who, denied] of [
    ["is everything for owners of the team", noEdit, { userId: "owner" }, {}],
    ["is everything for the app's owner", noEdit, { owner: "me" }, {}],
    ["is what no flag denies", {}, {}, {}],
    ["is not editing without that permission", noEdit, {}, { canEdit: false }],
    [
      "is neither reading nor deleting without those permissions",
      blind,
      {},
      { canSee: false, canDelete: false },
    ],
    ["is everything for a user with an unknown role in the team", noEdit, { userId: "stranger" }, {}],
  ] as const)
    it(`${title} (30)`, () => {
      const { app, permissions } = permissionsWith(flags, who);
      assert.deepEqual(permissions.accessTo(app.id), { ...fullAccess, ...denied });
      assert.deepEqual(permissions.accessTo("unknown"), fullAccess);
    });
});

describe("a denied permission", () => {
  const flags: Flags = { [restart]: false, canDeleteApplication: false };
  const states = (
    { app, permissions }: ReturnType<typeof permissionsWith>,
    name: PermissionName = restart,
  ) => [
    permissions.isRuledOut(app.id, name),
    permissions.mayTry(app.id, name),
    permissions.wasRefused(app.id, name),
  ];

  it("is a guess until the service allows the call, which is remembered for that permission alone", () => {
    const first = permissionsWith(flags);
    assert.deepEqual(states(first), [true, false, false]);
    first.permissions.answered("shop", restart, true);
    assert.deepEqual(states(first), [false, true, false]);
    assert.deepEqual(states(first, "canDeleteApplication"), [true, false, false]);
    assert.deepEqual(states(permissionsWith(flags, {}, first.kept)), [false, true, false]);
  });

  it("may be tried until the service refuses the call, which is remembered, too", () => {
    const tried = permissionsWith(flags);
    tried.permissions.tryAnyway(tried.app.id, restart);
    assert.deepEqual(states(tried), [true, true, false]);
    tried.permissions.answered("shop", restart, false);
    assert.deepEqual(states(tried), [true, false, true]);
    assert.deepEqual(states(permissionsWith(flags, {}, tried.kept)), [true, false, true]);
  });

  it("applies again once the service refuses the call", () => {
    const changed = permissionsWith(flags);
    changed.permissions.answered("shop", restart, true);
    changed.permissions.answered("shop", restart, false);
    assert.deepEqual(states(changed), [true, false, true]);
  });

  it("keeps its result when another window overwrites the memory at the same moment", () => {
    const [one, other] = [permissionsWith(flags), permissionsWith(flags)];
    one.permissions.answered("shop", restart, true);
    other.permissions.answered("shop", "canDeleteApplication", true);
    // The last writer's memory is what both read from then on.
    one.kept.value = other.kept.value;
    assert.deepEqual(states(one), [false, true, false]);
    one.permissions.answered("shop", "canEditApplicationFiles", true);
    one.permissions.answered("shop", "canDeleteApplication", false);
    const next = permissionsWith(flags, {}, one.kept);
    assert.deepEqual(states(next), [false, true, false]);
    assert.deepEqual(states(next, "canDeleteApplication"), [true, false, true]);
  });

  it("applies to creating an app in a team, but not to the team's owner", () => {
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

  it("is needed for remembering: results of allowed calls are not stored", () => {
    const { permissions, kept } = permissionsWith({});
    permissions.answered("shop", restart, false);
    permissions.answered("unknown", restart, true);
    assert.equal(kept.value, undefined);
  });
});
