// A restart by an argument, which may come from a link, unlike a row of the view.
import assert from "node:assert/strict";
import { beforeEach, describe, it } from "mocha";
import * as vscode from "vscode";
import type { Account } from "../../../../../src/accounts/accounts";
import { silentLogger } from "../../../../../src/core/logger";
import { withConsent } from "../../../../../src/editor/commands/consent";
import { appCommands } from "../../../../../src/features/apps/appCommands";
import { type AskedWindow, askedWindow } from "../../../../support/askedWindow";
import { FakeClock } from "../../../../support/fakeClock";
import { MemoryState } from "../../../../support/memoryState";
import { someAccount, someAccounts, someApp, someMember, someTeam } from "../../../../support/someApp";
import { workspace, workspaceFiles } from "../../../../support/vscodeParts";

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
  const commandsOf = (own: Account) =>
    appCommands(someAccounts(own), {} as never, {
      loadFiles: async () => Promise.reject(new Error("not needed")),
      onAppDeleted: async () => [],
      settledFiles: async () => undefined,
      loadReleases: async () => ({ list: async () => [] }),
      explain: async () => undefined,
      ...{ clock: new FakeClock(), logger: silentLogger, state: new MemoryState() },
    });
  const { "app.restart": restart } = commandsOf(account);

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
        "Shop in the account me",
        "The app belongs to the team Crew, whose members may be able to read its files.",
        "The app is unavailable for a moment. Its files and settings don't change.",
      ]),
    );
    window.answer = "Restart";
    await assert.rejects(async () => await restart(link), sent);
  });

  it("is not asked for a row of the view, nor for a call by the extension", async () => {
    for (const argument of [{ kind: "app", account, appId: "shop" }, withConsent({ ...link })])
      await assert.rejects(async () => await restart(argument), sent);
    assert.deepEqual(window.asked, []);
  });

  it("is asked for a production target of an open folder, wherever the restart starts", async () => {
    const row = { kind: "app", account, appId: "shop" };
    const open = (targets: unknown): void => {
      const folder = { uri: vscode.Uri.file("/work"), name: "work", index: 0 };
      workspace["workspaceFolders"] = [folder];
      const text = typeof targets === "string" ? targets : JSON.stringify({ targets });
      workspaceFiles({ "/work/hosted-app.json": text });
    };
    open({ live: { appId: "shop" }, production: { appId: "other" } });
    await assert.rejects(async () => await restart(row), sent);
    assert.equal(window.asked.length, 0);

    open({ live: { appId: "other" }, production: { appId: "shop" } });
    for (const argument of [row, withConsent({ ...link })])
      await assert.rejects(async () => await restart(argument), { name: "CancelledError" });
    assert.deepEqual(
      window.asked.map(({ text }) => text),
      Array(2).fill("Restart Shop (production)?"),
    );
    await assert.rejects(async () => await restart({ ...link, confirm: true }), { name: "CancelledError" });
    await assert.rejects(async () => await restart(withConsent({ ...link, confirm: true })), sent);
    assert.equal(window.asked.length, 3);

    open("{ not readable");
    await assert.rejects(async () => await restart(row), { name: "CancelledError" });
    assert.equal(window.asked.at(-1)?.text, "Restart Shop?");
  });

  it("offers to try where the user's flags deny it, and is not asked for a task", async () => {
    const member = someMember({ canChangeStatusApplication: false });
    Object.assign(member.apps, account.apps, { find: member.apps.find, teamOf: member.apps.teamOf });
    const { "app.restart": restartTheirs } = commandsOf(member);
    const row = { kind: "app", account: member, appId: "shop" };
    await assert.rejects(async () => await restartTheirs(row), { name: "CancelledError" });
    assert.equal(window.asked[0]?.text, "Your permissions may not include this. Try anyway?");
    const task = withConsent({ ...link, confirm: true });
    await assert.rejects(async () => await restartTheirs(task), { kind: "forbidden" });
    assert.equal(window.asked.length, 1);
    window.answer = "Try Anyway";
    await assert.rejects(async () => await restartTheirs(row), sent);
  });
});
