// Push File with a selection: it pushes local files of linked folders, and names each file that it skips.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import diskFiles from "node:fs/promises";
import path from "node:path";
import { beforeEach, describe, it } from "mocha";
import * as vscode from "vscode";
import { CancelledError } from "../../../../src/core/errors/cancelledError";
import { silentLogger } from "../../../../src/core/logger";
import { pushFile } from "../../../../src/features/transfers/commands/pushFile";
import { setLink } from "../../../../src/features/transfers/place/linkedFolders";
import { readFiles } from "../../../../src/features/transfers/place/readFiles";
import type { TransferPlace } from "../../../../src/features/transfers/place/transferPlace";
import type { TransferServices } from "../../../../src/features/transfers/place/transferServices";
import { SavedFiles } from "../../../../src/features/transfers/pushSaved";
import { pushFiles } from "../../../../src/features/transfers/run/pushFiles";
import type { RunWithProgress } from "../../../../src/features/transfers/run/syncFolder";
import { skipOn } from "../../../support/allowedSkips";
import { MemoryState } from "../../../support/memoryState";
import { temporaryFolder } from "../../../support/temporaryFolder";
import { answerNotices, workspace } from "../../../support/vscodeParts";
import { waitUntil } from "../../../support/waitUntil";
import { transferWorld } from "../../appFiles/transfer/transferWorld";
import { untouchedServices, useProjectWindow } from "./projectWindow";

