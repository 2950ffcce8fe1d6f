// Where it is kept what a folder and an app share: by accounts, since it goes with them.
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import * as vscode from "vscode";
import { silentLogger } from "../../../../../src/core/logger";
import { loadMemory } from "../../../../../src/features/transfers/place/memoryFile";
import { workspace } from "../../../../support/vscodeParts";

const storage = vscode.Uri.file("/storage");
const place = { folder: vscode.Uri.file("/home/me/shop"), accountId: "me", appId: "shop" };

describe("what a folder and an app share", () => {
  it("lies in the account's folder, which goes with its account", async () => {
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
});
