// Many uploads through the real lane and list, against an app in memory.
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { Lane, threeSecondRule } from "../../../../../src/api/lane";
import { TransferList } from "../../../../../src/core/transferList";
import type { UploadItem } from "../../../../../src/features/files/transfers/uploadPlan";
import { runUpload, type UploadProgress } from "../../../../../src/features/files/transfers/uploadRun";
import { FakeClock } from "../../../../support/fakeClock";
import { RememberedFiles } from "../../../../support/rememberedFiles";

const encode = (text: string) => new TextEncoder().encode(text);
const itemOf = (name: string, replaces = false): UploadItem<string> => ({
  path: `/${name}`,
  local: { path: name, place: name },
  replaces,
});

function setUp(names: readonly string[], uploadMs = 200) {
  const clock = new FakeClock(0);
  const lane = new Lane(threeSecondRule, clock);
  const transfers = new TransferList(clock);
  const remote = new RememberedFiles(clock);
  const startedAt: number[] = [];
  const unreadable = new Set<string>();
  const cancel = new AbortController();
  const progress: UploadProgress[] = [];
  const memory = { held: 0, most: 0 };
  const overwrites: [string, boolean][] = [];

  const work = runUpload<string>({
    items: names.map((name) => itemOf(name)),
    clock,
    signal: cancel.signal,
    leastMsEach: 3_040,
    onProgress: (each) => progress.push(each),
    read: async (name) => {
      if (unreadable.has(name)) throw new Error(`${name} is gone`);
      memory.most = Math.max(memory.most, ++memory.held);
      return encode(`content of ${name}`);
    },
    write: async (path, bytes, { overwrite, signal }) => {
      overwrites.push([path, overwrite]);
      try {
        await transfers.run(
          { kind: "upload", accountId: "me", appId: "app", path, sizeBytes: bytes.byteLength },
          (transfer) =>
            lane.run({
              priority: "normal",
              signal: transfer.signal,
              start: async () => {
                startedAt.push(clock.now());
                transfer.started();
                await clock.sleep(uploadMs);
                await remote.write(path, bytes, {});
              },
            }),
          { signal },
        );
      } finally {
        memory.held--;
      }
    },
  });
  return { clock, remote, startedAt, unreadable, cancel, progress, memory, overwrites, transfers, work };
}

const thirty = Array.from({ length: 30 }, (_, index) => `file-${String(index).padStart(2, "0")}.txt`);

describe("runUpload", () => {
  it("sends 30 files in order, never two within 3 s, and not much slower either", async () => {
    const { clock, remote, startedAt, work, memory } = setUp(thirty);
    const result = await clock.finish(work);
    assert.deepEqual(
      result.uploaded,
      thirty.map((name) => `/${name}`),
    );
    assert.deepEqual(
      [...remote.files.keys()],
      thirty.map((name) => `/${name}`),
    );
    assert.equal(remote.text("/file-07.txt"), "content of file-07.txt");
    const pauses = startedAt.slice(1).map((time, index) => time - (startedAt[index] ?? 0));
    assert.ok(Math.min(...pauses) >= 3_000);
    assert.ok(clock.now() <= 29 * 3_000 * 1.02 + 200);
    assert.ok(memory.most <= 4, `${memory.most} files in memory`);
  });

  it("keeps its pace when an upload takes longer than the pause between two", async () => {
    const { clock, startedAt, work } = setUp(thirty.slice(0, 10), 8_000);
    await clock.finish(work);
    assert.ok((startedAt.at(-1) ?? 0) <= 9 * 3_060);
  });

  it("names those that fail and sends the rest", async () => {
    const { clock, remote, unreadable, work } = setUp(["a", "b", "c", "d", "e", "f"]);
    remote.failing.add("UPLOAD /b");
    unreadable.add("f");
    const result = await clock.finish(work);
    assert.deepEqual(result.uploaded, ["/a", "/c", "/d", "/e"]);
    assert.deepEqual(
      result.failed.map(({ path, item, problem }) => [path, item.local.path, problem.kind]).sort(),
      [
        ["/b", "b", "error"],
        ["/f", "f", "unreadable"],
      ],
    );
    assert.deepEqual(result.cancelled, []);
  });

  it("cancelled, keeps back all that have not started, lets the running one arrive, and says the truth", async () => {
    const { clock, remote, cancel, work, transfers } = setUp(thirty);
    await clock.advance(2 * 3_040 + 100);
    cancel.abort(new Error("cancelled"));
    const result = await clock.finish(work);
    assert.deepEqual(result.uploaded, ["/file-00.txt", "/file-01.txt", "/file-02.txt"]);
    assert.deepEqual([...remote.files.keys()], result.uploaded);
    assert.equal(result.cancelled.length, 27);
    assert.deepEqual(result.failed, []);
    await clock.advance(60_000);
    assert.equal(remote.files.size, 3);
    assert.deepEqual(transfers.all, []);
  });

  it("counts what is cancelled in the list of transfers as not sent, and goes on", async () => {
    const { clock, remote, work, transfers } = setUp(["a", "b", "c"]);
    await clock.advance(1_000);
    const second = transfers.all.find(({ path }) => path === "/b");
    transfers.cancel(second?.id ?? -1);
    const result = await clock.finish(work);
    assert.deepEqual([result.uploaded, result.cancelled], [["/a", "/c"], ["/b"]]);
    assert.equal(remote.files.has("/b"), false);
  });

  it("replaces only what it was told to", async () => {
    const { clock, overwrites, work } = setUp(["a"]);
    await clock.finish(work);
    assert.deepEqual(overwrites, [["/a", false]]);
  });

  it("reports how many are done, what is under way, and the time that is left", async () => {
    const { clock, progress, work } = setUp(["a", "b", "c"]);
    await clock.finish(work);
    assert.deepEqual(progress[0], { done: 0, total: 3, name: "a", remainingMs: 9_120 });
    assert.deepEqual(
      progress.map(({ done }) => done),
      [...progress.map(({ done }) => done)].sort(),
    );
    assert.equal(progress.at(-1)?.name, "c");
  });

  it("does nothing for nothing", async () => {
    const { clock, work } = setUp([]);
    assert.deepEqual(await clock.finish(work), { uploaded: [], failed: [], cancelled: [] });
  });
});
