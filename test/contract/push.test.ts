// Pushes a folder to the local service over HTTP: results, costs and faults.
import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import fc from "fast-check";
import { describe, it } from "mocha";
import type { TransferRow } from "../../src/appFiles/transfer/plan/transferPlan";
import { rowText } from "../support/transferring";
import { startTimeoutMs } from "../support/waitUntil";
import { useService } from "./useService";

type Files = Readonly<Record<string, string | Uint8Array>>;

const service = useService();
const run = <T>(promise: Promise<T>): Promise<T> => service().run(promise);

const linked = async (files: Files, inApp = files) => await service().linked(inApp, files);

/** On the service's disk, by relative path. */
function stored(disk: string): Map<string, Uint8Array> {
  const names = readdirSync(disk, { recursive: true, encoding: "utf8" });
  const files = names.filter((name) => statSync(path.join(disk, name)).isFile());
  return new Map(files.sort().map((name) => [name, new Uint8Array(readFileSync(path.join(disk, name)))]));
}

const sorted = (files: ReadonlyMap<string, Uint8Array>) =>
  new Map(
    [...files].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, bytes]) => [name, new Uint8Array(bytes)]),
  );

const upload = { method: "POST", path: /upload/ };
const requestsFrom = (since: number) => service().requests.slice(since);
const uploads = (since = 0) => requestsFrom(since).filter((request) => request.includes("/upload")).length;
const deletions = (since = 0) => requestsFrom(since).filter((request) => request.startsWith("DELETE")).length;

