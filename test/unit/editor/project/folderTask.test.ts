// Which task a folder's file may name: its own, none of the user.
import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it } from "mocha";
import * as vscode from "vscode";
import { folderTask } from "../../../../src/editor/project/folderTask";

describe("the task that a folder names", () => {
  const tasks = vscode.tasks as unknown as Record<string, unknown>;
  const workspace = vscode.workspace as unknown as Record<string, unknown>;
  const { fetchTasks } = tasks;
  const { getWorkspaceFolder } = workspace;
  const home = { uri: vscode.Uri.file("/work/bot") };
  /** As VS Code lists a task of the user, of the workspace file, and one whose place is not known. */
  const scopes = [1, 2, undefined];
  const named = (scope: unknown) => ({ name: "wipe", source: "User", scope, definition: { type: "shell" } });

  beforeEach(() => {
    workspace["getWorkspaceFolder"] = () => home;
  });
  afterEach(() => {
    tasks["fetchTasks"] = fetchTasks;
    workspace["getWorkspaceFolder"] = getWorkspaceFolder;
  });

  it("is none of the user and none of the whole workspace", async () => {
    for (const scope of scopes) {
      tasks["fetchTasks"] = async () => [named(scope)];
      assert.equal(await folderTask(home.uri, "wipe"), "notFound", String(scope));
    }
  });

  it("is the folder's own where the user has one of the same name", async () => {
    const own = named(home);
    tasks["fetchTasks"] = async () => [...scopes.map(named), own];
    assert.equal(await folderTask(home.uri, "wipe"), own);
  });
});
