// Pushes a folder to the local service over HTTP: what arrives, what it costs, and what is left when things go wrong.
import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from "node:fs";
import path from "node:path";
import fc from "fast-check";
import { describe, it } from "mocha";
import { PushedFolder } from "../support/pushing";
import { useService } from "./useService";

const service = useService();
const run = <T>(promise: Promise<T>): Promise<T> => service().run(promise);

type Files = Readonly<Record<string, string | Uint8Array>>;

async function linked(files: Files, inApp: Files = files) {
  const id = await service().emulator.addApp({ name: "Pushed", files: inApp });
  const disk = service().emulator.appFolder(id);
  const folder = new PushedFolder(service().files(id), service().clock, files);
  return { id, disk, folder };
}

/** The app's files as the service keeps them, by their relative path. */
function stored(disk: string): Map<string, Uint8Array> {
  const names = readdirSync(disk, { recursive: true, encoding: "utf8" });
  const files = names.filter((name) => statSync(path.join(disk, name)).isFile());
  return new Map(files.sort().map((name) => [name, new Uint8Array(readFileSync(path.join(disk, name)))]));
}

const sorted = (files: ReadonlyMap<string, Uint8Array>) =>
  new Map(
    [...files].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, bytes]) => [name, new Uint8Array(bytes)]),
  );

const requestsFrom = (since: number) => service().requests.slice(since);
const uploads = (since = 0) => requestsFrom(since).filter((request) => request.includes("/upload")).length;
const deletions = (since = 0) => requestsFrom(since).filter((request) => request.startsWith("DELETE")).length;

/** Somebody else writes a file of the app. */
function writeInApp(disk: string, name: string, text: string): void {
  writeFileSync(path.join(disk, name), text);
  const time = (service().clock.now() + 5_000) / 1000;
  utimesSync(path.join(disk, name), time, time);
}