describe("the selection of Push File", () => {
  useProjectWindow();
  let home: string;

  beforeEach(() => {
    home = temporaryFolder("selection");
    mkdirSync(path.join(home, "lib"));
  });

  const write = (name: string) => writeFileSync(path.join(home, name), "x");

  /** The folder is open and linked to the app "shop". */
  async function setUp() {
    const folder = vscode.Uri.file(home);
    Object.assign(workspace, {
      workspaceFolders: [{ uri: folder, name: "shop", index: 0 }],
      getWorkspaceFolder: (uri: vscode.Uri) => (uri.path.startsWith(home) ? { uri: folder } : undefined),
      getConfiguration: () => ({ get: (_key: string, value: unknown) => value, inspect: () => undefined }),
    });
    Object.assign(workspace["fs"] as object, {
      stat: async ({ fsPath }: vscode.Uri) => {
        const stat = statSync(fsPath, { throwIfNoEntry: false });
        if (!stat) throw vscode.FileSystemError.FileNotFound();
        return { type: stat.isDirectory() ? vscode.FileType.Directory : vscode.FileType.File };
      },
    });
    const { files, moved, clock, texts } = transferWorld({});
    const services = untouchedServices({
      ...{ storage: folder, logger: silentLogger, clock, transfers: moved.transfers },
      files: { get: () => files } as unknown as TransferServices["files"],
      backups: { begin: async () => moved.log } as unknown as TransferServices["backups"],
    });
    await setLink(folder, { accountId: "account", appId: "shop" }, services);
    return { services, clock, texts };
  }

  async function pushed(...names: readonly string[]) {
    const { services, clock } = await setUp();
    const addresses = names.map((name) => vscode.Uri.file(path.resolve(home, name)).toString());
    let isOver = false;
    const end = pushFile({ files: addresses, confirm: true }, undefined, services)
      .then(
        ([outcome]) => ({
          uploaded: outcome?.uploaded,
          failed: outcome?.failed.map(({ path: name, reason }) => `${name} ${reason}`),
        }),
        String,
      )
      .finally(() => {
        isOver = true;
      });
    const isDone = async () => {
      await clock.advance(1_000);
      return isOver;
    };
    await waitUntil(isDone, { what: "the push" });
    return await end;
  }

  describe("below a linked folder", () => {
    beforeEach(() => {
      const outside = temporaryFolder("outside");
      writeFileSync(path.join(outside, "a.txt"), "private");
      writeFileSync(path.join(outside, "hosted-app.json"), '{ "appId": "shop" }');
      mkdirSync(path.join(outside, "deep"));
      writeFileSync(path.join(outside, "deep", "b.txt"), "private");
      symlinkSync(outside, path.join(home, "lib", "linked"), "junction");
      const { readFile } = workspace["fs"] as { readFile(uri: vscode.Uri): Promise<Uint8Array> };
      Object.assign(workspace["fs"] as object, {
        readFile: async (uri: vscode.Uri) => {
          if (uri.path.includes("/linked/")) return readFileSync(uri.fsPath);
          return await readFile(uri);
        },
      });
    });
    const link = "a symbolic link, which isn't followed; select its target instead";

    it("uploads nothing, and names the link", async () => {
      write("a.py");
      assert.deepEqual(await pushed("a.py", "lib/linked/a.txt", "lib/linked/deep/b.txt"), {
        uploaded: ["/a.py"],
        failed: [`/lib/linked/a.txt ${link}`, `/lib/linked/deep/b.txt ${link}`],
      });
      assert.equal(
        await pushed("lib/linked"),
        "Error: linked contains no files to push. Nothing was changed.",
      );
    });

    it("uploads nothing on save, and names the link once", async () => {
      const { services, clock, texts } = await setUp();
      const said = answerNotices();
      const saves = new SavedFiles(services);
      write("b.py");
      for (const name of ["lib/linked/a.txt", "b.py"]) {
        saves.add(vscode.Uri.file(path.join(home, name)));
        const isDone = async () => {
          await clock.advance(1_000);
          return name === "b.py" ? "b.py" in texts() : said.length > 0;
        };
        await waitUntil(isDone, { what: "the push" });
      }
      assert.deepEqual(
        said.map(({ text }) => text),
        [`a.txt was saved but not pushed to Shop: ${link}.`],
      );
      assert.deepEqual(Object.keys(texts()), ["b.py"]);
    });
  });

  it("names a file of a selected folder that cannot be read", async function () {
    skipOn(this, ["win32"]);
    write("lib/a.py");
    execFileSync("mkfifo", [path.join(home, "lib", "pipe")]);
    const failed = ["/lib/pipe is neither a file nor a folder"];
    assert.deepEqual(await pushed("lib"), { uploaded: ["/lib/a.py"], failed });
  });

  it("names a selected folder that cannot be read", async () => {
    write("a.py");
    const { readdir } = diskFiles;
    const refusing = async (folder: string, options: { withFileTypes: true }) => {
      if (folder.endsWith("lib")) throw Object.assign(new Error("no permission"), { code: "EACCES" });
      return await readdir(folder, options);
    };
    Object.assign(diskFiles, { readdir: refusing });
    try {
      const failed = ["/lib couldn't be read on this machine: no permission"];
      assert.deepEqual(await pushed("a.py", "lib"), { uploaded: ["/a.py"], failed });
    } finally {
      Object.assign(diskFiles, { readdir });
    }
  });

  it("says that a selected folder contains nothing to push", async () => {
    assert.equal(await pushed("lib"), "Error: lib contains no files to push. Nothing was changed.");
  });

  it("pushes nothing when one of the files is in no open folder, and names that one", async () => {
    write("a.py");
    const outside = "/no/such/b.py";
    assert.match(String(await pushed("a.py", outside)), /b\.py isn't in an open folder/);
  });

  it("saves the selected notebook, and the files of a selected folder", async () => {
    const saved: string[] = [];
    const document = (name: string) => ({
      ...{ isDirty: true, uri: vscode.Uri.file(path.join(home, name)) },
      save: async () => saved.push(name) > 0,
    });
    for (const name of ["lib/a.py", "b.ipynb"]) write(name);
    workspace["textDocuments"] = [document("lib/a.py"), document("c.py")];
    workspace["notebookDocuments"] = [document("b.ipynb")];
    await pushed("lib", "b.ipynb");
    assert.deepEqual(saved, ["lib/a.py", "b.ipynb"]);
  });

  it("says of a file that became a folder that a folder is there", async () => {
    const state = new MemoryState() as unknown as TransferServices["state"];
    const read = await readFiles(vscode.Uri.file(home), ["lib"], state, new AbortController().signal);
    assert.deepEqual(read.problems, [{ path: "lib", problem: { kind: "isFolderHere" } }]);
  });

  it("is compared with progress, and nothing is sent after Cancel there", async () => {
    for (const name of ["a.py", "b.py"]) write(name);
    const { files, remote, texts } = transferWorld({});
    const services = untouchedServices({
      ...{ storage: vscode.Uri.file(home), logger: silentLogger },
      files: { get: () => files } as unknown as TransferServices["files"],
    });
    const app = { accountId: "account", appId: "shop", appName: "Shop" };
    const place = { ...app, folder: vscode.Uri.file(home) } as TransferPlace;
    const cancel = new AbortController();
    remote.onRequest = () => cancel.abort(new CancelledError());
    const titles: string[] = [];
    const run: RunWithProgress = async (title, task) => {
      titles.push(title);
      return await task({ signal: cancel.signal, report: () => undefined });
    };
    const pushing = pushFiles({ place, paths: ["a.py", "b.py"], kind: "pushFile" }, {}, services, run);
    await assert.rejects(pushing, CancelledError);
    assert.deepEqual(titles, Array(2).fill("Comparing 2 files with Shop"));
    assert.deepEqual(texts(), {});
  });
});
