// Both commands that open an app's files first ask about those that act in the editor.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { describe, it } from "mocha";
import * as vscode from "vscode";
import { isCancellation } from "../../../../../src/core/errors/cancelledError";
import type { AddMount } from "../../../../../src/features/files/mount/addMount";
import type { HostedFileSystem } from "../../../../../src/features/files/mount/hostedFileSystem";
import { mountCommands } from "../../../../../src/features/files/mount/mountCommands";
import { ReviewGate } from "../../../../../src/features/files/mount/reviewGate";
import { MemoryState } from "../../../../support/memoryState";
import { realFiles } from "../../../../support/realFiles";
import { someAccounts } from "../../../../support/someApp";
import { temporaryFolder } from "../../../../support/temporaryFolder";
import { commands, env, window, workspace } from "../../../../support/vscodeParts";

const shop = { accountId: "me", appId: "shop", name: "Shop" };

describe("opening an app's files", () => {
  for (const id of ["files.mount", "files.openInNewWindow"] as const)
    it(`asks about all files that act in the editor, and opens nothing without a yes: ${id}`, async () => {
      const names = [...Array.from({ length: 9 }, (_, index) => `extra${index}.md`), "tasks.json"];
      const asked: string[] = [];
      window["showWarningMessage"] = async (text: string, { detail }: vscode.MessageOptions) =>
        void asked.push(text, detail ?? "");
      const fileSystem = {
        readDirectory: async ({ path }: vscode.Uri) =>
          path.endsWith(".vscode")
            ? names.map((name) => [name, vscode.FileType.File])
            : [
                [".vscode", vscode.FileType.Directory],
                ["main.py", vscode.FileType.File],
              ],
        readFile: async () => new Uint8Array(),
      } as unknown as HostedFileSystem;
      const addMount = { reloads: () => false, add: () => assert.fail("opened") };
      const commands = mountCommands(fileSystem, async () => shop, {
        addMount: addMount as unknown as AddMount,
        storage: vscode.Uri.file("/storage"),
        gate: new ReviewGate(new MemoryState()),
        accounts: someAccounts(),
      });
      await assert.rejects(async () => await commands[id](shop), isCancellation);
      assert.match(asked.join("\n"), /Open Shop's files/);
      for (const name of names) assert.ok(asked.join("\n").includes(`\n.vscode/${name}`), name);
    });

  it("keeps what the user has added to the workspace of an app's own window", async () => {
    const storage = vscode.Uri.file(temporaryFolder("own-window"));
    const opened: vscode.Uri[] = [];
    commands["executeCommand"] = async (_id: string, file: vscode.Uri) => void opened.push(file);
    workspace["fs"] = realFiles;
    env["uiKind"] = vscode.UIKind.Desktop;
    const commandsOfFiles = mountCommands(
      { readDirectory: async () => [] } as unknown as HostedFileSystem,
      async () => shop,
      {
        ...{ addMount: {} as AddMount, storage, accounts: someAccounts() },
        gate: new ReviewGate(new MemoryState()),
      },
    );
    await commandsOfFiles["files.openInNewWindow"](shop);
    const [file] = opened;
    assert.ok(file);
    assert.match(readFileSync(file.fsPath, "utf8"), /"git\.enabled": false/);
    const extended = '{ "folders": [{ "path": "/notes" }], "settings": { "editor.tabSize": 3 } }';
    writeFileSync(file.fsPath, extended);
    await commandsOfFiles["files.openInNewWindow"](shop);
    assert.deepEqual([readFileSync(file.fsPath, "utf8"), String(opened[1])], [extended, String(file)]);
  });

  it("accepts nothing when the user cancels the required reload", async () => {
    const uri = vscode.Uri.file("/work/main.py");
    window["tabGroups"] = { all: [{ tabs: [{ input: { uri }, isDirty: false }] }] };
    window["terminals"] = [];
    const asked: string[] = [];
    window["showWarningMessage"] = async (text: string) => void asked.push(text);
    const commands = mountCommands({} as HostedFileSystem, async () => shop, {
      addMount: { reloads: () => true } as unknown as AddMount,
      storage: vscode.Uri.file("/storage"),
      gate: {} as ReviewGate,
      accounts: someAccounts(),
    });
    await assert.rejects(async () => await commands["files.mount"](shop), isCancellation);
    assert.match(asked.join("\n"), /^Reload the window to add Shop's files\?$/);
  });
});
