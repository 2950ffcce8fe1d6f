// Push, link and compare inside VS Code's extension host, without a prompt, against the local service.
import assert from "node:assert/strict";
import { before, describe, it } from "mocha";
import * as vscode from "vscode";
import type { PullOutcome } from "../../src/features/transfers/commands/pull";
import type { PushOutcome } from "../../src/features/transfers/commands/push";
import { writeTree } from "../support/fileTrees";
import { type CreatedApp, createFromFolder } from "./createdApp";
import { runPreapproved } from "./runPreapproved";

describe("push inside VS Code", () => {
  let app: CreatedApp;
  let uri: vscode.Uri;
  let folder: string;
  const write = (name: string, text: string): void => writeTree(folder, { [name]: text });
  const openFolder = (): string =>
    vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? assert.fail("no folder");
  const push = () => runPreapproved<PushOutcome>("deploy.push", { folder: uri.toString(), ...app.key });

  before("create an app from a folder", async () => {
    const files = { "lib/words.txt": "one", "messages.py": "GREETING = 1\n" };
    ({ app, folder: uri } = await createFromFolder("Pushed", files));
    folder = uri.fsPath;
  });

  it("pushes changed files, and nothing the second time", async () => {
    write("lib/words.txt", "two words");
    write("lib/new.txt", "new");
    const outcome = await push();
    assert.deepEqual(outcome.uploaded, ["/lib/new.txt", "/lib/words.txt"]);
    assert.deepEqual([outcome.failed, outcome.cancelled], [[], []]);
    assert.equal(await app.read("lib/words.txt"), "two words");
    const again = await push();
    assert.deepEqual([again.uploaded, again.deleted], [[], []]);
  });

  it("knows the app of a linked folder, and compares a file either way", async () => {
    const open = vscode.Uri.file(openFolder());
    await runPreapproved("deploy.linkFolder", { folder: open.toString(), ...app.key });
    const local = vscode.Uri.joinPath(open, "messages.py");
    const expected = { app: app.uri("messages.py").toString(), local: local.toString() };
    assert.deepEqual(await runPreapproved("files.compareWithLocal", app.uri("messages.py")), expected);
    const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
    assert.ok(input instanceof vscode.TabInputTextDiff);
    assert.deepEqual(await runPreapproved("files.compareWithLocal", local), expected);
    assert.deepEqual(await runPreapproved("files.compareWithLocal", { uri: local.toString() }), expected);
  });

  it("remembers the settings that an app was created with", async () => {
    assert.deepEqual(
      await runPreapproved("deploy.linkFolder", { folder: uri.toString(), ...app.key, packed: [] }),
      {
        folder: uri.toString(),
        ...app.key,
      },
    );
    const { uploaded, failed } = await runPreapproved<PushOutcome>("deploy.push", { folder: uri.toString() });
    assert.deepEqual([uploaded, failed], [[], []]);
  });

  it("leaves logs out of quiet pushes and pulls", async () => {
    write("debug.log", "from here");
    await app.write("lib/server.log", "from there");
    const [pushed, pulled] = [
      await push(),
      await runPreapproved<PullOutcome>("deploy.pull", { folder: uri.toString(), ...app.key }),
    ];
    assert.deepEqual([pushed.uploaded, pulled.written], [[], []]);
    const left = [...pushed.left, ...pulled.left].map(({ path: file }) => file);
    assert.ok(left.includes("/debug.log") && left.includes("/lib/server.log"), left.join());
  });

  /** The code that the task ends with. */
  const run = async (definition: Readonly<Record<string, string>>): Promise<number | undefined> => {
    const [template] = await vscode.tasks.fetchTasks({ type: "hosted-app" });
    assert.ok(template);
    const name = JSON.stringify(definition);
    const task = new vscode.Task(
      ...([{ type: "hosted-app", ...definition }, vscode.TaskScope.Workspace, name, "hosted-app"] as const),
      template.execution,
    );
    const ended = new Promise<number | undefined>((resolve) => {
      const listener = vscode.tasks.onDidEndTaskProcess(({ execution, exitCode }) => {
        if (execution.task.name !== name) return;
        listener.dispose();
        resolve(exitCode);
      });
    });
    await vscode.tasks.executeTask(task);
    return await ended;
  };

  it("lists its tasks, and ends a push task with code 0", async () => {
    const tasks = await vscode.tasks.fetchTasks({ type: "hosted-app" });
    assert.deepEqual(tasks.map(({ name }) => name).sort(), ["deploy", "push", "restart"]);
    writeTree(openFolder(), { "lib/task.txt": "by a task" });
    assert.equal(await run({ task: "push", ...app.key }), 0);
    assert.equal(await app.read("lib/task.txt"), "by a task");
  });

  it("restarts by a task the app of a folder, of a target, or of an id, without a question", async () => {
    assert.equal(await run({ task: "restart", appId: app.appId }), 0);
    write("hosted-app.json", JSON.stringify({ targets: { development: { appId: app.appId } } }));
    assert.equal(await run({ task: "restart", folder, target: "development" }), 0);
    assert.equal(await run({ task: "restart", folder, target: "production" }), 1);
    write("hosted-app.json", JSON.stringify({ appId: app.appId }));
    assert.equal(await run({ task: "restart", folder }), 0);
  });

  it("pushes by a deploy task where the folder has an app", async () => {
    assert.equal(await run({ task: "deploy", folder, target: "production" }), 1);
    writeTree(openFolder(), { "lib/deployed.txt": "by a task" });
    assert.equal(await run({ task: "deploy" }), 0);
    assert.equal(await app.read("lib/deployed.txt"), "by a task");
  });
});
