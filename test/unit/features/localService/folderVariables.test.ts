// Which variables a folder gets that runs on this machine.
import assert from "node:assert/strict";
import { afterEach, describe, it } from "mocha";
import * as vscode from "vscode";
import type { Accounts } from "../../../../src/accounts/accounts";
import { variablesFor } from "../../../../src/features/localService/folderVariables";
import { MemoryState } from "../../../support/memoryState";

describe("the variables of a folder that runs on this machine", () => {
  const workspace = vscode.workspace as unknown as { fs?: unknown };
  const before = workspace.fs;
  afterEach(() => {
    workspace.fs = before;
  });
  const folder = vscode.Uri.file("/work/shop");
  const files = (texts: Readonly<Record<string, string>>): void => {
    workspace.fs = {
      readFile: async (uri: vscode.Uri) => {
        const text = texts[uri.path];
        if (text === undefined) throw new Error("no such file");
        return new TextEncoder().encode(text);
      },
    };
  };
  const accountsWith = (getApp: () => Promise<unknown>) => {
    const account = { id: "a", apps: { find: () => ({ name: "Shop" }) }, client: { getApp } };
    return { all: [account], get: () => account } as unknown as Accounts;
  };
  const env = "TOKEN=one\nUNUSED='two words'\n# no\n";

  it("are all of .env where the folder belongs to no app", async () => {
    files({ "/work/shop/.env": env });
    const found = await variablesFor(folder, { all: [] } as unknown as Accounts, new MemoryState());
    assert.deepEqual(found.environment, [
      { key: "TOKEN", value: "one" },
      { key: "UNUSED", value: "two words" },
    ]);
    assert.deepEqual(found.missing, []);
  });

  it("are those that the linked app has, and what .env lacks is named", async () => {
    files({ "/work/shop/.env": env, "/work/shop/hosted-app.json": '{ "appId": "app1" }' });
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
    files({ "/work/shop/.env": env, "/work/shop/hosted-app.json": '{ "appId": "app1" }' });
    const broken = accountsWith(async () => Promise.reject(new Error("offline")));
    assert.equal((await variablesFor(folder, broken, new MemoryState())).environment.length, 2);
    files({});
    assert.deepEqual((await variablesFor(folder, broken, new MemoryState())).environment, []);
  });
});
