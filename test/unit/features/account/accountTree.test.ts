// Refresh in the Account and Teams view.
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import type { Accounts } from "../../../../src/accounts/accounts";
import { Emitter } from "../../../../src/core/async/emitter";
import { AccountTree } from "../../../../src/features/account/accountTree";
import { FakeClock } from "../../../support/fakeClock";
import { someAccount, someAccounts } from "../../../support/someApp";

describe("Refresh in the Account and Teams view", () => {
  it("reads the row's account, or all, and nothing for a team's row in the Apps view", async () => {
    const read: string[] = [];
    const nothing = new Emitter<never>().event;
    const account = someAccount();
    Object.assign(account.apps, { onDidChange: nothing, refresh: async () => read.push("apps") });
    Object.assign(account, { client: { getCurrentUser: async () => read.push("user") } });
    const accounts = { ...someAccounts(account), onDidChange: nothing, onDidReject: nothing };
    const tree = new AccountTree(accounts as unknown as Accounts, new FakeClock(), () => true);
    await tree.refresh({ kind: "group", account, teamId: "team" });
    assert.deepEqual(read, []);
    await tree.refresh({ kind: "account", account });
    await tree.refresh();
    assert.deepEqual(read, ["user", "apps", "user", "apps"]);
    tree.dispose();
  });
});
