// The editors of a window that is reloaded to take up a folder.
import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it } from "mocha";
import * as vscode from "vscode";
import type { StateMemory } from "../../../../../src/editor/state/stateMemory";
import { rememberEditors, reopenEditors } from "../../../../../src/features/files/mount/reopenEditors";
import { FakeClock } from "../../../../support/fakeClock";

const stub = vscode as unknown as Readonly<
  Record<"window" | "workspace" | "commands", Record<string, unknown>>
>;
const { tabGroups } = stub.window;
const { workspaceFolders } = stub.workspace;
const { executeCommand } = stub.commands;
const shop = vscode.Uri.parse("hosted-app://ann/shop", true);

describe("the editors of a window that is reloaded for a folder", () => {
  let opened: [string, number][];
  let stored: Map<string, unknown>;
  let clock: FakeClock;
  const state = (): StateMemory => ({
    get: (key) => stored.get(key),
    update: async (key, value) => void (value === undefined ? stored.delete(key) : stored.set(key, value)),
  });

  function showTabs(...addresses: readonly string[]): void {
    const group = { viewColumn: 2, isActive: true };
    const tabs = addresses.map((address, index) => ({
      ...{ group, isActive: index === 0 },
      input: { uri: vscode.Uri.parse(address, true) },
    }));
    stub.window["tabGroups"] = { all: [{ tabs: [...tabs, { input: undefined, group, isActive: false }] }] };
  }

  beforeEach(() => {
    opened = [];
    stored = new Map();
    clock = new FakeClock();
    stub.commands["executeCommand"] = async (_id: string, uri: vscode.Uri, options: { viewColumn: number }) =>
      opened.push([uri.path, options.viewColumn]);
    stub.workspace["workspaceFolders"] = [{ uri: shop }];
  });

  afterEach(() => {
    stub.window["tabGroups"] = tabGroups;
    stub.workspace["workspaceFolders"] = workspaceFolders;
    stub.commands["executeCommand"] = executeCommand;
  });

  it("come back once, those that VS Code did not bring back itself, the active one last", async () => {
    showTabs("file:///home/a.py", "file:///home/b.py", "file:///home/c.py");
    await rememberEditors(state(), shop, clock);
    showTabs("file:///home/b.py");
    await reopenEditors(state(), clock);
    assert.deepEqual(opened, [
      ["/home/c.py", 2],
      ["/home/a.py", 2],
    ]);
    await reopenEditors(state(), clock);
    assert.equal(opened.length, 2);
    assert.equal(stored.size, 0);
  });

  it("come back in no other window, and not long after", async () => {
    showTabs("file:///home/a.py");
    await rememberEditors(state(), shop, clock);
    stub.workspace["workspaceFolders"] = undefined;
    await reopenEditors(state(), clock);
    assert.deepEqual([opened.length, stored.size], [0, 1]);
    stub.workspace["workspaceFolders"] = [{ uri: shop }];
    await clock.advance(130_000);
    await reopenEditors(state(), clock);
    assert.deepEqual([opened.length, stored.size], [0, 0]);
  });

  it("are not remembered where there are none", async () => {
    showTabs();
    await rememberEditors(state(), shop, clock);
    assert.equal(stored.size, 0);
  });
});