describe("a push", () => {
  it("makes the app's files those of the folder, byte for byte", async () => {
    const noise = Uint8Array.from({ length: 500 }, (_, index) => (index * 91) % 256);
    const { disk, folder } = await linked(
      { "main.py": "print(2)\n", "lib/new.bin": noise, "lib/é ünï #%.txt": "Grüße\r\n", "empty.txt": "" },
      { "main.py": "print(1)\n", "keep.log": "mine" },
    );
    // Without a remembered state only the user knows which side changed main.py.
    const choose = ({ isChosen, path }: TransferRow) => isChosen || path === "/main.py";
    const result = await run(folder.push({ choose }));
    assert.deepEqual(result.failed, []);
    assert.deepEqual(result.put, ["/empty.txt", "/lib/new.bin", "/lib/é ünï #%.txt", "/main.py"]);
    folder.put("keep.log", "mine");
    assert.deepEqual(stored(disk), sorted(folder.folder.files));
  });

  it("uploads nothing when nothing changed", async () => {
    const { folder } = await linked({ "main.py": "1", "lib/a.txt": "2" });
    await run(folder.push());
    const since = service().requests.length;
    const again = await run(folder.push());
    assert.deepEqual([again.put, again.removed], [[], []]);
    assert.equal(requestsFrom(since).length, 2);
  });

  it("costs one listing per folder, and one listing and one read for the backup per upload of 12 among 1,000", async function () {
    this.timeout(startTimeoutMs);
    const paths = Array.from({ length: 1_000 }, (_, index) => `src/part-${index % 40}/file-${index}.txt`);
    // As an archive is unpacked.
    const names = paths.sort();
    const files = Object.fromEntries(names.map((name) => [name, name]));
    const { folder } = await linked(files);
    await run(folder.rememberCreated());
    // The account's first upload is read back. The next one waits for its slot.
    folder.put(names[0] ?? "", "first");
    await run(folder.push());
    await service().clock.advance(10_000);
    const since = service().requests.length;
    const changed = names.filter((name) => name.startsWith("src/part-7/")).slice(0, 12);
    for (const name of changed) folder.put(name, `changed ${name}`);
    const result = await run(folder.push());
    const folders = 42;
    assert.deepEqual([result.put.length, result.failed], [12, []]);
    assert.equal(uploads(since), 12);
    // Every ten seconds the folder itself is checked.
    const mostReads = 12 + 5;
    assert.ok(
      requestsFrom(since).length <= folders + 12 + 12 + mostReads,
      String(requestsFrom(since).length),
    );
  });

  it("knows an app that was just created from the folder, also where files changed since", async () => {
    const { folder } = await linked({ "a.txt": "1", "b.txt": "1" });
    const packed = folder.folder.files;
    await run(folder.rememberCreated());
    const since = service().requests.length;
    assert.deepEqual((await run(folder.push())).put, []);
    assert.equal(requestsFrom(since).length, 1);
    folder.memory.text = undefined;
    folder.put("b.txt", "2");
    await run(folder.rememberCreated(packed));
    assert.deepEqual((await run(folder.push())).put, ["/b.txt"]);
  });

  it("deletes the pushed files that were deleted locally with one request, and nothing else", async () => {
    const { disk, folder } = await linked(
      { "a.txt": "1", "old/b.txt": "2", "old/c.txt": "3" },
      { "upload.png": "by a visitor" },
    );
    await run(folder.push());
    folder.folder.drop("old/b.txt");
    folder.folder.drop("old/c.txt");
    const since = service().requests.length;
    const result = await run(folder.push());
    assert.deepEqual(result.removed, ["/old/b.txt", "/old/c.txt"]);
    assert.equal(deletions(since), 1);
    assert.deepEqual([...stored(disk).keys()], ["a.txt", "upload.png"]);
  });

  it("neither lists ignored folders nor deletes their files", async () => {
    const { disk, folder } = await linked({ "a.txt": "1", "build/x/index.js": "2" }, { "a.txt": "1" });
    await run(folder.push());
    folder.put(".deployignore", "build/");
    folder.folder.drop("build/x/index.js");
    const since = service().requests.length;
    assert.deepEqual((await run(folder.push({ choose: () => true }))).removed, []);
    assert.ok(!requestsFrom(since).some((request) => request.includes("build")));
    assert.ok(existsSync(path.join(disk, "build/x/index.js")));
  });

  it("keeps remote files whose local file is ignored now", async () => {
    const { folder } = await linked({ "a.txt": "1", "secrets.txt": "2" });
    await run(folder.push());
    folder.choices = { excluded: new Set(["secrets.txt"]), included: new Set() };
    assert.deepEqual((await run(folder.push({ choose: () => true }))).removed, []);
  });

  it("keeps files that the app changed since the last push", async () => {
    const { disk, folder } = await linked({ "a.txt": "1", "b.txt": "1", "c.txt": "1" });
    await run(folder.push());
    for (const name of ["a.txt", "b.txt", "c.txt"]) service().writeInApp(disk, name, "theirs");
    folder.put("b.txt", "ours!!!");
    folder.folder.drop("c.txt");
    const result = await run(folder.push());
    assert.deepEqual([result.put, result.removed], [[], []]);
    assert.equal(readFileSync(path.join(disk, "b.txt"), "utf8"), "theirs");
    const { rows } = await run(folder.planPush());
    assert.deepEqual(rows.map(rowText), [
      "- changedInTarget /a.txt",
      "- changedOnBoth /b.txt",
      "- changedOnBoth /c.txt (deletedHere)",
    ]);
  });

  it("notices a file that changes or vanishes between the plan and its upload", async () => {
    const { disk, folder } = await linked({ "a.txt": "1", "b.txt": "1", "c.txt": "1" }, { "main.py": "" });
    folder.folder.onRead = (name) => {
      if (name === "a.txt") folder.folder.drop("b.txt");
      if (name === "c.txt") folder.put("c.txt", "longer");
    };
    const result = await run(folder.push());
    assert.deepEqual(result.failed, ["/b.txt unreadable", "/c.txt changedHere"]);
    assert.deepEqual([...stored(disk).keys()], ["a.txt", "main.py"]);
  });

  it("notices that another user changed the app during a long push", async () => {
    const { disk, folder } = await linked({ "a.txt": "1" });
    await run(folder.push());
    folder.put("a.txt", "22");
    const { rows, memory } = await run(folder.planPush());
    service().writeInApp(disk, "a.txt", "theirs");
    await service().clock.advance(120_000);
    const result = await run(folder.run(rows, memory));
    assert.deepEqual(result.failed, ["/a.txt changedInApp"]);
    assert.equal(readFileSync(path.join(disk, "a.txt"), "utf8"), "theirs");
  });
});

describe("a push as one archive", () => {
  const changes = {
    "main.py": "print(2)\n",
    "lib/a.txt": "a, changed",
    "lib/deep/ü.txt": "new",
    "empty.txt": "",
  };

  for (const [archiveUploads, does, uploadCount] of [
    ["extracted", "carries every change with one upload, and the listings prove that it was extracted", 1],
    ["stored", "takes an archive away again that was only stored, and sends the files one by one", 5],
  ] as const)
    describe(`to a service where archives are ${archiveUploads}`, () => {
      const other = useService({ archiveUploads });

      it(does, async () => {
        const { disk, folder } = await other().linked({ "main.py": "print(1)\n", "lib/a.txt": "a" }, changes);
        const pushing = folder.push({ archive: { maxBytes: 1_000_000 }, choose: () => true });
        const result = await other().run(pushing);
        assert.deepEqual([result.put.length, result.failed], [4, []]);
        assert.deepEqual(stored(disk), sorted(folder.folder.files));
        assert.equal(other().requests.filter((request) => request.includes("/upload")).length, uploadCount);
      });
    });
});