describe("a push", () => {
  it("makes the app's files those of the folder, byte for byte", async () => {
    const noise = Uint8Array.from({ length: 500 }, (_, index) => (index * 91) % 256);
    const { disk, folder } = await linked(
      { "main.py": "print(2)\n", "lib/new.bin": noise, "lib/é ünï #%.txt": "Grüße\r\n", "empty.txt": "" },
      { "main.py": "print(1)\n", "keep.log": "mine" },
    );
    const result = await run(folder.push());
    assert.deepEqual(result.failed, []);
    assert.deepEqual(result.uploaded, ["/empty.txt", "/lib/new.bin", "/lib/é ünï #%.txt", "/main.py"]);
    folder.put("keep.log", "mine");
    assert.deepEqual(stored(disk), sorted(folder.files));
  });

  it("sends nothing when nothing changed", async () => {
    const { folder } = await linked({ "main.py": "1", "lib/a.txt": "2" });
    await run(folder.push());
    const since = service().requests.length;
    const again = await run(folder.push());
    assert.deepEqual([again.uploaded, again.deleted], [[], []]);
    assert.equal(requestsFrom(since).length, 2);
  });

  it("costs one listing a folder, one upload a changed file and one look for 12 among 5,000", async function () {
    this.timeout(60_000);
    const names = Array.from({ length: 5_000 }, (_, index) => `src/part-${index % 40}/file-${index}.txt`);
    const files = Object.fromEntries(names.map((name) => [name, name]));
    const { folder } = await linked(files);
    await run(folder.rememberCreated());
    const since = service().requests.length;
    const changed = names.filter((name) => name.startsWith("src/part-7/")).slice(0, 12);
    for (const name of changed) folder.put(name, `changed ${name}`);
    const result = await run(folder.push());
    const folders = 42;
    assert.deepEqual([result.uploaded.length, result.failed], [12, []]);
    assert.equal(requestsFrom(since).length, folders + 12 + 1);
  });

  it("knows an app that was just created from the folder, but no file that was changed meanwhile", async () => {
    const { folder } = await linked({ "a.txt": "1", "b.txt": "1" });
    folder.modifiedAt = 1_000;
    await run(folder.rememberCreated(2_000));
    const since = service().requests.length;
    assert.deepEqual((await run(folder.push())).uploaded, []);
    assert.equal(requestsFrom(since).length, 1);
    folder.memory.text = undefined;
    await run(folder.rememberCreated(1_000));
    assert.equal((await folder.remembered()).size, 0);
  });

  it("deletes what was pushed and is gone with one request, and nothing else", async () => {
    const { disk, folder } = await linked(
      { "a.txt": "1", "old/b.txt": "2", "old/c.txt": "3" },
      { "upload.png": "by a visitor" },
    );
    await run(folder.push());
    folder.files.delete("old/b.txt");
    folder.files.delete("old/c.txt");
    const since = service().requests.length;
    const result = await run(folder.push());
    assert.deepEqual(result.deleted, ["/old/b.txt", "/old/c.txt"]);
    assert.equal(deletions(since), 1);
    assert.deepEqual([...stored(disk).keys()], ["a.txt", "upload.png"]);
  });

  it("does not look into folders that are left out, and never deletes what they hold", async () => {
    const { disk, folder } = await linked({ "a.txt": "1", "node_modules/x/index.js": "2" }, { "a.txt": "1" });
    await run(folder.push());
    folder.leavesOut = (name) => name.startsWith("node_modules");
    folder.files.delete("node_modules/x/index.js");
    const since = service().requests.length;
    assert.deepEqual((await run(folder.push({ choose: () => true }))).deleted, []);
    assert.equal(requestsFrom(since).length, 1);
    assert.ok(existsSync(path.join(disk, "node_modules/x/index.js")));
  });

  it("does not delete in the app what is here but is not sent any more", async () => {
    const { folder } = await linked({ "a.txt": "1", "secrets.txt": "2" });
    await run(folder.push());
    folder.files.delete("secrets.txt");
    folder.keptBack.add("secrets.txt");
    assert.deepEqual((await run(folder.push({ choose: () => true }))).deleted, []);
  });

  it("leaves what the app changed since the last push", async () => {
    const { disk, folder } = await linked({ "a.txt": "1", "b.txt": "1", "c.txt": "1" });
    await run(folder.push());
    for (const name of ["a.txt", "b.txt", "c.txt"]) writeInApp(disk, name, "theirs");
    folder.put("b.txt", "ours!!!");
    folder.files.delete("c.txt");
    const result = await run(folder.push());
    assert.deepEqual([result.uploaded, result.deleted], [[], []]);
    assert.equal(readFileSync(path.join(disk, "b.txt"), "utf8"), "theirs");
    const { plan } = await run(folder.plan());
    assert.deepEqual(
      plan.rows.map(({ kind, path: name }) => `${kind} ${name}`),
      ["changedInApp /a.txt", "changedOnBoth /b.txt", "changedOnBoth /c.txt"],
    );
  });

  it("notices a file that changes or vanishes between the plan and its upload", async () => {
    const { disk, folder } = await linked({ "a.txt": "1", "b.txt": "1", "c.txt": "1" }, { "main.py": "" });
    folder.onRead = (name) => {
      if (name === "a.txt") folder.files.delete("b.txt");
      if (name === "c.txt") folder.files.set("c.txt", new TextEncoder().encode("longer"));
    };
    const result = await run(folder.push());
    assert.deepEqual(result.failed.map(({ path: name, problem }) => `${name} ${problem.kind}`).sort(), [
      "/b.txt goneHere",
      "/c.txt changedHere",
    ]);
    assert.deepEqual([...stored(disk).keys()], ["a.txt", "main.py"]);
  });

  it("notices that somebody changed the app while it was going on for long", async () => {
    const { disk, folder } = await linked({ "a.txt": "1" });
    await run(folder.push());
    folder.put("a.txt", "22");
    const { plan, memory, listedAt } = await run(folder.plan());
    writeInApp(disk, "a.txt", "theirs");
    await service().clock.advance(120_000);
    const { runPush } = await import("../../src/features/deploy/pushRun");
    const result = await run(
      runPush({
        accountId: "one",
        appId: "app",
        rows: plan.rows,
        files: service().files(path.basename(disk)),
        listedAt,
        memory,
        transfers: folder.transfers,
        clock: service().clock,
        signal: new AbortController().signal,
        leastMsEach: 3_000,
        onProgress: () => undefined,
      }),
    );
    assert.deepEqual(result.failed, [{ path: "/a.txt", problem: { kind: "changedInApp" } }]);
    assert.equal(readFileSync(path.join(disk, "a.txt"), "utf8"), "theirs");
  });
});

