// The file with the common memory of a folder and an app: one for each account, deleted with it.
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import * as vscode from "vscode";
import { silentLogger } from "../../../../../src/core/logger";
import { loadMemory } from "../../../../../src/features/transfers/place/memoryFile";
import { workspace } from "../../../../support/vscodeParts";

const storage = vscode.Uri.file("/storage");
const place = { folder: vscode.Uri.file("/home/me/shop"), accountId: "me", appId: "shop" };

describe("what a folder and an app share", () => {
  it("is stored in the account's folder, which is removed with the account", async () => {
    const asked: string[] = [];
    workspace["fs"] = {
      readFile: async (uri: vscode.Uri) => {
        asked.push(uri.path);
        throw vscode.FileSystemError.FileNotFound(uri);
      },
    };
    await loadMemory(place, { storage, logger: silentLogger });
    assert.match(asked.join(), /^\/storage\/pushed\/me\/[0-9a-f]{32}\.json$/);
  });

  it("is not replaced when it could not be read, and a push goes on without it", async () => {
    const warnings: string[] = [];
    const written: string[] = [];
    const note = async ({ path }: vscode.Uri) => void written.push(path);
    workspace["fs"] = {
      readFile: async (uri: vscode.Uri) => await Promise.reject(vscode.FileSystemError.NoPermissions(uri)),
      ...{ createDirectory: note, writeFile: note, rename: note, delete: note },
    };
    const logger = { ...silentLogger, warn: (text: string) => void warnings.push(text) };
    const memory = await loadMemory(place, { storage, logger });
    memory.set("/a.txt", { hash: "h", sizeBytes: 1, modifiedAt: 1, isCertain: true });
    await memory.trySave();
    assert.deepEqual([memory.files.size, written, warnings.length], [1, [], 2]);
  });

  it("leaves no part of a file behind when the disk is full", async () => {
    const files = new Set<string>();
    workspace["fs"] = {
      readFile: async () => await Promise.reject(vscode.FileSystemError.FileNotFound()),
      createDirectory: async () => undefined,
      writeFile: async ({ path }: vscode.Uri) => {
        files.add(path);
        throw new Error("ENOSPC");
      },
      delete: async ({ path }: vscode.Uri) => void files.delete(path),
    };
    const memory = await loadMemory(place, { storage, logger: silentLogger });
    memory.set("/a.txt", { hash: "h", sizeBytes: 1, modifiedAt: 1, isCertain: true });
    for (let times = 0; times < 2; times++) await memory.trySave();
    assert.deepEqual([...files], []);
  });
});
