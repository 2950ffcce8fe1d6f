// Whom Push File to App asks before it sends anything: an argument is no consent, nor is what a file of the folder says.
import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it } from "mocha";
import * as vscode from "vscode";
import { pushFile } from "../../../../src/features/transfers/files/pushFile";
import { FolderLinks } from "../../../../src/features/transfers/folders/linkedFolders";
import type { TransferServices } from "../../../../src/features/transfers/transferServices";
import { MemoryState } from "../../../support/memoryState";
import { someAccount, someApp } from "../../../support/someApp";

const folder = vscode.Uri.file("/work/shop");
const stub = vscode as unknown as { workspace: Record<string, unknown>; window: Record<string, unknown> };
const engine = new Error("the engine was asked");

describe("pushing a file", () => {
  const own = { workspace: { ...stub.workspace }, window: { ...stub.window } };
  let asked: string[];
  let answer: string | undefined;
  let projectFile: object;

  beforeEach(() => {
    [asked, answer, projectFile] = [[], undefined, { appId: "shop" }];
    Object.assign(stub.workspace, {
      workspaceFolders: [{ uri: folder, name: "shop" }],
      getWorkspaceFolder: ({ path }: vscode.Uri) =>
        path.startsWith("/work/shop/") ? { uri: folder } : undefined,
      fs: {
        stat: async () => await Promise.reject(new Error("no such file")),
        readFile: async ({ path }: vscode.Uri) => {
          if (path !== "/work/shop/hosted-app.json") throw new Error("no such file");
          return new TextEncoder().encode(JSON.stringify(projectFile));
        },
      },
    });
    Object.assign(stub.window, {
      showWarningMessage: async (text: string) => {
        asked.push(text);
        return answer;
      },
    });
  });

  afterEach(() => {
    for (const [name, values] of Object.entries(own)) {
      const module = stub[name as "workspace" | "window"];
      for (const key of Object.keys(module)) delete module[key];
      Object.assign(module, values);
    }
  });

  function services(): TransferServices {
    const account = someAccount({ apps: [someApp()] });
    const accounts = { all: [account], get: () => account, load: async () => undefined };
    return {
      ...{ accounts, state: new MemoryState() },
      chooseApp: async () => ({ accountId: "account", appId: "shop", name: "Shop" }),
      // From here on something would be read and sent.
      get storage(): never {
        throw engine;
      },
    } as unknown as TransferServices;
  }

  const file = { files: ["file:///work/shop/a.py"], confirm: true };

  it("asks once about an app that only the folder's own file names, whatever called it", async () => {
    const given = services();
    for (const argument of [file, vscode.Uri.file("/work/shop/a.py")])
      await assert.rejects(pushFile(argument, undefined, given), { name: "CancelledError" });
    assert.deepEqual(asked, Array(2).fill("Push files of shop to Shop?"));
    answer = "Push";
    await assert.rejects(pushFile(file, undefined, given), engine);
    await assert.rejects(pushFile(file, undefined, given), engine);
    assert.equal(asked.length, 3);
  });

  it("asks nothing where the user has linked the folder", async () => {
    const given = services();
    const app = { accountId: "account", appId: "shop" };
    await new FolderLinks(given.state, given.accounts).set(folder, app);
    await assert.rejects(pushFile(file, undefined, given), engine);
    assert.deepEqual(asked, []);
  });

  it("sends nothing that lies in no open folder", async () => {
    const outside = vscode.Uri.file("/etc/passwd");
    await assert.rejects(pushFile(outside, undefined, services()), /passwd is not in an open folder/);
    assert.deepEqual(asked, []);
  });
});
