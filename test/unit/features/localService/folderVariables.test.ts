// Variables and settings of a local folder that runs.
import assert from "node:assert/strict";
import { beforeEach, describe, it } from "mocha";
import * as vscode from "vscode";
import { readFolderApp } from "../../../../src/editor/project/folderApp";
import { linkedAppOf, variablesFor } from "../../../../src/features/localService/folderRun";
import { MemoryState } from "../../../support/memoryState";
import { someAccounts } from "../../../support/someApp";
import { workspaceFiles } from "../../../support/vscodeParts";

const folder = vscode.Uri.file("/work/shop");
const env = "TOKEN=one\nUNUSED='two words'\n# no\n";

describe("the variables of a folder that runs on this machine", () => {
  it("are all of .env without a linked app, and none without a .env", async () => {
    workspaceFiles({ "/work/shop/.env": env });
    assert.deepEqual(await variablesFor(folder, undefined), {
      environment: [
        { key: "TOKEN", value: "one" },
        { key: "UNUSED", value: "two words" },
      ],
      missing: [],
    });
    workspaceFiles({});
    assert.deepEqual((await variablesFor(folder, undefined)).environment, []);
  });

  it("are the linked app's, and those that .env lacks are named", async () => {
    workspaceFiles({ "/work/shop/.env": env });
    assert.deepEqual(await variablesFor(folder, ["TOKEN", "DATABASE"]), {
      environment: [{ key: "TOKEN", value: "one" }],
      missing: ["DATABASE"],
    });
  });
});

describe("the linked app of a folder that runs on this machine", () => {
  const link = { "/work/shop/hosted-app.json": '{ "appId": "app1" }' };
  const listed = { name: "Shop", memoryMB: 256 };
  let state: MemoryState;
  beforeEach(() => {
    state = new MemoryState();
  });
  const linkedTo = async (getApp: (id: string) => Promise<unknown>, isListed = true) => {
    const apps = { snapshot: { apps: [] }, find: () => (isListed ? listed : undefined) };
    const accounts = someAccounts({ ...{ id: "a", baseUrl: "https://a.example", apps, client: { getApp } } });
    return await linkedAppOf(await readFolderApp(folder, { state, accounts }), accounts);
  };

  it("is absent where the folder names none", async () => {
    workspaceFiles({});
    assert.equal(await linkedTo(async () => listed), undefined);
  });

  for (const [title, files, own, isListed, expected] of [
    ["the file's before the selected one", link, {}, true, "app1"],
    ["the chosen one", {}, {}, true, "chosen"],
    ["none where a whole list lacks it", {}, {}, false, undefined],
    ["none of another service", {}, { origin: "https://elsewhere.example" }, true, undefined],
  ] as const)
    it(`is the one that a push goes to: ${title}`, async () => {
      workspaceFiles(files);
      const choice = { accountId: "a", appId: "chosen", ...own };
      await state.update("linkedFolders", { [folder.toString()]: choice });
      assert.equal((await linkedTo(async (id) => ({ name: id }), isListed))?.name, expected);
    });

  it("gives its start command, its memory, its install command and the names of its variables", async () => {
    workspaceFiles(link);
    const settings = { startupCommand: "python run.py", memoryMB: 512, installCommand: "make deps" };
    const environment = [{ key: "TOKEN", value: "canary" }];
    const linked = await linkedTo(async () => ({ name: "Shop", ...settings, environment }));
    assert.deepEqual(linked, { name: "Shop", variables: ["TOKEN"], settings });
  });

  it("gives the list's values where it cannot be read, and an empty start command, but no empty install command", async () => {
    workspaceFiles(link);
    const unread = await linkedTo(async () => Promise.reject(new Error("offline")));
    assert.deepEqual(unread, { name: "Shop", variables: undefined, settings: { memoryMB: 256 } });
    const bare = await linkedTo(async () => ({ name: "Shop", startupCommand: "", installCommand: "" }));
    assert.deepEqual(bare?.settings, { startupCommand: "" });
  });
});
