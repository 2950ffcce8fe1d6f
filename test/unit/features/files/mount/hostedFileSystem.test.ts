// Reads of a file that acts in an editor, by VS Code, the extension and other extensions.
import assert from "node:assert/strict";
import { beforeEach, describe, it } from "mocha";
import * as vscode from "vscode";
import type { TransferRow } from "../../../../../src/appFiles/transfer/plan/transferPlan";
import { contentHash } from "../../../../../src/core/disk/contentHash";
import { appUri, ownReadUri } from "../../../../../src/editor/appUris";
import { localDisk } from "../../../../../src/editor/localDisk";
import { HostedFileSystem } from "../../../../../src/features/files/mount/hostedFileSystem";
import type { Mounts } from "../../../../../src/features/files/mount/mounts";
import { ReviewGate } from "../../../../../src/features/files/mount/reviewGate";
import { showAllDifferences, showDifference } from "../../../../../src/features/transfers/ask/showDifference";
import { compareWithLocal } from "../../../../../src/features/transfers/commands/compare";
import type { TransferPlace } from "../../../../../src/features/transfers/place/transferPlace";
import type { TransferServices } from "../../../../../src/features/transfers/place/transferServices";
import { MemoryState } from "../../../../support/memoryState";
import { someAccount, someAccounts } from "../../../../support/someApp";
import { commands, window, workspace } from "../../../../support/vscodeParts";

const shop = { accountId: "me", appId: "shop" };
const tasks = "/.vscode/tasks.json";
const uri = appUri({ ...shop, path: tasks });
const bytes = (text: string) => new TextEncoder().encode(text);
const options = { create: true, overwrite: true };
const none = () => new vscode.Disposable(() => undefined);

describe("a file of an app that acts in an editor", () => {
  let fileSystem: HostedFileSystem;
  let inApp: Uint8Array;
  let state: MemoryState;

  beforeEach(() => {
    inApp = bytes("{}");
    state = new MemoryState();
    const mount = {
      readFile: async () => inApp,
      stat: async () => ({ type: "file", sizeBytes: 2, createdAt: 1, modifiedAt: 1 }),
      writeFile: async (path: string, content: Uint8Array) => {
        inApp = content;
        return { type: "changed", path };
      },
    };
    const events = {
      onDidMount: none,
      onDidChangeRemotely: none,
      onDidForget: none,
      onDidChangeAccess: none,
    };
    const mounts = { ...events, at: async () => mount } as unknown as Mounts;
    fileSystem = new HostedFileSystem(mounts, new ReviewGate(state));
  });

  const read = async (from: vscode.Uri): Promise<string> =>
    await fileSystem.readFile(from).then(
      (content) => new TextDecoder().decode(content),
      (error: vscode.FileSystemError) => error.code,
    );

  it("is not read by VS Code before it is accepted, unlike others", async () => {
    await assert.rejects(fileSystem.readFile(uri), /select "Review Files That Act in the Editor"/);
    assert.equal(await read(uri), "NoPermissions");
    assert.equal(await read(appUri({ ...shop, path: "/main.py" })), "{}");
  });

  it("is read once the user has saved it here", async () => {
    await fileSystem.writeFile(uri, bytes("own"), options);
    assert.equal(await read(uri), "own");
    inApp = bytes("other");
    assert.equal(await read(uri), "NoPermissions");
  });

  it("reaches the mount before its content is stored as accepted, so that its base is the save's", async () => {
    let keep = (): void => undefined;
    const kept = new Promise<void>((resolve) => {
      keep = resolve;
    });
    state.update = () => kept;
    const saved = fileSystem.writeFile(uri, bytes("own"), options);
    await new Promise(setImmediate);
    assert.deepEqual(inApp, bytes("own"));
    keep();
    await saved;
  });

  it("is readable by the extension's own URI, which cannot be saved", async () => {
    const own = ownReadUri(uri);
    assert.equal(await read(own), "{}");
    assert.equal((await fileSystem.stat(own)).permissions, vscode.FilePermission.Readonly);
    await assert.rejects(fileSystem.writeFile(own, bytes("x"), options), { code: "NoPermissions" });
    assert.equal(await read(own), "{}");
  });

  it("is not readable by a foreign or forged URI", async () => {
    const { query } = ownReadUri(appUri({ ...shop, path: "/.vscode/notes.md" }));
    assert.match(query, /^[0-9a-f]{64}$/);
    const madeUp = ["own", "", "0".repeat(64), query, `${ownReadUri(uri).query}${await contentHash(inApp)}`];
    for (const each of madeUp) assert.equal(await read(uri.with({ query: each })), "NoPermissions", each);
  });

  it("is readable by a URI for one content while it has that", async () => {
    const shown = ownReadUri(uri, await contentHash(inApp));
    assert.equal(await read(shown), "{}");
    inApp = bytes("evil");
    assert.equal(await read(shown), "NoPermissions");
  });

  it("is readable for the extension's plans, comparisons and diffs", async () => {
    const local = vscode.Uri.file("/work/tasks.json");
    const opened: vscode.Uri[] = [];
    Object.assign(workspace, { fs: { readFile: read, stat: async () => ({}) } });
    window["showOpenDialog"] = async () => [local];
    commands["executeCommand"] = async (id: string, first: vscode.Uri, second: unknown) => {
      const resources = id === "vscode.changes" ? (second as vscode.Uri[][]) : [[first, first]];
      for (const [, app] of resources) if (app) opened.push(app);
    };
    const root = appUri({ ...shop, path: "/" });
    assert.equal(await localDisk(root).read(tasks.slice(1)), "{}");
    const accounts = someAccounts({ ...someAccount(), id: shop.accountId });
    await compareWithLocal(uri, { accounts } as unknown as TransferServices);
    const place = { account: { id: "me" }, appId: "shop", appName: "Shop", folder: vscode.Uri.file("/work") };
    const row = { path: tasks, local: { path: "tasks.json" }, remote: { type: "file" } };
    await showDifference(place as TransferPlace, row as TransferRow);
    await showAllDifferences(place as TransferPlace, [row as TransferRow]);
    assert.deepEqual(await Promise.all(opened.map(read)), ["{}", "{}", "{}"]);
  });
});
