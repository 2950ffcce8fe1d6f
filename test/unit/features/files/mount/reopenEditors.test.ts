// Editors of a window that reloads to add a folder.
import assert from "node:assert/strict";
import { beforeEach, describe, it } from "mocha";
import * as vscode from "vscode";
import { rememberEditors, reopenEditors } from "../../../../../src/features/files/mount/reopenEditors";
import { FakeClock } from "../../../../support/fakeClock";
import { MemoryState } from "../../../../support/memoryState";
import { commands, window, workspace } from "../../../../support/vscodeParts";

const shop = vscode.Uri.parse("hosted-app://ann/shop", true);

describe("the editors of a window that is reloaded for a folder", () => {
  let opened: [string, number][];
  let state: MemoryState;
  let clock: FakeClock;

  function showTabs(...addresses: readonly string[]): void {
    const group = { viewColumn: 2, isActive: true };
    const tabs = addresses.map((address, index) => ({
      ...{ group, isActive: index === 0 },
      input: { uri: vscode.Uri.parse(address, true) },
    }));
    window["tabGroups"] = { all: [{ tabs: [...tabs, { input: undefined, group, isActive: false }] }] };
  }

  beforeEach(() => {
    opened = [];
    state = new MemoryState();
    clock = new FakeClock();
    commands["executeCommand"] = async (_id: string, uri: vscode.Uri, options: { viewColumn: number }) =>
      opened.push([uri.path, options.viewColumn]);
    workspace["workspaceFolders"] = [{ uri: shop }];
  });

  it("are reopened once if VS Code did not restore them, the active one last", async () => {
    showTabs("file:///home/a.py", "file:///home/b.py", "file:///home/c.py");
    await rememberEditors(state, shop, clock);
    showTabs("file:///home/b.py");
    await reopenEditors(state, clock);
    assert.deepEqual(opened, [
      ["/home/c.py", 2],
      ["/home/a.py", 2],
    ]);
    await reopenEditors(state, clock);
    assert.equal(opened.length, 2);
    assert.equal(state.keys().length, 0);
  });

  it("are reopened in no other window, nor long afterwards", async () => {
    showTabs("file:///home/a.py");
    await rememberEditors(state, shop, clock);
    workspace["workspaceFolders"] = undefined;
    await reopenEditors(state, clock);
    assert.deepEqual([opened.length, state.keys().length], [0, 1]);
    workspace["workspaceFolders"] = [{ uri: shop }];
    await clock.advance(130_000);
    await reopenEditors(state, clock);
    assert.deepEqual([opened.length, state.keys().length], [0, 0]);
  });

  it("are not stored without any", async () => {
    showTabs();
    await rememberEditors(state, shop, clock);
    assert.equal(state.keys().length, 0);
  });

  it("are reopened after the walkthrough, which is also reopened alone", async () => {
    const run: unknown[][] = [];
    commands["executeCommand"] = async (...call: unknown[]) => void run.push(call);
    const walkthrough = { input: undefined, label: "Walkthrough: Get Started with Hosted Apps" };
    const group = { viewColumn: 1, isActive: true };
    const file = {
      group,
      isActive: true,
      input: { uri: vscode.Uri.parse("file:///home/a.py", true) },
      label: "a.py",
    };
    for (const tabs of [[walkthrough, file], [walkthrough]]) {
      window["tabGroups"] = { all: [{ tabs }] };
      await rememberEditors(state, shop, clock);
      window["tabGroups"] = { all: [] };
      await reopenEditors(state, clock);
    }
    const opening = [
      ["workbench.action.openWalkthrough", "hosted-apps.hosted-apps#start"],
      ["workbench.action.keepEditor"],
    ];
    assert.equal(run[2]?.[0], "vscode.open");
    assert.deepEqual([run.slice(0, 2), run.slice(3)], [opening, opening]);
  });
});
