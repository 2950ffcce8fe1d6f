// A team member's permissions in a mounted app. Numbers: test/README.md.
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { accessTo, fullAccess } from "../../../../../src/core/model/appAccess";
import type { Permissions, Team } from "../../../../../src/core/model/model";
import { someApp, someTeam } from "../../../../support/someApp";
import { bytes, isProblem, keep, mounted, save } from "./mountHarness";

describe("a mount that may only be read", () => {
  const readOnly = { canSee: true, canEdit: false, canDelete: false };

  it("marks its files and refuses every change without a request (30)", async () => {
    const { remote, mount } = mounted({ "/a.txt": "one" }, { access: () => readOnly });
    assert.equal((await mount.stat("/a.txt")).isReadOnly, true);
    remote.requests.length = 0;
    const changes = [
      mount.writeFile("/a.txt", bytes("two"), save),
      mount.createDirectory("/lib"),
      mount.delete("/a.txt", keep),
      mount.rename("/a.txt", "/b.txt", keep),
      mount.copy("/a.txt", "/b.txt", keep),
      mount.deleteAll(["/a.txt"]),
    ];
    for (const change of changes) await assert.rejects(change, isProblem("notAllowed"));
    assert.deepEqual(remote.requests, []);
  });

  it("waits to learn the permissions before the first change (30)", async () => {
    let access = fullAccess;
    const accessKnown = async (): Promise<void> => {
      access = readOnly;
    };
    const { remote, mount } = mounted({ "/a.txt": "one" }, { access: () => access, accessKnown });
    await assert.rejects(mount.writeFile("/a.txt", bytes("two"), save), isProblem("notAllowed"));
    assert.equal(remote.text("/a.txt"), "one");
  });

  it("shows nothing to a member who may not see files, and says so (30)", async () => {
    const { remote, mount } = mounted(
      { "/a.txt": "one" },
      { access: () => ({ ...readOnly, canSee: false }) },
    );
    for (const look of [mount.stat("/"), mount.readDirectory("/"), mount.readFile("/a.txt")])
      await assert.rejects(look, isProblem("notAllowed"));
    assert.deepEqual(remote.requests, []);
  });
});

describe("accessTo", () => {
  const app = someApp({ teamId: "t" });
  const teamWith = (permissions: Permissions): Team =>
    someTeam({ id: "t", owner: "owner", members: [{ userId: "me", permissions }] });
  const noEdit = teamWith({ canEditApplicationFiles: false });
  const blind = teamWith({ canSeeApplicationFiles: false, canDeleteApplicationFiles: false });

  for (const [title, of, team, user, denied] of [
    ["lets owners do everything", app, noEdit, "owner", {}],
    ["lets members do what no flag denies", app, teamWith({}), "me", {}],
    ["keeps members from editing", app, noEdit, "me", { canEdit: false }],
    ["keeps members from seeing and deleting", app, blind, "me", { canSee: false, canDelete: false }],
    ["forbids nothing in an app that it does not know of", undefined, undefined, "me", {}],
    ["forbids nothing in a team that it does not know of", app, undefined, "me", {}],
    ["forbids nothing to somebody whose part in the team it does not know", app, noEdit, "stranger", {}],
  ] as const)
    it(title, () => assert.deepEqual(accessTo(of, team, user), { ...fullAccess, ...denied }));
});
