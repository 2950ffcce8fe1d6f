// The question at sign-out and its buttons.
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import * as vscode from "vscode";
import type { Account } from "../../../../src/accounts/accounts";
import type { Transfer } from "../../../../src/core/transfers/transferList";
import { accountCommands } from "../../../../src/features/account/accountCommands";
import { signOutConfirmed } from "../../../../src/features/account/signOut";
import { someAccounts } from "../../../support/someApp";
import { answerNotices, commands, workspace } from "../../../support/vscodeParts";

async function signOut(answer: string | undefined, isLocal = false, inFlight: readonly Transfer[] = []) {
  const account = { id: "ann", label: "Ann (a.example)", isLocal } as Account;
  const done: string[] = [];
  const accounts = Object.assign(someAccounts(account), {
    remove: async (id: string) => void done.push(`signed out ${id}`),
  });
  const shown = answerNotices(() => answer);
  const forgetBackups = async (id: string) => void done.push(`forgot the copies of ${id}`);
  const transfers = { all: inFlight };
  const { "account.signOut": run } = accountCommands(accounts, "1.0.0", {
    ...{ accounts, transfers, forgetBackups },
    showPrivacy: async () => void done.push("showed what is stored"),
  });
  await run({ accountId: "ann" });
  return { done, detail: shown[0]?.options.detail ?? "" };
}

describe("signing out", () => {
  const document = (address: string, isDirty = true) => ({ uri: vscode.Uri.parse(address, true), isDirty });
  const transfer = (accountId: string) => ({ accountId, kind: "upload" }) as Transfer;

  it("names unsaved files and running transfers of this account only", async () => {
    workspace["textDocuments"] = [
      document("hosted-app://ann/shop/src/main.py"),
      document("hosted-app://ann/shop/saved.py", false),
      document("hosted-app://bob/mail/other.py"),
      document("file:///home/ann/local.py"),
    ];
    const { detail } = await signOut(undefined, false, [transfer("ann"), transfer("ann"), transfer("bob")]);
    assert.match(detail, /^Unsaved changes: main\.py\. They can only be saved while you're signed in\.\n\n/);
    assert.match(detail, /\n\nUnfinished transfers: 2\. Waiting transfers are canceled\.\n\nThe token/);
    assert.match((await signOut(undefined)).detail, /^Unsaved changes: main\.py/);
  });

  it("removes its folders from VS Code's recent list, and keeps the rest", async () => {
    const removed: unknown[] = [];
    const uri = (text: string) => vscode.Uri.parse(text, true);
    const recents = {
      workspaces: [
        { folderUri: uri("hosted-app://ann/shop") },
        { folderUri: uri("hosted-app://bob/mail") },
        { workspace: { id: "1", configPath: uri("file:///data/workspaces/ann/shop/Shop.code-workspace") } },
        { workspace: { id: "2", configPath: uri("file:///home/ann/own.code-workspace") } },
      ],
      files: [{ fileUri: uri("hosted-app://ann/shop/main.py") }, { fileUri: uri("file:///home/ann/a.py") }],
    };
    commands["executeCommand"] = async (id: string, given: unknown) =>
      id === "_workbench.getRecentlyOpened" ? recents : removed.push([id, given]);
    await signOut(undefined);
    assert.deepEqual(removed, []);
    await signOut("Sign Out");
    assert.deepEqual(
      removed,
      [
        "hosted-app://ann/shop",
        "file:///data/workspaces/ann/shop/Shop.code-workspace",
        "hosted-app://ann/shop/main.py",
      ].map((each) => ["vscode.removeFromRecentlyOpened", each]),
    );
  });

  it("by VS Code's own menu asks again only where changes would be lost", async () => {
    const account = { id: "ann", label: "Ann" } as Account;
    const done: string[] = [];
    const asked = answerNotices();
    const services = (all: readonly Transfer[]) => ({
      accounts: { remove: async (id: string) => void done.push(id) },
      transfers: { all },
      forgetBackups: async () => undefined,
      showPrivacy: async () => undefined,
    });
    await assert.rejects(signOutConfirmed(account, services([transfer("ann")])), { name: "CancelledError" });
    assert.deepEqual([asked.length, done], [1, []]);
    await signOutConfirmed(account, services([]));
    assert.deepEqual([asked.length, done], [1, ["ann"]]);
  });

  it("names what is deleted and what stays, and keeps everything when it is cancelled", async () => {
    const { done, detail } = await signOut(undefined);
    assert.deepEqual(done, []);
    assert.equal(
      detail,
      "The token and everything stored for this account are removed from this machine. Apps aren't affected. " +
        "Copies of overwritten or deleted files are kept for a day unless you delete them now.",
    );
    const local = await signOut(undefined, true);
    assert.match(local.detail, /local service's apps stay on this machine/);
  });

  it("opens the stored data, and keeps everything then", async () => {
    assert.deepEqual((await signOut("Learn More")).done, ["showed what is stored"]);
  });

  it("deletes the backups only where that was selected, once the account is signed out", async () => {
    assert.deepEqual((await signOut("Sign Out")).done, ["signed out ann"]);
    assert.deepEqual((await signOut("Sign Out and Delete Copies")).done, [
      "signed out ann",
      "forgot the copies of ann",
    ]);
  });
});
