// An argument that others may have written runs no task of a folder unasked.
import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it } from "mocha";
import * as vscode from "vscode";
import { CancelledError } from "../../../../../src/core/errors/cancelledError";
import { type CreateReading, readToCreate } from "../../../../../src/features/create/questions/readToCreate";

describe("a folder whose hosted-app.json names a task", () => {
  const workspace = vscode.workspace as unknown as Record<string, unknown>;
  const window = vscode.window as unknown as Record<string, unknown>;
  const tasks = vscode.tasks as unknown as Record<string, unknown>;
  const before = { workspace: { ...workspace }, window: { ...window }, tasks: { ...tasks } };
  const folder = vscode.Uri.file("/work/bot");
  let asked: unknown[];
  let looked: number;

  beforeEach(() => {
    [asked, looked] = [[], 0];
    Object.assign(workspace, {
      isTrusted: true,
      getWorkspaceFolder: () => ({ uri: folder }),
      fs: {
        stat: async () => ({ type: 1 }),
        readFile: async () => new TextEncoder().encode('{ "preDeployTask": "npm: build" }'),
      },
    });
    window["showWarningMessage"] = async (...all: unknown[]) => {
      asked.push(...all);
      return undefined;
    };
    tasks["fetchTasks"] = async () => {
      looked++;
      return [];
    };
  });
  afterEach(() => {
    Object.assign(workspace, { ...before.workspace, fs: undefined });
    Object.assign(window, before.window);
    Object.assign(tasks, before.tasks);
  });

  const reading = (isAgreed: boolean): CreateReading =>
    ({
      ...{ isAsking: false, isAgreed },
      diagnostics: { show: () => undefined, forget: () => undefined },
    }) as unknown as CreateReading;

  it("runs it for an argument only after a question that names both", async () => {
    await assert.rejects(readToCreate(folder, reading(false)), CancelledError);
    assert.equal(asked[0], "Run the task “npm: build”?");
    assert.match(JSON.stringify(asked[1]), /hosted-app\.json/);
    assert.equal(looked, 0);
  });

  it("runs it without a question where that was agreed to", async () => {
    await assert.rejects(
      readToCreate(folder, reading(true)),
      /“npm: build” was not found\. Nothing was sent\./,
    );
    assert.deepEqual([asked, looked], [[], 1]);
  });
});