describe("a push under faults", () => {
  const names = Array.from({ length: 8 }, (_, index) => `dir-${index % 3}/file-${index}.txt`);
  const files = Object.fromEntries(names.map((name) => [name, `text of ${name}`]));

  it("waits out limits that somebody else used up", async () => {
    const { disk, folder } = await linked(files, { "main.py": "" });
    service().emulator.faults.next(
      { method: "POST", path: /upload/, times: 2 },
      { answer: { status: 429, headers: { "Retry-After": "4" }, body: '{"error":"slow down"}' } },
    );
    const result = await run(folder.push());
    assert.deepEqual([result.failed, result.uploaded.length], [[], 8]);
    folder.put("main.py", "");
    assert.deepEqual(stored(disk), sorted(folder.files));
  });

  it("takes uploads and deletions whose answers were lost for done when a listing shows them", async () => {
    const { disk, folder } = await linked(files);
    await run(folder.push());
    folder.put("dir-0/file-0.txt", "changed");
    folder.files.delete("dir-1/file-1.txt");
    service().emulator.faults.next({ method: "POST", path: /upload/ }, { cut: "after" });
    service().emulator.faults.next({ method: "DELETE" }, { cut: "after" });
    const since = service().requests.length;
    const result = await run(folder.push());
    assert.deepEqual([result.failed, result.deleted], [[], ["/dir-1/file-1.txt"]]);
    assert.deepEqual([uploads(since), deletions(since)], [1, 1]);
    assert.deepEqual(stored(disk), sorted(folder.files));
  });

  it("sends again what was cut off before it arrived", async () => {
    const { disk, folder } = await linked(files, {});
    service().emulator.faults.next({ method: "POST", path: /upload/, times: 2 }, { cut: "before" });
    assert.deepEqual((await run(folder.push())).failed, []);
    assert.deepEqual(stored(disk), sorted(folder.files));
  });

  it("stops when it is cancelled half way, and the next push sends only the rest", async () => {
    const { disk, folder } = await linked(files, {});
    const controller = new AbortController();
    const first = await run(
      folder.push({
        signal: controller.signal,
        onProgress: (done) => {
          if (done === 3) controller.abort();
        },
      }),
    );
    assert.ok(first.uploaded.length >= 3 && first.uploaded.length < 8, String(first.uploaded));
    assert.equal(first.uploaded.length + first.cancelled.length, 8);
    assert.deepEqual(
      [...stored(disk).keys()].map((name) => `/${name}`),
      [...first.uploaded],
    );
    const since = service().requests.length;
    const second = await run(folder.push());
    assert.deepEqual([...second.uploaded].sort(), [...first.cancelled].sort());
    assert.equal(uploads(since), first.cancelled.length);
    assert.deepEqual(stored(disk), sorted(folder.files));
  });

  it("is known by the next one even when the window closed before anything was written down", async () => {
    const { folder } = await linked(files, {});
    await run(folder.push());
    folder.memory.text = "{ half a tex";
    const since = service().requests.length;
    const again = await run(folder.push());
    assert.deepEqual([again.uploaded, uploads(since)], [[], 0]);
    assert.equal(requestsFrom(since).filter((request) => request.includes("/download")).length, 0);
  });

  it("stops asking a service that is down, and names each file that was not sent", async () => {
    const { folder } = await linked(files, {});
    await run(folder.plan());
    service().emulator.faults.next(
      { method: "POST", path: /upload/, times: Number.POSITIVE_INFINITY },
      { answer: { status: 500, body: '{"error":"broken"}' } },
    );
    const result = await run(folder.push());
    assert.deepEqual([result.uploaded, result.failed.length], [[], 8]);
    assert.ok(result.failed.some(({ problem }) => problem.kind === "notTried"));
  });

  it("ends with the folder's files in the app, for any folder and any faults", async function () {
    this.timeout(60_000);
    const fault = fc.constantFrom("none", "429", "cut before", "cut after");
    const content = fc.uint8Array({ maxLength: 12 });
    const name = fc.constantFrom("a.txt", "b.bin", "d/c.txt", "d/e/f.txt", "x y.txt");
    const step = fc.record({ name, content: fc.option(content), fault });
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(step, { maxLength: 4 }), { maxLength: 3 }), async (pushes) => {
        const { disk, folder } = await linked({}, {});
        for (const steps of pushes) {
          for (const each of steps) {
            if (each.content) folder.put(each.name, each.content);
            else folder.files.delete(each.name);
            setFault(each.fault);
          }
          await run(folder.push());
        }
        service().emulator.faults.clear();
        await run(folder.push());
        const { plan } = await run(folder.plan());
        assert.deepEqual(
          plan.rows.filter(({ isChosen }) => isChosen),
          [],
        );
        assert.deepEqual(stored(disk), sorted(folder.files));
      }),
      { numRuns: 25 },
    );
  });
});

function setFault(fault: string): void {
  const match = { method: "POST", path: /upload/ };
  const { faults } = service().emulator;
  if (fault === "429") faults.next(match, { answer: { status: 429, body: '{"error":"slow down"}' } });
  if (fault === "cut before") faults.next(match, { cut: "before" });
  if (fault === "cut after") faults.next(match, { cut: "after" });
}
