// Pulls into a local folder: without asking, and into a folder without an app.
import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import path from "node:path";
import { describe, it } from "mocha";
import * as vscode from "vscode";
import { silentLogger } from "../../../../../src/core/logger";
import { withConsent } from "../../../../../src/editor/commands/consent";
import { pull } from "../../../../../src/features/transfers/commands/pull";
import type { TransferServices } from "../../../../../src/features/transfers/place/transferServices";
import { askedWindow } from "../../../../support/askedWindow";
import { MemoryState } from "../../../../support/memoryState";
import { realFiles } from "../../../../support/realFiles";
import { someAccount, someAccounts, someApp } from "../../../../support/someApp";
import { temporaryFolder } from "../../../../support/temporaryFolder";
import { answerNotices, answerPicks, workspace } from "../../../../support/vscodeParts";
import { transferWorld } from "../../../appFiles/transfer/transferWorld";

const app = { accountId: "account", appId: "shop" };

const setUp = () => {
  const [folder, storage] = [temporaryFolder("pull"), temporaryFolder("storage")];
  askedWindow();
  Object.assign(vscode.window, { tabGroups: { all: [] } });
  const rename = async (from: vscode.Uri, to: vscode.Uri) =>
    await realFiles.writeFile(to, await realFiles.readFile(from));
  const deleted: string[] = [];
  Object.assign(workspace, {
    ...{ workspaceFolders: [], textDocuments: [], notebookDocuments: [] },
    fs: { ...realFiles, rename, delete: async ({ path }: vscode.Uri) => void deleted.push(path) },
    getConfiguration: () => ({ get: () => undefined, inspect: () => undefined }),
  });
  const world = transferWorld({ "a.txt": "a", "b.txt": "b", "c.txt": "c" });
  const services = {
    ...{ accounts: someAccounts(someAccount({ apps: [someApp()] })), state: new MemoryState() },
    ...{ files: { get: () => world.files }, backups: { begin: async () => world.moved.log } },
    ...{ transfers: world.moved.transfers, clock: world.clock, logger: silentLogger },
    ...{ storage: vscode.Uri.file(storage), chooseApp: async () => ({ ...app, name: "Shop" }) },
  } as unknown as TransferServices;
  const run = (argument: object) =>
    world.clock.during(
      pull(withConsent({ ...app, folder: vscode.Uri.file(folder).toString(), ...argument }), services),
    );
  return { folder, deleted, world, run };
};

describe("a pull that may delete without asking", () => {
  it("deletes files that the app deleted, and leaves and names files that only a listing lacks", async () => {
    const { folder, deleted, world, run: runWith } = setUp();
    const run = () => runWith({ confirm: true, deletions: true });
    assert.equal((await run()).written.length, 3);
    await world.rest();
    world.remote.files.delete("/a.txt");
    world.remote.onEntries = (_, entries) => entries.filter(({ name }) => name !== "b.txt");
    const outcome = await run();
    assert.deepEqual(outcome.deleted, ["/a.txt"]);
    assert.deepEqual(outcome.left, [
      { path: "/b.txt", reason: "couldn't confirm that the app no longer has it" },
    ]);
    assert.deepEqual(deleted, [vscode.Uri.file(`${folder}/a.txt`).path]);
    assert.ok(readdirSync(folder).includes("b.txt"));
  });
});

describe("a pull into a folder without an app", () => {
  it("links the folder, and says so", async () => {
    const { folder, run } = setUp();
    const said = answerNotices();
    answerPicks(() => "");
    await run({ confirm: false });
    assert.deepEqual(
      said.map(({ text }) => text),
      [`Pulled 3 files into ${path.basename(folder)}. Linked the folder to Shop.`],
    );
    await run({ confirm: false });
    assert.equal(said.length, 2);
    assert.doesNotMatch(said[1]?.text ?? "", /Linked/);
  });
});
