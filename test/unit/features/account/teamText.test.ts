// A team's page: permissions in words, and escaped text of the service.
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { personTooltip } from "../../../../src/features/account/accountItems";
import { peopleOf, permissionCount } from "../../../../src/features/account/teamPeople";
import { teamPage } from "../../../../src/features/account/teamText";
import { someTeam } from "../../../support/someApp";

const member = (userId: string, canSeeApplicationFiles?: boolean) => ({
  userId,
  permissions: canSeeApplicationFiles === undefined ? {} : { canSeeApplicationFiles },
});

describe("a team's page", () => {
  it("lists allowed and denied permissions, without unknown ones", () => {
    const permissions = { canSeeApplicationFiles: true, canDeleteApplicationFiles: false };
    const team = someTeam({ owner: "ada", members: [{ userId: "me", permissions }] });
    const page = teamPage(team, "me", ["Shop"]);
    assert.match(page, /Apps in this team: Shop\./);
    assert.match(page, /The service decides\./);
    assert.match(page, /You can: see app files\./);
    assert.match(page, /Turned off for you: delete app files\./);
    assert.doesNotMatch(page, /Turned off for you:.*databases/);
  });

  it("says that the owner may do everything, and that a stranger's role is unknown", () => {
    assert.match(teamPage(someTeam({ owner: "me" }), "me", []), /You own this team/);
    assert.match(teamPage(someTeam(), "me", []), /doesn't report your role/);
  });

  it("shows a name that is Markdown as text, in its own table cell", () => {
    const team = someTeam({ name: "# [x](command:y) | <b>\nz", members: [member("a|b")] });
    const page = teamPage(team, "me", []);
    assert.match(page, /^# \\# \\\[x\\\]\\\(command\\:y\\\) \\\| \\<b\\> z$/m);
    assert.match(page, /a\\\|b/);
  });

  it("splits many people into several tables", () => {
    const members = Array.from({ length: 11 }, (_, index) => member(`user${index}`));
    assert.equal(teamPage(someTeam({ members }), "me", []).match(/\| Permission \|/g)?.length, 3);
  });
});

describe("the people of a team", () => {
  it("have the end of an invitation's subscription in their hover, if any", () => {
    const invite = { email: "bo@example.com", permissions: {} };
    const subscriptionEndsAt = Date.UTC(2031, 5, 15);
    const invites = [{ ...invite, subscriptionEndsAt }, invite];
    const [ends, open] = peopleOf(someTeam({ invites }), "me").map((each) => personTooltip(each).value);
    assert.match(ends ?? "", /Subscription ends.*2031/);
    assert.doesNotMatch(open ?? "", /Subscription/);
  });

  it("are the owner, the members and the invited; an owner who is also a member is listed once", () => {
    const invites = [{ email: "eve@example.org", permissions: {} }, { permissions: {} }];
    const team = someTeam({ owner: "me", members: [member("me"), member("bob", true)], invites });
    const people = peopleOf(team, "me");
    assert.deepEqual(
      people.map(({ name, role }) => `${name} ${role}`),
      ["You owner", "bob member", "eve@example.org invited", "Unknown invited"],
    );
  });

  it("have a count of twelve permissions, or none when unknown", () => {
    assert.equal(
      permissionCount({ canCreateDatabase: true, canSeeApplicationFiles: false }),
      "1 of 12 permissions",
    );
    assert.equal(permissionCount({}), "permissions unknown");
  });
});
