// Pulls an app's files from the local service over HTTP into a folder that may have local changes.
import assert from "node:assert/strict";
import { readFileSync, rmSync } from "node:fs";
import path from "node:path";
import fc from "fast-check";
import { describe, it } from "mocha";
import { rowText, TransferredFolder } from "../support/transferring";
import { startTimeoutMs } from "../support/waitUntil";
import { useService } from "./useService";

const service = useService();
const run = <T>(promise: Promise<T>): Promise<T> => service().run(promise);

async function linked(inApp: Readonly<Record<string, string | Uint8Array>>, files = {}) {
  const { disk, folder } = await service().linked(inApp, files);
  const here = () => Object.fromEntries(Object.entries(folder.folder.texts).sort());
  const rows = async () => (await run(folder.planPull())).rows.map(rowText);
  return { disk, folder, here, rows };
}

describe("a pull", () => {
  it("writes all files of the app, byte for byte, and then nothing more", async () => {
    const noise = Uint8Array.from({ length: 400 }, (_, index) => (index * 57) % 256);
    const { disk, folder } = await linked({
      "main.py": "print(1)\r\n",
      "static/é #%.txt": "Grüße",
      "static/noise.bin": noise,
      "empty.txt": "",
    });
    const result = await run(folder.pull());
    assert.deepEqual(result.failed, []);
    assert.equal(result.put.length, 4);
    for (const [name, bytes] of folder.folder.files)
      assert.deepEqual(Buffer.from(bytes), readFileSync(path.join(disk, name)), name);
    const since = service().requests.length;
    assert.deepEqual((await run(folder.pull())).put, []);
    assert.equal(service().requests.length - since, 2);
  });

  it("keeps files that changed locally or on both sides unless they are selected", async () => {
    const { disk, folder, here, rows } = await linked({ "app.py": "1", "both.py": "1", "mine.py": "1" });
    await run(folder.pull());
    service().writeInApp(disk, "app.py", "theirs");
    service().writeInApp(disk, "both.py", "theirs");
    folder.put("both.py", "mine!");
    folder.put("mine.py", "mine!");
    assert.deepEqual(await rows(), [
      "x changed /app.py",
      "- changedOnBoth /both.py",
      "- changedInTarget /mine.py",
    ]);
    await run(folder.pull());
    assert.deepEqual(here(), { "app.py": "theirs", "both.py": "mine!", "mine.py": "mine!" });
    await run(folder.pull({ choose: () => true }));
    assert.deepEqual(here(), { "app.py": "theirs", "both.py": "theirs", "mine.py": "1" });
  });

  it("does not select a file that was never compared or has unsaved changes", async () => {
    const { disk, folder, rows } = await linked(
      { "a.py": "theirs", "b.py": "1" },
      { "a.py": "mine", "b.py": "1" },
    );
    assert.deepEqual(await rows(), ["- changedOnBoth /a.py (neverCompared)"]);
    service().writeInApp(disk, "b.py", "theirs");
    assert.deepEqual(await rows(), ["- changedOnBoth /a.py (neverCompared)", "x changed /b.py"]);
    folder.folder.unsaved.add("b.py");
    assert.deepEqual(await rows(), [
      "- changedOnBoth /a.py (neverCompared)",
      "- changedOnBoth /b.py (unsaved)",
    ]);
  });

  it("deletes only selected local files, and none that changed", async () => {
    const { disk, folder, here, rows } = await linked(
      { "a.py": "1", "b.py": "1", "c.py": "1" },
      { "own.py": "1" },
    );
    await run(folder.pull());
    rmSync(path.join(disk, "a.py"));
    rmSync(path.join(disk, "b.py"));
    folder.put("b.py", "2");
    folder.folder.drop("c.py");
    assert.deepEqual(await rows(), ["- deleted /a.py", "- deletedInTarget /c.py"]);
    await run(folder.pull());
    assert.deepEqual(Object.keys(here()), ["a.py", "b.py", "own.py"]);
    await run(folder.pull({ choose: ({ kind }) => kind === "deleted" }));
    assert.deepEqual(Object.keys(here()), ["b.py", "own.py"]);
  });

  it("writes nothing through a link, over a folder, or over a file that changed after the plan", async () => {
    const { folder, here } = await linked(
      { "linked/a.py": "1", folder: "1", "late.py": "1" },
      { "folder/x.py": "x" },
    );
    folder.folder.putFolder("linked", true);
    const result = await run(
      folder.pull({
        onProgress: () => {
          folder.put("late.py", "mine");
        },
      }),
    );
    assert.deepEqual(result.failed, [
      "/folder isFolderHere",
      "/late.py appearedHere",
      "/linked/a.py linkInPlace",
    ]);
    assert.deepEqual(here(), { "folder/x.py": "x", "late.py": "mine" });
  });

  it("stops when it is canceled, and the next pull writes only the rest", async () => {
    const names = Array.from({ length: 40 }, (_, index) => `file-${index}.txt`);
    const { folder, here } = await linked(Object.fromEntries(names.map((name) => [name, name])));
    const controller = new AbortController();
    const first = await run(
      folder.pull({
        signal: controller.signal,
        onProgress: ({ done }) => {
          if (done === 10) controller.abort();
        },
      }),
    );
    assert.ok(first.put.length >= 10 && first.cancelled.length > 0);
    assert.equal(first.put.length + first.cancelled.length, 40);
    const second = await run(folder.pull());
    assert.deepEqual([...second.put].sort(), [...first.cancelled].sort());
    assert.deepEqual(here(), Object.fromEntries(names.map((name) => [name, name]).sort()));
  });

  it("after a push restores exactly the folder, for any files and lost responses", async function () {
    this.timeout(startTimeoutMs);
    const name = fc.constantFrom("a.txt", "b.bin", "d/c.txt", "d/e/f.md", "x y%.txt");
    const files = fc.dictionary(name, fc.uint8Array({ maxLength: 20 }), {
      maxKeys: 5,
      noNullPrototype: true,
    });
    await fc.assert(
      fc.asyncProperty(files, fc.integer({ min: 0, max: 2 }), async (content, lost) => {
        const { disk, folder } = await linked({}, content);
        service().emulator.faults.next({ path: /upload/, times: lost }, { cut: "after" });
        await run(folder.push());
        service().emulator.faults.clear();
        const other = new TransferredFolder(service().files(path.basename(disk)), service().clock);
        service().answerNext({ path: /download/ }, 429);
        const pulled = await run(other.pull());
        service().emulator.faults.clear();
        assert.deepEqual(pulled.failed, []);
        const plain = (some: ReadonlyMap<string, Uint8Array>) =>
          [...some].map(([at, bytes]) => [at, [...bytes]]).sort();
        assert.deepEqual(plain(other.folder.files), plain(folder.folder.files));
      }),
      { numRuns: 20 },
    );
  });
});