describe("a push under faults", () => {
  const names = Array.from({ length: 8 }, (_, index) => `dir-${index % 3}/file-${index}.txt`);
  const files = Object.fromEntries(names.map((name) => [name, `text of ${name}`]));

  for (const [title, spoil] of [
    [
      "waits out limits that another client used up",
      () => service().answerNext({ ...upload, times: 2 }, 429, {}, { "Retry-After": "4" }),
    ],
    [
      "retries an upload that was cut off before it arrived",
      () => service().emulator.faults.next({ ...upload, times: 2 }, { cut: "before" }),
    ],
  ] as const)
    it(title, async () => {
      const { disk, folder } = await linked(files, {});
      spoil();
      const result = await run(folder.push());
      assert.deepEqual([result.failed, result.put.length], [[], 8]);
      assert.deepEqual(stored(disk), sorted(folder.folder.files));
    });

  it("counts uploads and deletions without a response as done when a listing shows them", async () => {
    const { disk, folder } = await linked(files);
    await run(folder.push());
    folder.put("dir-0/file-0.txt", "changed");
    folder.folder.drop("dir-1/file-1.txt");
    service().emulator.faults.next(upload, { cut: "after" });
    service().emulator.faults.next({ method: "DELETE" }, { cut: "after" });
    const since = service().requests.length;
    const result = await run(folder.push());
    assert.deepEqual([result.failed, result.removed], [[], ["/dir-1/file-1.txt"]]);
    assert.deepEqual([uploads(since), deletions(since)], [1, 1]);
    assert.deepEqual(stored(disk), sorted(folder.folder.files));
  });

  it("stops when it is canceled midway, and the next push uploads only the rest", async () => {
    const { disk, folder } = await linked(files, {});
    const controller = new AbortController();
    const first = await run(
      folder.push({
        signal: controller.signal,
        onProgress: ({ done }) => {
          if (done === 3) controller.abort();
        },
      }),
    );
    assert.ok(first.put.length >= 3 && first.put.length < 8, String(first.put));
    assert.equal(first.put.length + first.cancelled.length, 8);
    assert.deepEqual(
      [...stored(disk).keys()].map((name) => `/${name}`),
      [...first.put],
    );
    const since = service().requests.length;
    const second = await run(folder.push());
    assert.deepEqual([...second.put].sort(), [...first.cancelled].sort());
    assert.equal(uploads(since), first.cancelled.length);
    assert.deepEqual(stored(disk), sorted(folder.folder.files));
  });

  it("is known to the next push even when the window closed before any save", async () => {
    const { folder } = await linked(files, {});
    await run(folder.push());
    folder.memory.text = "{ half a tex";
    const since = service().requests.length;
    const again = await run(folder.push());
    assert.deepEqual([again.put, uploads(since)], [[], 0]);
    assert.equal(requestsFrom(since).filter((request) => request.includes("/download")).length, 0);
  });

  it("stops when the service is down, and names each file that was not uploaded", async () => {
    const { folder } = await linked(files, {});
    await run(folder.planPush());
    service().answerNext({ ...upload, times: Infinity }, 500, { error: "broken" });
    const result = await run(folder.push());
    assert.deepEqual([result.put, result.failed.length], [[], 8]);
    assert.ok(result.failed.some((each) => each.endsWith("notTried")));
  });

  it("makes the app equal to the folder, for any folder and any faults", async function () {
    this.timeout(startTimeoutMs);
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
            else folder.folder.drop(each.name);
            setFault(each.fault);
          }
          await run(folder.push());
        }
        service().emulator.faults.clear();
        await run(folder.push());
        const { rows } = await run(folder.planPush());
        assert.deepEqual(
          rows.filter(({ isChosen }) => isChosen),
          [],
        );
        assert.deepEqual(stored(disk), sorted(folder.folder.files));
      }),
      { numRuns: 25 },
    );
  });
});

function setFault(fault: string): void {
  if (fault === "429") service().answerNext(upload, 429, { error: "slow down" });
  if (fault === "cut before") service().emulator.faults.next(upload, { cut: "before" });
  if (fault === "cut after") service().emulator.faults.next(upload, { cut: "after" });
}
