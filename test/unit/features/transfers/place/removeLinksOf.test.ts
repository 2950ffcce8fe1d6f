// The links between folders and a deleted app.
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import * as vscode from "vscode";
import type { Accounts } from "../../../../../src/accounts/accounts";
import { removeLinksOf } from "../../../../../src/features/transfers/place/linkedFolders";
import { MemoryState } from "../../../../support/memoryState";
import { window } from "../../../../support/vscodeParts";
import { useProjectWindow } from "../projectWindow";

const shop = { accountId: "ann", appId: "shop" };

describe("the links of folders to an app that is gone", () => {
  const shown = useProjectWindow();

  async function removeLinks(listed: readonly string[] = []) {
    const other = { "file:///work/mail": { accountId: "ann", appId: "mail" } };
    const state = new MemoryState();
    await state.update("linkedFolders", { "file:///work/shop": shop, ...other });
    const find = (id: string) => (listed.includes(id) ? { id } : undefined);
    const accounts = { all: [{ apps: { find } }], get: () => undefined } as unknown as Accounts;
    const left = await removeLinksOf(shop, { accounts, state });
    return { left, links: state.get("linkedFolders") };
  }

  it("are removed, links to other apps stay, and the link of hosted-app.json is offered for removal", async () => {
    shown.projectFile = { appId: "shop" };
    const { left, links } = await removeLinks();
    assert.deepEqual(links, { "file:///work/mail": { accountId: "ann", appId: "mail" } });
    assert.deepEqual(
      left.map(({ said, action }) => [said, action?.button]),
      [["hosted-app.json still refers to it.", "Remove Link"]],
    );
  });

  it("stay among the targets of hosted-app.json, which is offered to be opened", async () => {
    const opened: unknown[] = [];
    window["showTextDocument"] = async (uri: unknown) => void opened.push(String(uri));
    const [production, mail] = [{ appId: "shop" }, { appId: "mail" }];
    for (const targets of [{ production }, { production, mail }]) {
      shown.projectFile = { targets };
      const [offer, ...others] = (await removeLinks()).left;
      assert.deepEqual([offer?.action?.button, others], ["Open hosted-app.json", []]);
      await offer?.action?.run();
    }
    assert.deepEqual(opened, Array(2).fill("file:///work/shop/hosted-app.json"));
  });

  it("stay in hosted-app.json in Restricted Mode, without an offer", async () => {
    shown.projectFile = { appId: "shop" };
    Object.assign(vscode.workspace, { isTrusted: false });
    const { left } = await removeLinks();
    assert.deepEqual(left, [{ said: "hosted-app.json still refers to it." }]);
  });

  it("stay in a hosted-app.json that names another app, or an app of another account", async () => {
    shown.projectFile = { appId: "mail" };
    assert.deepEqual((await removeLinks()).left, []);
    shown.projectFile = { appId: "shop" };
    assert.deepEqual((await removeLinks(["shop"])).left, []);
  });
});
