// An argument that others may have written runs no task of a folder without a question.
import assert from "node:assert/strict";
import { beforeEach, describe, it } from "mocha";
import * as vscode from "vscode";
import { CancelledError } from "../../../../../src/core/errors/cancelledError";
import { type CreateReading, readToCreate } from "../../../../../src/features/create/questions/readToCreate";
import { MemoryState } from "../../../../support/memoryState";
import {
  answerNotices,
  type ShownNotice,
  tasks,
  workspace,
  workspaceFiles,
} from "../../../../support/vscodeParts";

describe("a folder whose hosted-app.json names a task", () => {
  const folder = vscode.Uri.file("/work/bot");
  let asked: readonly ShownNotice[];
  let looked: number;

  beforeEach(() => {
    [asked, looked] = [answerNotices(), 0];
    workspaceFiles({ "/work/bot/hosted-app.json": '{ "preDeployTask": "npm: build" }' });
    workspace["getWorkspaceFolder"] = () => ({ uri: folder });
    tasks["fetchTasks"] = async () => {
      looked++;
      return [];
    };
  });

  const reading = (isAgreed: boolean): CreateReading =>
    ({
      ...{ isAsking: false, isAgreed, state: new MemoryState() },
      diagnostics: { show: () => undefined, forget: () => undefined },
    }) as unknown as CreateReading;

  it("runs it for an argument only after a question that names both", async () => {
    await assert.rejects(readToCreate(folder, reading(false)), CancelledError);
    assert.equal(asked[0]?.text, "Run the task “npm: build”?");
    assert.match(JSON.stringify(asked[0]?.options), /hosted-app\.json/);
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
