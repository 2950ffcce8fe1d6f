// The task before a deploy: which one is meant, when it counts as done, and what is asked when it is not.
import assert from "node:assert/strict";
import { beforeEach, describe, it } from "mocha";
import * as vscode from "vscode";
import { CancelledError } from "../../../../src/core/errors/cancelledError";
import { runPreDeployTask } from "../../../../src/editor/project/preDeployTask";
import {
  answerNotices,
  type ShownNotice,
  tasks,
  window,
  workspace,
  workspaceFiles,
} from "../../../support/vscodeParts";

/** The parts of VS Code's own types that matter here. */
type Listed = Pick<vscode.Task, "name" | "source" | "definition"> &
  Partial<Pick<vscode.Task, "isBackground">> & { readonly scope?: unknown; readonly execution?: unknown };
type Execution = { readonly task: Listed; terminate(): void };
type TaskEvent = { readonly execution: Execution; readonly exitCode?: number | undefined };
type Fire = (event: TaskEvent) => void;

const home = { uri: vscode.Uri.file("/work/bot") };
const folder = home.uri;
const shell = new vscode.ShellExecution("npm run build");
const build: Listed = {
  ...{ name: "build", source: "npm", scope: home, execution: shell },
  definition: { type: "npm", script: "build" },
};

describe("the task before a deploy", () => {
  let listed: readonly Listed[];
  let run: Listed[];
  let asked: readonly ShownNotice[];
  let shown: string[];
  let answer: string | undefined;
  let files: Map<string, string>;
  /** What becomes of a task once it has been started. */
  let onStart: (execution: Execution, fire: Record<"start" | "endProcess" | "end", Fire>) => void;

  beforeEach(() => {
    [listed, run, shown, answer] = [[build], [], [], undefined];
    [asked, files] = [answerNotices(() => answer), workspaceFiles({})];
    const newEmitter = () => new vscode.EventEmitter<TaskEvent>();
    const [start, endProcess, end] = [newEmitter(), newEmitter(), newEmitter()];
    Object.assign(tasks, {
      fetchTasks: async () => listed,
      onDidStartTaskProcess: start.event,
      onDidEndTaskProcess: endProcess.event,
      onDidEndTask: end.event,
      executeTask: async (task: Listed) => {
        run.push(task);
        const terminate = () => endProcess.fire({ execution, exitCode: undefined });
        const execution: Execution = { task, terminate };
        onStart(execution, {
          start: (event) => start.fire(event),
          endProcess: (event) => endProcess.fire(event),
          end: (event) => end.fire(event),
        });
        return execution;
      },
    });
    workspace["getWorkspaceFolder"] = (uri: vscode.Uri) =>
      uri.path.startsWith("/work/bot") ? home : undefined;
    window["terminals"] = ["other", "build"].map((name) => ({ name, show: () => shown.push(name) }));
    onStart = ends(0);
  });

  const ends =
    (exitCode: number | undefined): typeof onStart =>
    (execution, { start, endProcess, end }) => {
      start({ execution });
      endProcess({ execution, exitCode });
      end({ execution });
    };
  const deploy = async () => await runPreDeployTask(folder, "npm: build", true);
  /** Where no user is there to answer. */
  const withoutUser = async () => await runPreDeployTask(folder, "npm: build", false);
  const buttons = () => asked.at(-1)?.buttons;

  it("goes on without a question when it succeeded, however soon that was", async () => {
    await deploy();
    assert.deepEqual([run, asked], [[build], []]);
  });

  it("is found when the extension that provides it starts slowly", async () => {
    let fetches = 0;
    Object.assign(tasks, { fetchTasks: async () => (++fetches < 3 ? [] : listed) });
    await runPreDeployTask(folder, "npm: build", true);
    assert.deepEqual([run, asked], [[build], []]);
  });

  it("is each of several in turn, unless one has that name as a whole", async () => {
    const named = (name: string): Listed => ({ ...build, name, definition: { type: "shell" } });
    const ran = async (): Promise<string[]> => {
      await runPreDeployTask(folder, "npm: build && deploy docs", true);
      return run.splice(0).map(({ name }) => name);
    };
    listed = [build, named("deploy docs")];
    assert.deepEqual(await ran(), ["build", "deploy docs"]);
    listed = [...listed, named("npm: build && deploy docs")];
    assert.deepEqual(await ran(), ["npm: build && deploy docs"]);
    listed = [build];
    await assert.rejects(ran(), CancelledError);
    assert.match(asked[0]?.text ?? "", /Couldn't find the task "deploy docs"/);
  });

  it("waits until it has ended", async () => {
    let end = (): void => undefined;
    onStart = (execution, { start, endProcess }) => {
      start({ execution });
      end = () => endProcess({ execution, exitCode: 0 });
    };
    let isDone = false;
    const running = deploy().then(() => {
      isDone = true;
    });
    while (run.length === 0) await Promise.resolve();
    for (let turn = 0; turn < 20; turn++) await Promise.resolve();
    assert.equal(isDone, false);
    end();
    await running;
  });

  it("counts one without a program as done when it has ended, and a program that never began as failed", async () => {
    onStart = (execution, { end }) => end({ execution });
    const { execution: _none, ...compound } = build;
    listed = [compound];
    await deploy();
    listed = [build];
    await assert.rejects(withoutUser(), /didn't finish\. Nothing was sent\./);
  });

  it("asks when it failed, and goes on only if the user deploys anyway", async () => {
    onStart = ends(2);
    await assert.rejects(deploy(), CancelledError);
    assert.equal(asked[0]?.text, 'The task "npm: build" failed with exit code 2.');
    assert.deepEqual(buttons(), ["Show", "Deploy Anyway"]);
    answer = "Show";
    await assert.rejects(deploy(), CancelledError);
    assert.deepEqual(shown, ["build"]);
    answer = "Deploy Anyway";
    await deploy();
  });

  it("offers to install the packages where none are installed, and then runs again", async () => {
    const install = { ...build, name: "install", definition: { type: "npm", script: "install" } };
    files.set("/work/bot/package.json", '{ "devDependencies": { "vite": "7" } }');
    let exitCode = 127;
    onStart = (execution, fire) => ends(execution.task === install ? 0 : exitCode)(execution, fire);
    await assert.rejects(deploy(), CancelledError);
    assert.match(asked[0]?.options.detail ?? "", /^The packages in package\.json aren't installed\./);
    assert.deepEqual(buttons(), ["Show", "Deploy Anyway"]);
    await assert.rejects(
      withoutUser(),
      /127\. The packages in package\.json aren't installed\. Nothing was sent\./,
    );
    [listed, run, answer] = [[build, install], [], "Install and Try Again"];
    const again = onStart;
    onStart = (execution, fire) => {
      again(execution, fire);
      if (execution.task === install) exitCode = 0;
    };
    await deploy();
    assert.deepEqual(run, [build, install, build]);
    exitCode = 127;
    files.set("/work/node_modules", "");
    await assert.rejects(deploy(), CancelledError);
    assert.deepEqual(buttons(), ["Show", "Deploy Anyway"]);
  });

  it("asks nothing where no user is there to answer", async () => {
    onStart = ends(1);
    await assert.rejects(withoutUser(), /exit code 1\. Nothing was sent\./);
    assert.deepEqual(asked, []);
  });

  it("says which task is not there, never ends or deploys itself, and runs none of them", async () => {
    listed = [{ ...build, isBackground: true }];
    await assert.rejects(withoutUser(), /never ends/);
    listed = [{ ...build, definition: { type: "hosted-app", task: "push" } }];
    await assert.rejects(withoutUser(), /deploys the folder itself/);
    listed = [];
    await assert.rejects(deploy(), CancelledError);
    assert.deepEqual(buttons(), ["Deploy Anyway"]);
    files.set("/work/bot/hosted-app.json", "{}");
    await assert.rejects(deploy(), CancelledError);
    assert.deepEqual(buttons(), ["Open hosted-app.json", "Deploy Anyway"]);
    await assert.rejects(
      runPreDeployTask(vscode.Uri.file("/else"), "npm: build", false),
      /Couldn't find the task/,
    );
    assert.deepEqual(run, []);
  });

  it("is the folder's own, not that of the user, of the workspace, of a folder beside it or of a package below", async () => {
    const other = { ...build, scope: { uri: vscode.Uri.file("/work/other") } };
    const below = { ...build, name: "build - api", definition: { ...build.definition, path: "api" } };
    const labelled = { ...build, name: "all", source: "Workspace", definition: { type: "shell" } };
    // As VS Code lists a task of the user, of the workspace file, and one whose place is not known.
    const ofOthers = [1, 2, undefined].map((scope) => ({ ...labelled, scope }));
    for (const task of ofOthers) {
      listed = [task];
      await assert.rejects(runPreDeployTask(folder, "all", false), /Couldn't find the task/);
    }
    listed = [...ofOthers, other, below, build, labelled];
    await deploy();
    await runPreDeployTask(vscode.Uri.file("/work/bot/api"), "npm: build", true);
    await runPreDeployTask(folder, "all", true);
    assert.deepEqual(run, [build, below, labelled]);
  });

  it("is not run in Restricted Mode", async () => {
    workspace["isTrusted"] = false;
    await assert.rejects(deploy(), /Restricted Mode/);
    assert.deepEqual(run, []);
  });
});
