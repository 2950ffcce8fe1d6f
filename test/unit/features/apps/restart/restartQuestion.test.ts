// A restart that an argument asks for: a link can be that argument, a row of the view cannot.
import assert from "node:assert/strict";
import { beforeEach, describe, it } from "mocha";
import * as vscode from "vscode";
import { withConsent } from "../../../../../src/editor/arguments/consent";
import { appCommands } from "../../../../../src/features/apps/appCommands";
import { type AskedWindow, askedWindow } from "../../../../support/askedWindow";
import { FakeClock } from "../../../../support/fakeClock";
import { someAccount, someAccounts, someApp, someTeam } from "../../../../support/someApp";

const sent = new Error("the request was sent");
const link = { accountId: "account", appId: "shop" };

describe("the question before a restart", () => {
  let window: AskedWindow;
  beforeEach(() => {
    window = askedWindow();
  });

  const account = someAccount({ apps: [someApp({ teamId: "team" })], teams: [someTeam()] });
  Object.assign(account.apps, {
    refreshApp: async () => {
      throw sent;
    },
  });
  const { "app.restart": restart } = appCommands(someAccounts(account), {} as never, new FakeClock(), {
    letGo: async () => [],
  });

  it("names the app, its account and its team, and restarts nothing without a yes", async () => {
    const arguments_ = [
      link,
      { account: { id: "account" }, appId: "shop" },
      vscode.Uri.from({ scheme: "hosted-app", authority: "account", path: "/shop/main.py" }),
    ];
    for (const argument of arguments_)
      await assert.rejects(async () => await restart(argument), { name: "CancelledError" });
    assert.deepEqual(
      window.asked.map(({ text, lines }) => [text, ...lines]),
      arguments_.map(() => [
        "Restart Shop?",
        "Shop of me",
        "The app belongs to the team Crew, whose members can read its files.",
        "The app is unavailable for a moment. Its files and settings do not change.",
      ]),
    );
    window.answer = "Restart";
    await assert.rejects(async () => await restart(link), sent);
  });

  it("is not asked for a row of the view, nor for a call of our own code", async () => {
    for (const argument of [{ kind: "app", account, appId: "shop" }, withConsent({ ...link })])
      await assert.rejects(async () => await restart(argument), sent);
    assert.deepEqual(window.asked, []);
  });
});
