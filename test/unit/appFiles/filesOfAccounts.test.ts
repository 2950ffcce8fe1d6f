// The files of all apps in a window, while accounts sign in and out.
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import type { Account, AccountsChange } from "../../../src/accounts/accounts";
import { appsWithRequests } from "../../../src/appFiles/change/lateFile";
import { FilesOfAccounts } from "../../../src/appFiles/filesOfAccounts";
import { Emitter } from "../../../src/core/async/emitter";
import { silentLogger } from "../../../src/core/logger";
import { hashNow, RememberedChanges } from "../../support/appFilesHarness";
import { MemoryMachineFiles } from "../../support/memoryMachineFiles";
import { failedFetch, SimulatedHttp } from "../../support/simulatedHttp";

const key = { accountId: "one", appId: "app1" };
const put = { base: { kind: "any" }, author: "one" } as const;
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

function harness() {
  const service = new SimulatedHttp();
  const changes = new Emitter<AccountsChange>();
  const apps = { find: (): { name: string } | undefined => undefined, snapshot: {} };
  const account = { id: "one", client: service.client, apps } as unknown as Account;
  let signedIn: Account | undefined = account;
  const log = new RememberedChanges();
  const begun: string[] = [];
  const left: string[] = [];
  const machine = new MemoryMachineFiles(() => service.clock.now());
  const files = new FilesOfAccounts({
    accounts: { get: (id) => (id === "one" ? signedIn : undefined), onDidChange: changes.event },
    clock: service.clock,
    logger: silentLogger,
    hash: hashNow,
    requestTimeoutMs: () => 30_000,
    backups: {
      single: () => log,
      begin: async ({ kind, accountId, appId }) => {
        begun.push(`${kind} ${accountId} ${appId}`);
        return log;
      },
    },
    onLeft: (appName, paths) => left.push(`${appName}: ${paths}`),
    shared: { files: machine, windowId: "w1", isWindowAlive: async (id) => id === "w1" },
  });
  const none = { added: [], removed: [], changed: [] };
  const signOut = () => {
    signedIn = undefined;
    changes.fire({ ...none, removed: [account] });
  };
  const signIn = () => {
    signedIn = account;
    changes.fire({ ...none, added: [account] });
  };
  const signInAgain = () => changes.fire({ ...none, changed: [account] });
  return { service, files, log, begun, apps, left, machine, signOut, signIn, signInAgain };
}

describe("FilesOfAccounts", () => {
  it("has one object for each app of an account", () => {
    const { files } = harness();
    const first = files.get(key);
    assert.equal(files.get({ ...key }), first);
    assert.notEqual(files.get({ ...key, appId: "app2" }), first);
    assert.notEqual(files.get({ ...key, accountId: "two" }), first);
    assert.equal(files.all.length, 3);
  });

  it("reads everything again after another sign-in, and drops no queued change", async () => {
    const { service, files, signInAgain } = harness();
    service.put("/a.txt", "old");
    const app = files.get(key);
    await app.put("/first.txt", bytes("first"), put);
    const waiting = app.put("/a.txt", bytes("new"), put);
    await service.clock.advance(1_000);
    signInAgain();
    const listings = service.count("GET files");
    await app.list("/");
    assert.equal(service.count("GET files"), listings + 1);
    await service.clock.finish(waiting);
    assert.deepEqual([service.textOf("/a.txt"), files.get(key) === app], ["new", true]);
  });

  it("removes leftover probes of the account's client from an app", async () => {
    const { service, files } = harness();
    await files.get(key).put("/first.txt", bytes("first"), put);
    const noteLeft = await service.client.uploadDialect.note("app1", "put", ["/probe"]);
    service.put("/probe", "x");
    noteLeft(["/probe"]);
    await service.clock.advance(60_000);
    assert.equal(service.textOf("/probe"), undefined);
    files.dispose();
  });

  const known = { apps: [], error: undefined, missing: undefined };
  for (const [what, find, snapshot, reported, isRowLeft] of [
    ["a known app is reported", () => ({ name: "Shop" }), known, ["Shop: /a,/b"], true],
    ["an app that a whole list lacks is dropped", () => undefined, known, [], false],
    ["no app is dropped before its list", () => undefined, {}, [], true],
    ["no app is dropped by a failed list", () => undefined, { ...known, error: new Error() }, [], true],
    ["no app is dropped by an incomplete list", () => undefined, { ...known, missing: {} }, [], true],
  ] as const)
    it(`cannot look for leftover probes: ${what}`, async () => {
      const { service, files, apps, left, machine } = harness();
      Object.assign(apps, { find, snapshot });
      const { clock } = service;
      const noteLeft = await clock.finish(files.get(key).willSend("put", ["/a", "/b"]));
      service.fault = () => {
        throw failedFetch("ENOTFOUND");
      };
      noteLeft(["/a", "/b"]);
      await clock.advance(800_000);
      assert.deepEqual(left, reported);
      const logger = silentLogger;
      const rows = { files: machine, clock, logger, windowId: "w2", isWindowAlive: async () => false };
      assert.deepEqual(await appsWithRequests(rows, "one"), isRowLeft ? ["app1"] : []);
      files.dispose();
    });

  it("adopts the requests of an app although those of another cannot be read", async () => {
    const { files, machine } = harness();
    const requests = [{ id: "w0.1", kind: "put", path: "/a", at: 1, until: 2 }];
    for (const app of ["app0", "app1"])
      machine.put(`late/one/${app}_/rows.json`, `\n${JSON.stringify({ app, requests, acknowledged: [] })}`);
    machine.failing = (operation, name) =>
      operation === "read" && name.includes("app0") ? new Error("EACCES") : undefined;
    await files.takeOver(["one"]);
    assert.deepEqual(
      files.all.map(({ key: { appId } }) => appId),
      ["app1"],
    );
    files.dispose();
  });

  it("forgets everything that was read when an account signs out, and sends nothing until it is back", async () => {
    const { service, files, signOut, signIn } = harness();
    service.put("/a.txt", "old");
    await service.clock.advance(60_000);
    const app = files.get(key);
    const entry = await app.find("/a.txt");
    assert.ok(entry);
    await app.read("/a.txt", entry);
    signOut();
    const sent = service.asked.length;
    await assert.rejects(app.find("/a.txt"), { kind: "unauthorized" });
    await assert.rejects(app.read("/a.txt", entry), { kind: "unauthorized" });
    await assert.rejects(app.put("/a.txt", bytes("new"), put), { kind: "unauthorized" });
    await assert.rejects(app.removeSoon({ path: "/a.txt", base: { kind: "any" } }), { kind: "unauthorized" });
    assert.equal(service.asked.length, sent);
    signIn();
    await app.put("/a.txt", bytes("new"), put);
    assert.equal(service.textOf("/a.txt"), "new");
  });

  it("waits for deletions that were answered, each in its own operation", async () => {
    const { service, files, begun } = harness();
    for (const name of ["a", "b", "c"]) service.put(`/${name}.txt`, name);
    const app = files.get(key);
    for (const name of ["a", "b", "c"]) await app.removeSoon({ path: `/${name}.txt`, base: { kind: "any" } });
    assert.equal(service.textOf("/c.txt"), "c");
    await service.clock.finish(files.settled());
    assert.deepEqual([service.files.size, service.count("DELETE files")], [0, 2]);
    assert.deepEqual(begun, ["delete one app1", "delete one app1"]);
    files.dispose();
  });
});
