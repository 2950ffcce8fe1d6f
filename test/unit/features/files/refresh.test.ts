// Try Again of the warning about outdated files, in a window that has not opened the app's folder.
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import * as vscode from "vscode";
import { Emitter } from "../../../../src/core/async/emitter";
import { ServiceError } from "../../../../src/core/errors/serviceError";
import { silentLogger } from "../../../../src/core/logger";
import { registerFiles } from "../../../../src/features/files/registerFiles";
import { FakeClock } from "../../../support/fakeClock";
import { MemoryMachineFiles } from "../../../support/memoryMachineFiles";
import { MemoryState } from "../../../support/memoryState";
import { someAccount, someAccounts, someApp } from "../../../support/someApp";
import { window, workspace } from "../../../support/vscodeParts";

describe("a refresh of files", () => {
  it("lists again what failed, also of an app whose folder is not open", async () => {
    const none = () => ({ dispose: () => undefined });
    const item = { text: "", isShown: false, dispose: none };
    const shown = { show: () => (item.isShown = true), hide: () => (item.isShown = false) };
    Object.assign(window, {
      ...{ tabGroups: { all: [], onDidChangeTabs: none }, visibleTextEditors: [], state: { focused: true } },
      ...{ onDidChangeWindowState: none, registerFileDecorationProvider: none },
      createStatusBarItem: () => ({ ...item, ...shown }),
    });
    Object.assign(workspace, {
      ...{ workspaceFolders: [], textDocuments: [], onDidChangeWorkspaceFolders: none },
      ...{ onWillSaveTextDocument: none, onDidOpenTextDocument: none, onDidCloseTextDocument: none },
      ...{ onDidChangeTextDocument: none, registerFileSystemProvider: none },
    });
    let isDown = true;
    const listed: string[] = [];
    const account = someAccount({ apps: [someApp()] });
    Object.assign(account.client, {
      readPath: async (_app: string, directory: string) => {
        listed.push(directory);
        if (isDown) throw new ServiceError("network", "no connection");
        return { content: { isDirectory: true, path: "/", entries: [] }, hidden: 0 };
      },
    });
    Object.assign(account.apps, { onDidChange: new Emitter<void>().event });
    const state = new MemoryState();
    const files = registerFiles({ accounts: someAccounts(account), chooseApp: async () => assert.fail() }, {
      ...{ clock: new FakeClock(), logger: silentLogger, machineFiles: new MemoryMachineFiles() },
      context: { globalState: state, workspaceState: state, globalStorageUri: vscode.Uri.file("/storage") },
      heartbeat: { id: "window", start: async () => undefined, isAlive: async () => true },
    } as never);
    const app = await files.mountAt({ accountId: "account", appId: "shop", path: "/" });
    await assert.rejects(app.list("/"), ServiceError);
    assert.equal(item.isShown, true);
    await files.refresh(false);
    assert.equal(item.isShown, true, "while the service is still down");
    isDown = false;
    await files.refresh(false);
    assert.equal(item.isShown, false);
    assert.deepEqual(listed, ["/", "/", "/"]);
  });
});
