// An app's folder in a workspace follows the app's name.
import assert from "node:assert/strict";
import { afterEach, describe, it } from "mocha";
import * as vscode from "vscode";
import type { Accounts } from "../../../../../src/accounts/accounts";
import { Emitter } from "../../../../../src/core/async/emitter";
import { appUri } from "../../../../../src/editor/appUris";
import { followAppNames } from "../../../../../src/features/files/mount/mountDecorations";
import { workspace } from "../../../../support/vscodeParts";

describe("the name of a mounted folder", () => {
  let renamed: string[];
  let appName: string;
  let isBusy = false;
  const foldersChanged = new Emitter<void>();
  let changed: Emitter<void>;

  /** In a window with one app's folder. */
  function follow(folderName: string, isWorkspace = true): vscode.Disposable {
    [renamed, appName, changed] = [[], "Shop", new Emitter<void>()];
    const uri = appUri({ accountId: "account", appId: "shop", path: "/" });
    Object.assign(workspace, {
      onDidChangeWorkspaceFolders: foldersChanged.event,
      workspaceFile: isWorkspace ? vscode.Uri.file("/shops.code-workspace") : undefined,
      workspaceFolders: [{ uri: vscode.Uri.file("/local") }, { uri, name: folderName, index: 1 }],
      updateWorkspaceFolders: (index: number, count: number, { name }: { name: string }) => {
        if (!isBusy) renamed.push(`${index} ${count} ${name}`);
        return !isBusy;
      },
    });
    const apps = { find: () => ({ name: appName }), onDidChange: changed.event };
    const accounts = { all: [{ id: "account", apps }], onDidChange: new Emitter<never>().event };
    return followAppNames(accounts as unknown as Accounts);
  }
  function renameApp(name: string): void {
    appName = name;
    changed.fire();
  }
  let following: vscode.Disposable | undefined;
  afterEach(() => following?.dispose());

  it("follows the app's name, beside other folders and in a window of its own", () => {
    following = follow("Shop (app)");
    renameApp("Shop");
    assert.deepEqual(renamed, []);
    renameApp("Tea [house](command:x)");
    assert.deepEqual(renamed, ["1 1 Tea [house]\u200b(command:x) (app)"]);
    following.dispose();
    following = follow("Shop");
    renameApp("Tea house");
    assert.deepEqual(renamed, ["1 1 Tea house"]);
  });

  it("follows the app's name after a rename without a window", () => {
    following = follow("Stall (app)");
    assert.deepEqual(renamed, ["1 1 Shop (app)"]);
  });

  it("is set again when VS Code was busy with another folder", () => {
    following = follow("Shop (app)");
    isBusy = true;
    renameApp("Tea house");
    assert.deepEqual(renamed, []);
    isBusy = false;
    foldersChanged.fire();
    assert.deepEqual(renamed, ["1 1 Tea house (app)"]);
  });

  it("stays where the user set it, and in a window of the folder without a workspace", () => {
    following = follow("Our shop");
    renameApp("Tea house");
    assert.deepEqual(renamed, []);
    following.dispose();
    following = follow("Shop (app)", false);
    renameApp("Tea house");
    assert.deepEqual(renamed, []);
  });
});
