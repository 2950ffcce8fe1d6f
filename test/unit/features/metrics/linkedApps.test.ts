// The apps of a window: its folders' and those of open files.
import assert from "node:assert/strict";
import { beforeEach, describe, it } from "mocha";
import * as vscode from "vscode";
import type { Account, Accounts } from "../../../../src/accounts/accounts";
import { setContext } from "../../../../src/editor/contextKeys";
import type { StateMemory } from "../../../../src/editor/state/stateMemory";
import { LinkedApps } from "../../../../src/features/metrics/linkedApps";
import { removeLinks, setLink } from "../../../../src/features/transfers/place/linkedFolders";
import { MemoryState } from "../../../support/memoryState";
import { someAccount, someAccounts, someApp } from "../../../support/someApp";
import { commands, quietWorkspace, workspace, workspaceFiles } from "../../../support/vscodeParts";

describe("the apps of a window", () => {
  let files: Map<string, string>;
  beforeEach(() => {
    files = workspaceFiles({});
    quietWorkspace();
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

  it("are those that its folders name, that were selected for them, and whose files are open", async () => {
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

  it("are the file's, where another app was selected for the folder", async () => {
    const account = someAccount({ apps: ["a", "b"].map((id) => someApp({ id, name: `App ${id}` })) });
    files.set("/work/one/hosted-app.json", '{ "appId": "a" }');
    const state = new MemoryState();
    await state.update("linkedFolders", { "file:///work/one": { accountId: "account", appId: "b" } });
    assert.deepEqual(await appsOf(["file:///work/one"], account, state), ["a App a"]);
  });

  for (const [title, named, own, shown] of [
    [
      "the file's app, where another was selected while no account listed the file's",
      "a",
      { insteadOf: "a" },
      "a",
    ],
    [
      "the app that was selected instead of the only target, which no account lists",
      "gone",
      { insteadOf: "gone" },
      "b",
    ],
    [
      "not an app that was selected on another service",
      undefined,
      { origin: "https://elsewhere.example" },
      undefined,
    ],
  ] as const)
    it(`are the target of a push: ${title}`, async () => {
      const account = someAccount({ apps: ["a", "b"].map((id) => someApp({ id, name: id })) });
      const file = named === "gone" ? { targets: { live: { appId: named } } } : { appId: named };
      files.set("/work/one/hosted-app.json", JSON.stringify(file));
      const state = new MemoryState();
      await state.update("linkedFolders", {
        "file:///work/one": { accountId: "account", appId: "b", ...own },
      });
      const expected = shown === undefined ? [] : [`${shown} ${shown}`];
      assert.deepEqual(await appsOf(["file:///work/one"], account, state), expected);
    });

  it("stay where the list that lacks them failed", async () => {
    files.set("/work/one/hosted-app.json", '{ "appId": "a" }');
    const state = new MemoryState();
    await state.update("linkedFolders", { "file:///work/one": { accountId: "account", appId: "a" } });
    const failing = someAccount({ apps: [], error: new Error("down") });
    assert.deepEqual(await appsOf(["file:///work/one"], failing, state), ["a one"]);
  });

  it("are the target that was selected last, with its name, and none before", async () => {
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

  describe("decide whether the keys of a linked folder work", () => {
    let isLinked: unknown;
    beforeEach(() => {
      setContext("hasLinkedFolder", true);
      setContext("hasLinkedFolder", false);
      commands["executeCommand"] = async (_id: string, key: string, value: unknown) => {
        if (key === "hostedApps.hasLinkedFolder") isLinked = value;
      };
    });

    it("before anything was pushed to the targets of its file, until it names none", async () => {
      const targets = '{ "targets": { "a": { "appId": "x" }, "b": { "appId": "y" } } }';
      files.set("/work/one/hosted-app.json", targets);
      workspace["workspaceFolders"] = [{ uri: vscode.Uri.parse("file:///work/one"), name: "one" }];
      const linked = new LinkedApps(someAccounts(someAccount()), new MemoryState());
      await linked.read();
      assert.equal(isLinked, true);
      files.delete("/work/one/hosted-app.json");
      await linked.read();
      assert.equal(isLinked, false);
      linked.dispose();
    });

    it("as soon as an app was selected, until it is deleted or its account signs out", async () => {
      const folder = vscode.Uri.parse("file:///work/one");
      workspace["workspaceFolders"] = [{ uri: folder, name: "one" }];
      const app = { accountId: "account", appId: "shop" };
      let accounts = someAccounts(someAccount({ apps: [someApp()] }));
      const state = new MemoryState() as unknown as StateMemory;
      const known = { ...accounts, get: (id: string) => accounts.get(id) } as Accounts;
      const linked = new LinkedApps(known, state);
      await setLink(folder, app, { state, accounts: known });
      assert.equal(isLinked, true);
      await removeLinks(app, state);
      assert.equal(isLinked, false);
      await setLink(folder, app, { state, accounts: known });
      accounts = someAccounts();
      linked.update();
      assert.equal(isLinked, false);
      linked.dispose();
    });
  });

  it("are none that a whole list lacks", async () => {
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
