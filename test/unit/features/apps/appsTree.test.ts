// Rows of the Apps view that depend on responses.
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import type { Accounts } from "../../../../src/accounts/accounts";
import { Emitter } from "../../../../src/core/async/emitter";
import { appUri } from "../../../../src/editor/appUris";
import { AppsTree } from "../../../../src/features/apps/appsTree";
import { FakeClock } from "../../../support/fakeClock";
import { MemoryState } from "../../../support/memoryState";
import { someAccount, someAccounts, someApp, someMember } from "../../../support/someApp";
import { commands, workspace } from "../../../support/vscodeParts";

describe("the Apps view of a member", () => {
  it("redraws the account's apps when the service allowed a denied call", async () => {
    const nothing = new Emitter<never>().event;
    const restart = "canChangeStatusApplication";
    const member = someMember({ [restart]: false });
    const other = Object.assign(someAccount({ apps: [someApp({ id: "mail" })] }), { id: "other" });
    for (const { apps } of [member, other])
      Object.assign(apps, { onDidChange: nothing, refresh: async () => undefined });
    const accounts = { ...someAccounts(member, other), onDidChange: nothing, onDidReject: nothing };
    const tree = new AppsTree(accounts as unknown as Accounts, new MemoryState(), new FakeClock());
    await tree.load();
    const drawn: string[][] = [];
    tree.onDidChangeTreeData((nodes) => drawn.push((nodes ?? []).map(({ account }) => account.id)));
    const offered = async () => {
      const row = tree.row("app/account/shop");
      return row && (await tree.getTreeItem(row)).contextValue?.includes("restartable");
    };
    assert.equal(await offered(), false);
    member.permissions.answered("shop", restart, true);
    assert.deepEqual(drawn, [["account"]]);
    assert.equal(await offered(), true);
    tree.dispose();
  });

  it("updates folder menus when a folder is opened, and when the service allowed a denied call", async () => {
    const nothing = new Emitter<never>().event;
    const opened = new Emitter<void>();
    const restart = "canChangeStatusApplication";
    const member = someMember({ [restart]: false });
    Object.assign(member.apps, { onDidChange: nothing, refresh: async () => undefined });
    let denied: readonly string[] | undefined;
    Object.assign(commands, {
      executeCommand: async (_: string, key: string, value: readonly string[]) => {
        if (key === "hostedApps.notRestartable") denied = value;
      },
    });
    Object.assign(workspace, { onDidChangeWorkspaceFolders: opened.event, workspaceFolders: [] });
    const accounts = { ...someAccounts(member), onDidChange: nothing, onDidReject: nothing };
    const tree = new AppsTree(accounts as unknown as Accounts, new MemoryState(), new FakeClock());
    await tree.load();
    const uri = appUri({ accountId: "account", appId: "shop", path: "/" });
    Object.assign(workspace, { workspaceFolders: [{ uri }] });
    opened.fire();
    assert.deepEqual(denied, [String(uri)]);
    member.permissions.answered("shop", restart, true);
    assert.deepEqual(denied, []);
    tree.dispose();
  });
});
