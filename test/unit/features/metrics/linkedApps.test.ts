// The apps that a window is about: of its folders and of the files that are open in it.
import assert from "node:assert/strict";
import { beforeEach, describe, it } from "mocha";
import * as vscode from "vscode";
import type { Account } from "../../../../src/accounts/accounts";
import { setContext } from "../../../../src/editor/contextKeys";
import { LinkedApps } from "../../../../src/features/metrics/linkedApps";
import { MemoryState } from "../../../support/memoryState";
import { someAccount, someAccounts, someApp } from "../../../support/someApp";
import { commands, workspace, workspaceFiles } from "../../../support/vscodeParts";

const nothing = () => ({ dispose: () => undefined });

describe("the apps that a window is about", () => {
  let files: Map<string, string>;
  beforeEach(() => {
    files = workspaceFiles({});
    Object.assign(workspace, {
      createFileSystemWatcher: () => ({
        ...{ onDidCreate: nothing, onDidChange: nothing, onDidDelete: nothing },
        ...nothing(),
      }),
      onDidChangeWorkspaceFolders: nothing,
      onDidChangeConfiguration: nothing,
      getConfiguration: () => ({ inspect: () => undefined, get: () => undefined }),
    });
  });

  async function appsOf(folders: readonly string[], account: Account, state = new MemoryState()) {
    workspace["workspaceFolders"] = folders.map((folder) => ({
      uri: vscode.Uri.parse(folder),
      name: folder.split("/").at(-1),
    }));
    const linked = new LinkedApps(someAccounts(account), state);
    await linked.read();
    linked.dispose();
    return linked.all.map(({ appId, name, target }) => [appId, name, target].filter(Boolean).join(" "));
  }

  it("are those that its folders name, that were chosen for them, and whose files are open", async () => {
    const account = someAccount({
      apps: ["a", "b", "c"].map((id) => someApp({ id, name: `App ${id}` })),
    });
    files.set("/work/one/hosted-app.json", '{ "appId": "a" }');
    const state = new MemoryState();
    await state.update("linkedFolders", { "file:///work/two": { accountId: "account", appId: "b" } });
    assert.deepEqual(
      await appsOf(["file:///work/one", "file:///work/two", "hosted-app://account/c"], account, state),
      ["a App a", "b App b", "c App c"],
    );
  });

  it("are what the folder's file names, where another app was chosen for the folder", async () => {
    const account = someAccount({ apps: ["a", "b"].map((id) => someApp({ id, name: `App ${id}` })) });
    files.set("/work/one/hosted-app.json", '{ "appId": "a" }');
    const state = new MemoryState();
    await state.update("linkedFolders", { "file:///work/one": { accountId: "account", appId: "b" } });
    assert.deepEqual(await appsOf(["file:///work/one"], account, state), ["a App a"]);
  });

  it("are the target that was chosen last, with its name, and none before one was chosen", async () => {
    const account = someAccount({ apps: ["a", "b"].map((id) => someApp({ id, name: `App ${id}` })) });
    files.set(
      "/work/one/hosted-app.json",
      '{ "targets": { "dev": { "appId": "a" }, "prod": { "appId": "b" } } }',
    );
    const state = new MemoryState();
    assert.deepEqual(await appsOf(["file:///work/one"], account, state), []);
    await state.update("linkedFolders", { "file:///work/one": { accountId: "account", appId: "b" } });
    assert.deepEqual(await appsOf(["file:///work/one"], account, state), ["b App b prod"]);
  });

  it("make the keys of a linked folder work before anything was pushed", async () => {
    const ran: unknown[] = [];
    commands["executeCommand"] = async (...given: unknown[]) => void ran.push(given);
    setContext("hasLinkedFolder", false);
    files.set("/work/one/hosted-app.json", '{ "targets": { "a": { "appId": "x" }, "b": { "appId": "y" } } }');
    await appsOf(["file:///work/one"], someAccount({ apps: [someApp()] }));
    assert.deepEqual(ran.at(-1), ["setContext", "hostedApps.hasLinkedFolder", true]);
  });

  it("are none of those that a whole list lacks", async () => {
    files.set("/work/one/hosted-app.json", '{ "appId": "gone" }');
    assert.deepEqual(await appsOf(["file:///work/one"], someAccount({ apps: [someApp()] })), []);
  });

  it("have the folder's name until they are listed, never their id", async () => {
    const account = someAccount();
    Object.assign(account.apps.snapshot, { apps: undefined });
    files.set("/work/one/hosted-app.json", '{ "appId": "5e6c0ee6" }');
    assert.deepEqual(await appsOf(["file:///work/one"], account), ["5e6c0ee6 one"]);
  });
});
