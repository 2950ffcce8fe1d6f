// Cancel of a progress works at once, even while the work hangs.
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, describe, it } from "mocha";
import * as vscode from "vscode";
import { CancelledError } from "../../../src/core/errors/cancelledError";
import { withConsent } from "../../../src/editor/commands/consent";
import { withBackupProgress } from "../../../src/features/files/asks/mountDialogs";
import { deleteFiles } from "../../../src/features/files/mount/deleteFiles";
import type { HostedFileSystem } from "../../../src/features/files/mount/hostedFileSystem";
import { FolderRunProcess } from "../../../src/features/localService/folderRunProcess";
import { FolderRuns, type FolderRunsOptions } from "../../../src/features/localService/folderRuns";
import { localServiceCommands } from "../../../src/features/localService/localServiceCommands";
import type { LocalServiceProcess } from "../../../src/features/localService/localServiceProcess";
import { MemoryState } from "../../support/memoryState";
import { realFiles } from "../../support/realFiles";
import { someAccount, someAccounts, someApp } from "../../support/someApp";
import { temporaryFolder } from "../../support/temporaryFolder";
import { window, workspace } from "../../support/vscodeParts";
import { mounted } from "./files/mountedApp/mountHarness";

describe("a progress that the user cancels", () => {
  const { setTimeout } = globalThis;
  const { start } = FolderRunProcess;
  let shown: vscode.ProgressOptions[];

  beforeEach(() => {
    shown = [];
    globalThis.setTimeout = ((call: () => void) => queueMicrotask(call)) as unknown as typeof setTimeout;
    window["withProgress"] = async (
      options: vscode.ProgressOptions,
      task: (progress: unknown, token: unknown) => Promise<unknown>,
    ) => {
      shown.push(options);
      const onCancellationRequested = (cancel: () => void) => {
        // Reading the folder goes on, to what the test is about.
        if (options.cancellable && options.title !== "Reading the folder") cancel();
        return { dispose: () => undefined };
      };
      return await task({ report: () => undefined }, { onCancellationRequested });
    };
  });
  afterEach(() => {
    Object.assign(globalThis, { setTimeout });
    Object.assign(FolderRunProcess, { start });
  });

  const never = () => new Promise<never>(() => undefined);

  it("sends no deletion", async () => {
    const { mount, remote } = mounted({ "/a.txt": "a", "/b.txt": "b" }, { withBackupProgress });
    const fileSystem = { deleteAll: (_app: unknown, paths: string[]) => mount.deleteAll(paths) };
    const app = { accountId: "account", appId: "shop" };
    const services = {
      fileSystem: fileSystem as unknown as HostedFileSystem,
      chooseApp: async () => ({ ...app, name: "Shop" }),
      accounts: someAccounts(someAccount({ apps: [someApp()] })),
    };
    const deleting = deleteFiles(withConsent({ ...app, paths: ["/a.txt", "/b.txt"] }), undefined, services);
    await assert.rejects(deleting, CancelledError);
    assert.deepEqual(
      shown.map(({ title, cancellable }) => [title, cancellable]),
      [["Deleting 2 items", true]],
    );
    assert.deepEqual([...remote.files.keys()], ["/a.txt", "/b.txt"]);
  });

  it("does not wait for the local service to start", async () => {
    const service = { ensureRunning: never } as unknown as LocalServiceProcess;
    const starting = localServiceCommands(service, someAccounts())["localService.start"]();
    await assert.rejects(starting, CancelledError);
  });

  it("does not wait for a folder's run to start, and ends it afterwards", async () => {
    const folder = temporaryFolder("cancelled-run");
    writeFileSync(path.join(folder, "main.py"), "print(1)\n");
    const uri = vscode.Uri.file(folder);
    Object.assign(window, {
      createTerminal: () => ({ show: () => undefined, dispose: () => undefined }),
    });
    Object.assign(workspace, {
      ...{ onDidChangeWorkspaceFolders: () => ({ dispose: () => undefined }), fs: realFiles },
      workspaceFolders: [{ uri, name: "shop", index: 0 }],
      getConfiguration: () => ({ inspect: () => undefined, get: () => undefined }),
    });
    const runs = new FolderRuns({
      ...{ accounts: someAccounts(), state: new MemoryState(), clock: { now: () => 0 } },
      ...{ program: "program.js", dataDirectory: folder },
    } as unknown as FolderRunsOptions);
    let begun = (_process: object): void => undefined;
    Object.assign(FolderRunProcess, { start: () => new Promise((resolve) => (begun = resolve)) });
    await assert.rejects(runs.run(withConsent(uri)), CancelledError);
    const ended = new Promise<void>((resolve) => begun({ folder, end: async () => resolve() }));
    await ended;
    runs.dispose();
  });
});
