// Editors and folder of a deleted app.
import assert from "node:assert/strict";
import { beforeEach, describe, it } from "mocha";
import * as vscode from "vscode";
import { closeFilesOf } from "../../../../src/features/files/closeFilesOf";
import { commands, window, workspace } from "../../../support/vscodeParts";

const shop = { accountId: "ann", appId: "shop" };
const local = vscode.Uri.file("/home/ann/shop");
const ofShop = vscode.Uri.parse("hosted-app://ann/shop", true);

describe("the files of a deleted app", () => {
  let done: string[];

  beforeEach(() => {
    done = [];
    commands["executeCommand"] = async (id: string) => void done.push(id);
    workspace["updateWorkspaceFolders"] = (index: number) => void done.push(`removed ${index}`);
  });

  function open(folders: readonly vscode.Uri[], unsaved: readonly string[] = []): void {
    const file = (address: string) => ({ uri: vscode.Uri.parse(address, true) });
    const inputs: Readonly<Record<string, unknown>> = {
      main: file("hosted-app://ann/shop/main.py"),
      compared: {
        original: vscode.Uri.parse("hosted-app://ann/shop/main.py", true),
        modified: vscode.Uri.file("/home/ann/shop/main.py"),
      },
      "of another app": file("hosted-app://ann/mail/main.py"),
      "of this machine": { uri: local },
      terminal: undefined,
    };
    const tabs = Object.entries(inputs).map(([label, input]) => ({
      label,
      input,
      isDirty: unsaved.includes(label),
    }));
    window["tabGroups"] = {
      all: [{ tabs }],
      close: async (closing: readonly { label: string }[]) => {
        done.push(...closing.map(({ label }) => `closed ${label}`));
        return true;
      },
    };
    workspace["workspaceFolders"] = folders.map((uri, index) => ({ uri, index, name: String(index) }));
  }

  it("are closed, also beside others, and its folder leaves the window", async () => {
    open([local, ofShop]);
    assert.deepEqual(await closeFilesOf(shop), [{ said: "Its files were closed." }]);
    assert.deepEqual(done, ["closed main", "closed compared", "removed 1"]);
  });

  it("stay open while they are unsaved, until the user closes them", async () => {
    open([local, ofShop], ["main"]);
    const [left] = await closeFilesOf(shop);
    assert.equal(left?.said, "1 file with unsaved changes is still open.");
    assert.deepEqual(done, ["closed compared"]);
    await left?.action?.run();
    assert.deepEqual(done.slice(1), ["closed main", "closed compared", "removed 1"]);
  });

  it("leave closing a folder that would restart the window to the user", async () => {
    for (const [folders, expected] of [
      [[ofShop, local], "removed 0"],
      [[ofShop], "workbench.action.closeFolder"],
    ] as const) {
      open(folders);
      const [left] = await closeFilesOf(shop);
      assert.equal(left?.said, "Its folder is still open.");
      assert.ok(!done.includes(expected));
      await left?.action?.run();
      assert.ok(done.includes(expected));
    }
  });

  it("cause no notice where none is open", async () => {
    open([local]);
    assert.deepEqual(await closeFilesOf({ accountId: "ann", appId: "none" }), []);
    assert.deepEqual(done, []);
  });
});
