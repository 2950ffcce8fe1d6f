// Push, pull, link and compare inside VS Code's extension host, without a prompt, against the local service.
import assert from "node:assert/strict";
import { readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { before, describe, it } from "mocha";
import * as vscode from "vscode";
import type { PullOutcome } from "../../src/features/transfers/pull";
import type { PushOutcome } from "../../src/features/transfers/push";
import type { UndoOutcome } from "../../src/features/transfers/undo";
import { writeTree } from "../support/diskSource";
import { type CreatedApp, createFromFolder } from "./createdApp";
import { runUnasked } from "./runUnasked";

describe("push and pull inside VS Code", () => {
  let app: CreatedApp;
  let uri: vscode.Uri;
  let folder: string;
  const write = (name: string, text: string): void => writeTree(folder, { [name]: text });
  const push = (more: object = {}) =>
    runUnasked<PushOutcome>("deploy.push", { folder: uri.toString(), ...app.key, ...more });
  const pull = (more: object = {}) =>
    runUnasked<PullOutcome>("deploy.pull", { folder: uri.toString(), ...app.key, ...more });

  before("create an app from a folder", async () => {
    const files = { "lib/words.txt": "one", "before.txt": "before", "messages.py": "GREETING = 1\n" };
    ({ app, folder: uri } = await createFromFolder("Pushed", files));
    folder = uri.fsPath;
  });

  it("pushes what changed, and nothing the second time", async () => {
    write("lib/words.txt", "two words");
    write("lib/new.txt", "new");
    const outcome = await push();
    assert.deepEqual(outcome.uploaded, ["/lib/new.txt", "/lib/words.txt"]);
    assert.deepEqual([outcome.failed, outcome.cancelled], [[], []]);
    assert.equal(await app.read("lib/words.txt"), "two words");
    const again = await push();
    assert.deepEqual([again.uploaded, again.deleted], [[], []]);
  });

  it("deletes in the app what was deleted here, and leaves what the app made itself", async () => {
    await app.write("visitors.db", "7");
    rmSync(path.join(folder, "lib/new.txt"));
    const outcome = await push();
    assert.deepEqual(outcome.deleted, ["/lib/new.txt"]);
    assert.deepEqual(
      outcome.left.filter(({ path: name }) => name === "/visitors.db").map(({ path: name }) => name),
      ["/visitors.db"],
    );
    assert.equal(await app.read("visitors.db"), "7");
  });

  it("leaves a file that both sides changed, and says so", async () => {
    await app.write("lib/words.txt", "theirs");
    write("lib/words.txt", "mine, all mine");
    const outcome = await push();
    assert.deepEqual(outcome.uploaded, []);
    assert.ok(outcome.left.some(({ path: name }) => name === "/lib/words.txt"));
    assert.equal(await app.read("lib/words.txt"), "theirs");
    const pulled = await pull();
    assert.ok(pulled.left.some(({ path: name }) => name === "/lib/words.txt"));
    assert.equal(readFileSync(path.join(folder, "lib/words.txt"), "utf8"), "mine, all mine");
  });

  it("pulls what the app has and this folder has not", async () => {
    const outcome = await pull();
    assert.ok(outcome.left.length > 0);
    assert.equal(readFileSync(path.join(folder, "visitors.db"), "utf8"), "7");
  });

  it("undoes a push: what it replaced, deleted and made is as it was", async () => {
    write("undone/new.txt", "new");
    write("before.txt", "after");
    const { uploaded, operationId } = await push();
    assert.deepEqual(uploaded, ["/before.txt", "/undone/new.txt"]);
    const { undone, failed } = await runUnasked<UndoOutcome>("files.undo", { operationId, confirm: true });
    assert.deepEqual([[...undone].sort(), failed], [["/before.txt", "/undone/new.txt"], []]);
    assert.equal(await app.read("before.txt"), "before");
    await assert.rejects(Promise.resolve(vscode.workspace.fs.stat(app.uri("undone/new.txt"))), {
      code: "FileNotFound",
    });
    assert.equal(readFileSync(path.join(folder, "before.txt"), "utf8"), "after");
    rmSync(path.join(folder, "before.txt"));
    rmSync(path.join(folder, "undone"), { recursive: true });
  });

  it("lets the second push of a folder know of the first", async () => {
    write("lib/a.txt", "a");
    const [first, second] = await Promise.all([push(), push()]);
    // A command that failed has told so and resolves with nothing.
    assert.equal([first, second].filter((outcome) => outcome === undefined).length, 1);
  });

  it("knows the app of a linked folder, and compares a file either way", async () => {
    const [open] = vscode.workspace.workspaceFolders ?? [];
    assert.ok(open);
    await runUnasked("deploy.linkFolder", { folder: open.uri.toString(), ...app.key });
    const local = vscode.Uri.joinPath(open.uri, "messages.py");
    const expected = { app: app.uri("messages.py").toString(), local: local.toString() };
    assert.deepEqual(await runUnasked("files.compareWithLocal", app.uri("messages.py")), expected);
    const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
    assert.ok(input instanceof vscode.TabInputTextDiff);
    assert.deepEqual(await runUnasked("files.compareWithLocal", local), expected);
    assert.deepEqual(await runUnasked("files.compareWithLocal", { uri: local.toString() }), expected);
  });

  it("remembers what an app was created with", async () => {
    const packedAt = Date.now() + 60_000;
    assert.deepEqual(
      await runUnasked("deploy.linkFolder", { folder: uri.toString(), ...app.key, packedAt }),
      {
        folder: uri.toString(),
        ...app.key,
      },
    );
    const { uploaded, failed } = await runUnasked<PushOutcome>("deploy.push", { folder: uri.toString() });
    assert.deepEqual([uploaded, failed], [[], []]);
  });

  it("lists its tasks, and one that pushes ends well", async () => {
    const tasks = await vscode.tasks.fetchTasks({ type: "hosted-app" });
    assert.deepEqual(tasks.map(({ name }) => name).sort(), ["deploy", "push", "restart"]);
    const [template] = tasks;
    assert.ok(template);
    write("lib/task.txt", "by a task");
    const task = new vscode.Task(
      { type: "hosted-app", task: "push", folder, ...app.key },
      vscode.TaskScope.Workspace,
      "push the site",
      "hosted-app",
      template.execution,
    );
    const ended = new Promise<number | undefined>((resolve) => {
      const listener = vscode.tasks.onDidEndTaskProcess(({ execution, exitCode }) => {
        if (execution.task.name !== "push the site") return;
        listener.dispose();
        resolve(exitCode);
      });
    });
    await vscode.tasks.executeTask(task);
    assert.equal(await ended, 0);
    assert.equal(await app.read("lib/task.txt"), "by a task");
  });
});
