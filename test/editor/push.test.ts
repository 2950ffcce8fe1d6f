// Push, link and compare inside VS Code's extension host, without a prompt, against the local service.
import assert from "node:assert/strict";
import { before, describe, it } from "mocha";
import * as vscode from "vscode";
import type { PushOutcome } from "../../src/features/transfers/push";
import { writeTree } from "../support/fileTrees";
import { type CreatedApp, createFromFolder } from "./createdApp";
import { runUnasked } from "./runUnasked";

describe("push inside VS Code", () => {
  let app: CreatedApp;
  let uri: vscode.Uri;
  let folder: string;
  const write = (name: string, text: string): void => writeTree(folder, { [name]: text });
  const push = () => runUnasked<PushOutcome>("deploy.push", { folder: uri.toString(), ...app.key });

  before("create an app from a folder", async () => {
    const files = { "lib/words.txt": "one", "messages.py": "GREETING = 1\n" };
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
