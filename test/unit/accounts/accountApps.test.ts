// What is known of an account's apps and teams.
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { AccountApps } from "../../../src/accounts/accountApps";
import type { ServiceClient } from "../../../src/api/serviceClient";
import { FakeClock } from "../../support/fakeClock";
import { someApp, someTeam } from "../../support/someApp";

describe("the team of an app", () => {
  it("is as it was read last, whichever of its apps brought it", () => {
    const apps = new AccountApps({} as ServiceClient, new FakeClock());
    const older = someTeam({ name: "Older" });
    const newer = someTeam({ name: "Newer" });
    apps.put(someApp({ id: "shop", teamId: "team", team: older }));
    apps.put(someApp({ id: "mail", teamId: "team", team: newer }));
    assert.deepEqual(apps.teamOf(apps.find("shop")), newer);
    assert.deepEqual(apps.teamOf({ teamId: "team" }), newer);
  });

  it("is the one that its list brought, while no single app was read", () => {
    const apps = new AccountApps({} as ServiceClient, new FakeClock());
    const team = someTeam();
    assert.deepEqual(apps.teamOf(someApp({ teamId: "team", team })), team);
    assert.equal(apps.teamOf({ teamId: "team" }), undefined);
    assert.equal(apps.teamOf(undefined), undefined);
  });
});
