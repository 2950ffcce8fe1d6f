// Push, pull, link and compare inside VS Code's extension host, without a prompt, against the local service.
import assert from "node:assert/strict";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { before, describe, it } from "mocha";
import * as vscode from "vscode";
import type { PullOutcome } from "../../src/features/transfers/pull";
import type { PushOutcome } from "../../src/features/transfers/push";
import type { UndoOutcome } from "../../src/features/transfers/undo";
import { temporaryFolder } from "../support/temporaryFolder";
import { runUnasked } from "./runUnasked";

interface Created {
  readonly accountId: string;
  readonly appId: string;
}

describe("push and pull inside VS Code", () => {
  const folder = path.join(temporaryFolder("editor-push"), "site");
  const uri = vscode.Uri.file(folder);
  const write = (name: string, text: string): void => {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), text);
  };
  let app: Created;
  const inApp = (name: string) =>
    vscode.Uri.from({ scheme: "hosted-app", authority: app.accountId, path: `/${app.appId}/${name}` });
  const textInApp = async (name: string) =>
    new TextDecoder().decode(await vscode.workspace.fs.readFile(inApp(name)));
  const push = (more: object = {}) =>
    runUnasked<PushOutcome>("deploy.push", { folder: uri.toString(), ...app, ...more });
  const pull = (more: object = {}) =>
    runUnasked<PullOutcome>("deploy.pull", { folder: uri.toString(), ...app, ...more });

  before("create an app from a folder", async () => {
    write("main.py", "import time\nwhile True: time.sleep(60)\n");
    write("lib/words.txt", "one");
    await runUnasked("localService.start");
    const settings = { name: "Pushed", runtime: "python", mainFile: "main.py", exposedViaWeb: false };
    const { accountId, appId } = await runUnasked<Created>("deploy.createApp", {
      folder: uri.toString(),
      settings,
    });
    app = { accountId, appId };
  });

  it("pushes what changed, and nothing the second time", async () => {
    write("lib/words.txt", "two words");
    write("lib/new.txt", "new");
    const outcome = await push();
    assert.deepEqual(outcome.uploaded, ["/lib/new.txt", "/lib/words.txt"]);
    assert.deepEqual([outcome.failed, outcome.cancelled], [[], []]);
    assert.equal(await textInApp("lib/words.txt"), "two words");
    const again = await push();
    assert.deepEqual([again.uploaded, again.deleted], [[], []]);
  });

  it("deletes in the app what was deleted here, and leaves what the app made itself", async () => {
    await vscode.workspace.fs.writeFile(inApp("visitors.db"), new TextEncoder().encode("7"));
    rmSync(path.join(folder, "lib/new.txt"));
    const outcome = await push();
    assert.deepEqual(outcome.deleted, ["/lib/new.txt"]);
    assert.deepEqual(
      outcome.left.filter(({ path: name }) => name === "/visitors.db").map(({ path: name }) => name),
      ["/visitors.db"],
    );
    assert.equal(await textInApp("visitors.db"), "7");
  });

  it("leaves a file that both sides changed, and says so", async () => {
    await vscode.workspace.fs.writeFile(inApp("lib/words.txt"), new TextEncoder().encode("theirs"));
    write("lib/words.txt", "mine, all mine");
    const outcome = await push();
    assert.deepEqual(outcome.uploaded, []);
    assert.ok(outcome.left.some(({ path: name }) => name === "/lib/words.txt"));
    assert.equal(await textInApp("lib/words.txt"), "theirs");
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
    await vscode.workspace.fs.writeFile(inApp("before.txt"), new TextEncoder().encode("before"));
    write("undone/new.txt", "new");
    write("before.txt", "after");
    const { uploaded, operationId } = await push();
    assert.deepEqual(uploaded, ["/before.txt", "/undone/new.txt"]);
    const { undone, failed } = await runUnasked<UndoOutcome>("files.undo", { operationId, confirm: true });
    assert.deepEqual([[...undone].sort(), failed], [["/before.txt", "/undone/new.txt"], []]);
    assert.equal(await textInApp("before.txt"), "before");
    await assert.rejects(Promise.resolve(vscode.workspace.fs.stat(inApp("undone/new.txt"))), {
      code: "FileNotFound",
    });
    assert.equal(readFileSync(path.join(folder, "before.txt"), "utf8"), "after");
    rmSync(path.join(folder, "before.txt"));
    rmSync(path.join(folder, "undone"), { recursive: true });
  });

  it("lets the second push of a folder know of the first", async () => {
    write("lib/a.txt", "a");
    write("lib/b.txt", "b");
    const [first, second] = await Promise.all([push(), push()]);
    // A command that failed has told so and resolves with nothing.
    assert.equal([first, second].filter((outcome) => outcome === undefined).length, 1);
  });

  it("knows the app of a linked folder, and compares a file either way", async () => {
    const [open] = vscode.workspace.workspaceFolders ?? [];
    assert.ok(open);
    await runUnasked("deploy.linkFolder", { folder: open.uri.toString(), ...app });
    await vscode.workspace.fs.writeFile(inApp("messages.py"), new TextEncoder().encode("GREETING = 1\n"));
    const local = vscode.Uri.joinPath(open.uri, "messages.py");
    const expected = { app: inApp("messages.py").toString(), local: local.toString() };
    assert.deepEqual(await runUnasked("files.compareWithLocal", inApp("messages.py")), expected);
    const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
    assert.ok(input instanceof vscode.TabInputTextDiff);
    assert.deepEqual(await runUnasked("files.compareWithLocal", local), expected);
    assert.deepEqual(await runUnasked("files.compareWithLocal", { uri: local.toString() }), expected);
  });

  it("remembers what an app was created with", async () => {
    const packedAt = Date.now() + 60_000;
    assert.deepEqual(await runUnasked("deploy.linkFolder", { folder: uri.toString(), ...app, packedAt }), {
      folder: uri.toString(),
      ...app,
    });
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
      { type: "hosted-app", task: "push", folder, ...app },
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
    assert.equal(await textInApp("lib/task.txt"), "by a task");
  });
});
