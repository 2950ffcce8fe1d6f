// Where it is kept what a folder and an app share: by accounts, since it goes with them.
import assert from "node:assert/strict";
import { beforeEach, describe, it } from "mocha";
import * as vscode from "vscode";
import { silentLogger } from "../../../../../src/core/logger";
import { loadMemory } from "../../../../../src/features/transfers/folders/memoryFile";
import { workspace } from "../../../../support/vscodeParts";

const storage = vscode.Uri.file("/storage");
const place = { folder: vscode.Uri.file("/home/me/shop"), accountId: "me", appId: "shop" };

describe("what a folder and an app share", () => {
  let files: Map<string, Uint8Array>;
  let asked: string[];

  beforeEach(() => {
    files = new Map();
    asked = [];
    const read = (uri: vscode.Uri): Uint8Array => {
      asked.push(uri.path);
      const bytes = files.get(uri.path);
      if (!bytes) throw vscode.FileSystemError.FileNotFound(uri);
      return bytes;
    };
    workspace["fs"] = {
      stat: async (uri: vscode.Uri) => read(uri),
      readFile: async (uri: vscode.Uri) => read(uri),
      rename: async (from: vscode.Uri, to: vscode.Uri, options?: { readonly overwrite?: boolean }) => {
        if (!options?.overwrite && files.has(to.path)) throw vscode.FileSystemError.FileExists(to);
        files.set(to.path, read(from));
        files.delete(from.path);
      },
      createDirectory: async () => undefined,
      delete: async (uri: vscode.Uri) => files.delete(uri.path),
    };
  });

  it("lies in the folder of the account, and is taken over from where it lay before", async () => {
    await loadMemory(place, { storage, logger: silentLogger });
    const own = asked.at(-1) ?? "";
    assert.match(own, /^\/storage\/pushed\/me\/[0-9a-f]{32}\.json$/);
    const older = own.replace("/me/", "/");
    files.set(older, new TextEncoder().encode("{}"));
    await loadMemory(place, { storage, logger: silentLogger });
    assert.deepEqual([...files.keys()], [own]);

    files.set(older, new TextEncoder().encode("older"));
    await loadMemory(place, { storage, logger: silentLogger });
    assert.deepEqual([...files.keys()], [own]);
    assert.equal(new TextDecoder().decode(files.get(own)), "{}");
  });
});
