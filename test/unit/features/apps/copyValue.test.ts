// Copied values of rows, and links to apps: copying and opening agree.
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import * as vscode from "vscode";
import { appUri } from "../../../../src/editor/appUris";
import { appLink, rowValue } from "../../../../src/features/apps/copyValue";
import { readLink } from "../../../../src/features/links/openLink";
import { someAccount, someAccounts, someTeam } from "../../../support/someApp";

describe("the value of a row", () => {
  const account = someAccount({ teams: [someTeam()] });
  const accounts = someAccounts(account);
  const copied = (row: unknown) => rowValue(row, accounts);
  const ofApp = { account, accountId: "account", appId: "shop" };

  it("is a line's value, a file's path, or the name of a team, a person or an account", () => {
    assert.equal(copied({ ...ofApp, kind: "line", label: "ID", value: "shop" }), "shop");
    assert.equal(copied(appUri({ ...ofApp, path: "/src/main.py" })), "/src/main.py");
    assert.equal(copied({ kind: "group", account, teamId: "team" }), "Crew");
    assert.equal(copied({ kind: "group", account, teamId: "unknown" }), "unknown");
    assert.equal(copied({ kind: "group", account, teamId: undefined }), "Personal");
    assert.equal(copied({ kind: "session", account, value: "Firefox on Phone" }), "Firefox on Phone");
    assert.equal(copied({ kind: "team", account, team: someTeam() }), "Crew");
    assert.equal(copied({ kind: "person", account, team: someTeam(), person: { name: "Ada" } }), "Ada");
    assert.equal(copied({ kind: "account", account }), "me");
  });

  it("is absent without a row", () => {
    assert.equal(copied(undefined), undefined);
    assert.equal(copied("shop"), undefined);
  });
});

describe("a link to an app", () => {
  for (const appId of ["65a0c0ffee", "my app~1", "äpp:2"])
    it(`opens the app's dashboard: ${appId}`, () => {
      const link = vscode.Uri.parse(appLink("vscode", appId), true);
      assert.equal(`${link.scheme}://${link.authority}`, "vscode://hosted-apps.hosted-apps");
      assert.deepEqual(readLink(link), { kind: "app", appId });
    });
});
