// Adding an app's folder to a single-folder window, in a browser.
import assert from "node:assert/strict";
import { beforeEach, describe, it } from "mocha";
import * as vscode from "vscode";
import { AddMount } from "../../../../../src/features/files/mount/addMount";
import { FakeClock } from "../../../../support/fakeClock";
import { MemoryState } from "../../../../support/memoryState";
import { window, workspace } from "../../../../support/vscodeParts";

describe("adding an app's folder to the window of one folder", () => {
  const storage = vscode.Uri.file("/storage");
  const work = vscode.Uri.file("/work");
  let added: string[];
  let state: MemoryState;
  let clock: FakeClock;
  /** At the start of a window. */
  const started = () => new AddMount(state, new MemoryState(), storage, clock);

  beforeEach(() => {
    [added, state, clock] = [[], new MemoryState(), new FakeClock()];
    window["tabGroups"] = { all: [] };
    Object.assign(workspace, {
      workspaceFile: undefined,
      workspaceFolders: [{ uri: work }],
      fs: { createDirectory: async () => undefined },
      onDidChangeWorkspaceFolders: () => ({ dispose: () => undefined }),
      updateWorkspaceFolders: (at: number, removed: number, { uri }: { uri: vscode.Uri }) =>
        added.push(`${at} ${removed} ${uri.toString()}`) > 0,
    });
  });

  it("is retried, at most twice, where VS Code reloads the folder's window instead", async () => {
    await started().add(vscode.Uri.parse("hosted-app://ann/shop"), "Shop");
    for (let loads = 0; loads < 4; loads++) await started().resume();
    assert.deepEqual(added, Array(3).fill("1 0 file:///storage/opening"));
    workspace["workspaceFile"] = vscode.Uri.file("/untitled.code-workspace");
    workspace["workspaceFolders"] = [{ uri: work }, { uri: vscode.Uri.joinPath(storage, "opening") }];
    const resumed = started().resume();
    await clock.advance(5_000);
    await resumed;
    assert.equal(added.at(-1), "1 1 hosted-app://ann/shop");
  });

  it("is not continued in the window of another folder, nor long afterwards", async () => {
    await started().add(vscode.Uri.parse("hosted-app://ann/shop"), "Shop");
    workspace["workspaceFolders"] = [{ uri: vscode.Uri.file("/other") }];
    await started().resume();
    workspace["workspaceFolders"] = [{ uri: work }];
    await clock.advance(130_000);
    await started().resume();
    assert.deepEqual([added.length, state.keys().length], [1, 0]);
  });
});
