// Stored state may come from another version or be damaged.
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import * as vscode from "vscode";
import type { Account } from "../../../src/accounts/accounts";
import { rememberedChoices } from "../../../src/editor/project/deployFolder";
import { chosenLink } from "../../../src/editor/project/folderApp";
import { Arrangement } from "../../../src/features/apps/arrangement";
import { WatchedApps } from "../../../src/features/metrics/watchedApps";

/** With `value` under every key. */
const memory = (value: unknown): vscode.Memento => ({
  keys: () => [],
  get: <T>() => value as T,
  update: async () => {},
});

const shop = { accountId: "me", appId: "shop", name: "Shop" };

describe("remembered state of another shape", () => {
  it("is no order or filter of the apps", () => {
    const { current } = new Arrangement(memory({ filter: 5, sort: "luck" }));
    assert.deepEqual(current, { filter: "", sort: "name" });
    assert.deepEqual(new Arrangement(memory({ sort: "cpu" })).current, { filter: "", sort: "cpu" });
  });

  it("is no watched app", () => {
    assert.deepEqual(new WatchedApps(memory([null, { appId: 5 }, shop])).all, [shop]);
    for (const value of [5, "shop", { length: 1 }])
      assert.equal(new WatchedApps(memory(value)).has(shop), false);
  });

  it("is no decision on the files of a folder", () => {
    const folder = vscode.Uri.file("/home/me");
    const { excluded, included } = rememberedChoices(folder, memory({ excluded: 5, included: [".env"] }));
    assert.deepEqual([...excluded, ...included], []);
  });

  it("is no link to an app", () => {
    const folder = vscode.Uri.file("/home/me");
    const me = { isLocal: true } as Account;
    const linked = (value: unknown) =>
      chosenLink(folder, { state: memory({ [folder.toString()]: value }), accounts: { get: () => me } });
    assert.equal(linked("shop"), undefined);
    const { name: _, ...link } = shop;
    assert.deepEqual(linked(link), link);
  });
});
