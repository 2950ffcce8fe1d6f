// What a window writes down of an app that it creates, and what another window makes of it after its end.
import assert from "node:assert/strict";
import { beforeEach, describe, it } from "mocha";
import * as vscode from "vscode";
import { silentLogger } from "../../../../src/core/logger";
import type { WindowServices } from "../../../../src/editor/windowServices";
import { deployCommands } from "../../../../src/features/create/deployCommands";
import { resumeCreates } from "../../../../src/features/create/resumeCreates";
import { createRecordsOf } from "../../../support/createRecordsOf";
import { FakeClock } from "../../../support/fakeClock";
import { MemoryMachineFiles } from "../../../support/memoryMachineFiles";
import { MemoryState } from "../../../support/memoryState";
import { someAccount, someAccounts, someApp } from "../../../support/someApp";
import { someSettings } from "../../../support/someSettings";
import { answerNotices, workspace } from "../../../support/vscodeParts";

const creation = { folder: "file:///home/me/shop", accountId: "account", settings: someSettings };

describe("an app that is being created", () => {
  let files: MemoryMachineFiles;
  let alive: Set<string>;

  beforeEach(() => {
    [files, alive] = [new MemoryMachineFiles(), new Set(["here", "there"])];
    workspace["workspaceFolders"] = [];
  });

  const recordsOf = (id: string) => createRecordsOf(files, id, alive);
  const allTaken = async (id: string, onlyOfThisWindow = false) => {
    const all = [];
    for await (const each of recordsOf(id).takeCutOff(onlyOfThisWindow)) all.push(each);
    return all;
  };
  const taken = async (id: string, onlyOfThisWindow = false) =>
    (await allTaken(id, onlyOfThisWindow)).map(({ record }) => record);

  it("is written down at each step, and not after its end", async () => {
    const journal = recordsOf("here").journalOf(creation);
    const stored = () =>
      [...files.files.keys()].map((name) => JSON.parse(files.textOf(name) ?? "") as object);
    await journal.begin();
    assert.deepEqual(stored(), [{ ...creation, openFolders: [] }]);
    await journal.sending(["one"], 5);
    assert.deepEqual(stored(), [{ ...creation, openFolders: [], knownAppIds: ["one"], sentAt: 5 }]);
    await journal.created(someApp({ id: "new" }));
    assert.deepEqual(stored(), [
      { ...creation, openFolders: [], knownAppIds: ["one"], sentAt: 5, appId: "new" },
    ]);
    await journal.end();
    assert.deepEqual(stored(), []);
  });

  it("knows the apps of its name that other windows have sent", async () => {
    const own = recordsOf("here").journalOf(creation);
    const there = recordsOf("there");
    const other = there.journalOf(creation);
    const named = { ...creation, settings: { ...someSettings, name: "Other" } };
    await there.journalOf(named).sending([], 5);
    await own.sending([], 5);
    await other.begin();
    assert.deepEqual(await own.others(), { appIds: [], isOpen: false });
    await other.sending([], 6);
    assert.deepEqual(await own.others(), { appIds: [], isOpen: true });
    await other.created(someApp({ id: "new" }));
    assert.deepEqual(await own.others(), { appIds: ["new"], isOpen: false });
    alive.delete("there");
    const [cutOff] = (await allTaken("new")).filter(({ record }) => record.appId === "new");
    assert.deepEqual(await cutOff?.others(), { appIds: [], isOpen: true });
  });

  it("is left to its window, and taken by one other when that is gone", async () => {
    await recordsOf("there").journalOf(creation).begin();
    await recordsOf("there")
      .journalOf({ ...creation, accountId: "other" })
      .begin();
    assert.deepEqual(await taken("here"), []);
    alive.delete("there");
    const both = await Promise.all([taken("here"), taken("here2")]);
    assert.equal(both.flat().length, 2);
  });

  it("is taken again when the window that took it ends before it reported it", async () => {
    await recordsOf("there").journalOf(creation).begin();
    alive.delete("there");
    assert.equal((await taken("here")).length, 1);
    assert.deepEqual(await taken("here"), []);
    alive.delete("here");
    alive.add("next");
    const [last] = await allTaken("next");
    await last?.end();
    assert.deepEqual([...files.files.keys()], []);
  });

  it("is first looked for by the window with the same folders", async () => {
    const open = (...paths: readonly string[]) => {
      workspace["workspaceFolders"] = paths.map((path) => ({ uri: vscode.Uri.file(path) }));
    };
    open("/home/me/shop", "/home/me/docs");
    await recordsOf("there").journalOf(creation).begin();
    alive.delete("there");
    open();
    assert.deepEqual(await taken("here", true), []);
    open("/home/me/site");
    assert.deepEqual(await taken("here", true), []);
    open("/home/me/docs");
    assert.equal((await taken("here", true)).length, 1);
  });

  for (const [broken, of] of [
    ["one", "record"],
    ["two", "record"],
    ["one", "heartbeat"],
  ] as const)
    it(`is reported although the ${of} of ${broken} of two cannot be read, which the next look tries again`, async () => {
      for (const name of ["one", "two"])
        await recordsOf(`there-${name}`)
          .journalOf({ ...creation, accountId: name })
          .begin();
      const shown = answerNotices();
      const clock = new FakeClock();
      const options = {
        accounts: someAccounts(),
        clock,
        loadFiles: async () => assert.fail("no log is looked for"),
      };
      let isBroken = true;
      files.failing = (operation, name) =>
        isBroken && operation === "read" && of === "record" && name.includes(`/${broken}/`)
          ? new Error("the disk is busy")
          : undefined;
      alive.has = (id) => {
        if (isBroken && of === "heartbeat" && id === `there-${broken}`) throw new Error("the disk is busy");
        return id === "here";
      };
      const records = recordsOf("here");
      await assert.rejects(resumeCreates(false, { ...options, records }), /busy/);
      assert.equal(shown.length, 1);
      isBroken = false;
      await resumeCreates(false, { ...options, records });
      assert.deepEqual([shown.length, files.files.size], [2, 0]);
    });

  it("goes on without a record where the disk is full", async () => {
    files.failing = () => new Error("the disk is full");
    const journal = recordsOf("here").journalOf(creation);
    await journal.begin();
    await journal.sending([], 0);
    await journal.end();
  });

  it("is not sent, and reported at the next start, when the window is closing", async () => {
    const records = recordsOf("there");
    const journal = records.journalOf(creation);
    await journal.begin();
    records.dispose();
    await assert.rejects(journal.sending([], 0), { name: "CancelledError" });
    await journal.end();
    alive.delete("there");
    assert.equal((await taken("here")).length, 1);
  });

  it("is no record when it is of another version or damaged", async () => {
    await recordsOf("there").journalOf(creation).begin();
    files.put("creating/account/old.1.json", '{"folder":"file:///b"}');
    files.put("creating/account/old.2.json", "{");
    alive.delete("there");
    assert.deepEqual(await taken("here"), [{ ...creation, openFolders: [] }]);
    assert.equal(files.files.size, 1);
  });

  it("is reported by the next start when its window was killed as it was sent", async () => {
    await recordsOf("there").journalOf(creation).sending([], 0);
    alive.delete("there");
    const clock = new FakeClock();
    const account = someAccount();
    const created = someApp({ userId: "me", createdAt: clock.now() });
    Object.assign(account, { client: { listApps: async () => ({ apps: [created] }) } });
    Object.assign(account.apps, { put: () => undefined, announceCreated: () => undefined });
    const shown = answerNotices();
    const state = new MemoryState();
    const commands = deployCommands(someAccounts(account), async () => assert.fail("no log is looked for"), {
      ...{ clock, logger: silentLogger, machineFiles: files },
      context: { workspaceState: state, globalState: state, extensionUri: vscode.Uri.file("/") },
      heartbeat: { id: "here", isAlive: async (id: string) => alive.has(id) },
    } as unknown as WindowServices);
    for (let second = 0; shown.length === 0 && second < 30; second++) await clock.advance(1_000);
    assert.match(shown[0]?.text ?? "", /^The window was closed while Shop was being/);
    await clock.advance(200_000);
    assert.deepEqual([shown.length, files.files.size], [1, 0]);
    commands.dispose();
  });
});
