// The links between folders and an app that is gone.
import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it } from "mocha";
import * as vscode from "vscode";
import type { Accounts } from "../../../../../src/accounts/accounts";
import { letGoOfLinks } from "../../../../../src/features/transfers/folders/letGoOfLinks";

const workspace = vscode.workspace as unknown as Record<string, unknown>;
const { fs, workspaceFolders } = workspace;
const shop = { accountId: "ann", appId: "shop" };

describe("the links of folders to an app that is gone", () => {
  let file: string;

  beforeEach(() => {
    workspace["workspaceFolders"] = [{ uri: vscode.Uri.file("/home/ann/shop"), name: "shop", index: 0 }];
    workspace["fs"] = { readFile: async () => new TextEncoder().encode(file) };
  });

  afterEach(() => Object.assign(workspace, { fs, workspaceFolders }));

  async function letGo(listed: readonly string[] = []) {
    const links: Record<string, unknown> = {
      linkedFolders: {
        "file:///home/ann/shop": { ...shop },
        "file:///home/ann/mail": { accountId: "ann", appId: "mail" },
      },
    };
    const state = {
      get: (key: string) => links[key],
      update: async (key: string, value: unknown) => void Object.assign(links, { [key]: value }),
    };
    const find = (id: string) => (listed.includes(id) ? { id } : undefined);
    const accounts = { all: [{ apps: { find } }], get: () => undefined } as unknown as Accounts;
    const left = await letGoOfLinks(shop, { accounts, state });
    return { left, links: links["linkedFolders"] };
  }

  it("that were chosen here go, those of other apps stay, and the file's is offered to be removed", async () => {
    file = '{ "appId": "shop" }';
    const { left, links } = await letGo();
    assert.deepEqual(links, { "file:///home/ann/mail": { accountId: "ann", appId: "mail" } });
    assert.deepEqual(
      left.map(({ said, action }) => [said, action?.button]),
      [["hosted-app.json still refers to it.", "Remove Link"]],
    );
  });

  it("is not offered to be removed from the file in Restricted Mode, which writes nothing", async () => {
    file = '{ "appId": "shop" }';
    Object.assign(workspace, { isTrusted: false });
    const { left } = await letGo();
    Object.assign(workspace, { isTrusted: true });
    assert.deepEqual(left, [{ said: "hosted-app.json still refers to it." }]);
  });

  it("stay in a file that names another app, or one that another account has", async () => {
    file = '{ "appId": "mail" }';
    assert.deepEqual((await letGo()).left, []);
    file = '{ "appId": "shop" }';
    assert.deepEqual((await letGo(["shop"])).left, []);
  });
});
