// Which variables a folder gets that runs on this machine.
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import * as vscode from "vscode";
import { variablesFor } from "../../../../src/features/localService/folderVariables";
import { MemoryState } from "../../../support/memoryState";
import { someAccounts } from "../../../support/someApp";
import { workspaceFiles } from "../../../support/vscodeParts";

describe("the variables of a folder that runs on this machine", () => {
  const folder = vscode.Uri.file("/work/shop");
  const accountsWith = (getApp: () => Promise<unknown>) =>
    someAccounts({ ...{ id: "a", apps: { find: () => ({ name: "Shop" }) }, client: { getApp } } });
  const env = "TOKEN=one\nUNUSED='two words'\n# no\n";

  it("are all of .env where the folder belongs to no app", async () => {
    workspaceFiles({ "/work/shop/.env": env });
    const found = await variablesFor(folder, someAccounts(), new MemoryState());
    assert.deepEqual(found.environment, [
      { key: "TOKEN", value: "one" },
      { key: "UNUSED", value: "two words" },
    ]);
    assert.deepEqual(found.missing, []);
  });

  it("are those that the linked app has, and what .env lacks is named", async () => {
    workspaceFiles({ "/work/shop/.env": env, "/work/shop/hosted-app.json": '{ "appId": "app1" }' });
    const environment = [
      { key: "TOKEN", value: "secret" },
      { key: "DATABASE", value: "secret" },
    ];
    const found = await variablesFor(
      folder,
      accountsWith(async () => ({ environment })),
      new MemoryState(),
    );
    assert.deepEqual(found, {
      environment: [{ key: "TOKEN", value: "one" }],
      missing: ["DATABASE"],
      from: "Shop",
    });
  });

  it("are all of .env where the app cannot be read, and none without a .env", async () => {
    workspaceFiles({ "/work/shop/.env": env, "/work/shop/hosted-app.json": '{ "appId": "app1" }' });
    const broken = accountsWith(async () => Promise.reject(new Error("offline")));
    assert.equal((await variablesFor(folder, broken, new MemoryState())).environment.length, 2);
    workspaceFiles({});
    assert.deepEqual((await variablesFor(folder, broken, new MemoryState())).environment, []);
  });
});
