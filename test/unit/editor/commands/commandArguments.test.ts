// Arguments of commands from users, rows, keybindings and other extensions.
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import * as vscode from "vscode";
import { CancelledError } from "../../../../src/core/errors/cancelledError";
import { field } from "../../../../src/core/parse";
import { chooseAccount } from "../../../../src/editor/commands/chooseAccount";
import {
  accountOfArgument,
  appOfArgument,
  folderOfArgument,
  readArgument,
} from "../../../../src/editor/commands/commandArguments";

const shop = { accountId: "me", appId: "shop" };
const strange = { accountId: 5, appId: "shop" };
const nothing = [undefined, null, 5, "shop", [], {}, strange, { account: "me", appId: "shop" }];

describe("the argument of a command", () => {
  it("names an app by its ids, with a path where one is given", () => {
    assert.deepEqual(appOfArgument(shop), shop);
    assert.deepEqual(appOfArgument({ ...shop, path: "src/a.txt" }), { ...shop, path: "/src/a.txt" });
    assert.deepEqual(appOfArgument({ ...shop, path: 5 }), shop);
  });

  it("names an app by the URI of one of its files", () => {
    const uri = vscode.Uri.parse("hosted-app://me/shop/src/a.txt");
    assert.deepEqual(appOfArgument(uri), { ...shop, path: "/src/a.txt" });
    assert.equal(appOfArgument(vscode.Uri.parse("file:///home/me")), undefined);
  });

  it("is a row of an app or an account", () => {
    const account = { id: "me", label: "Me" };
    assert.deepEqual(appOfArgument({ kind: "app", account, appId: "shop" }), shop);
    assert.equal(appOfArgument({ kind: "group", account, teamId: "crew" }), undefined);
    assert.equal(accountOfArgument({ kind: "account", account }), "me");
  });

  it("names nothing when it is anything else", () => {
    for (const argument of nothing)
      for (const read of [appOfArgument, folderOfArgument])
        assert.equal(read(argument), undefined, JSON.stringify(argument));
  });

  it("has no fields when it is a URI", () => {
    assert.deepEqual(readArgument({ path: field.text }, vscode.Uri.file("/home/me")), { path: undefined });
  });

  it("names a folder by a URI, a path or a Uri object", () => {
    for (const folder of ["file:///home/me", "/home/me", vscode.Uri.file("/home/me")])
      assert.equal(folderOfArgument({ folder })?.toString(), "file:///home/me");
    for (const folder of ["", 5]) assert.equal(folderOfArgument({ folder }), undefined);
  });
});

describe("the account of a command", () => {
  const me = { id: "me", label: "Me", baseUrl: "https://example.com" };
  const you = { id: "you", label: "You", baseUrl: "https://example.com" };
  const choose = async (argument: unknown, ...all: readonly (typeof me)[]) =>
    await chooseAccount({ all, get: (id) => all.find((each) => each.id === id) }, argument, {});

  it("is the argument's, else the only one, else one that the user picks", async () => {
    assert.equal(await choose({ accountId: "you" }, me, you), you);
    assert.equal(await choose({ account: you }, me, you), you);
    assert.equal(await choose(undefined, me), me);
    assert.equal(await choose(undefined), undefined);
    await assert.rejects(choose({ accountId: "somebody" }, me, you), CancelledError);
  });
});
