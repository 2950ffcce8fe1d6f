// The cache of contents, alone and with its readers.
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { Contents } from "../../../../src/appFiles/read/contents";
import { absent, any, bytes, count, engine, saw } from "../engine";

const entry = (sizeBytes: number, modifiedAt: number) =>
  ({ name: "a", type: "file", sizeBytes, createdAt: 1, modifiedAt }) as const;

describe("Contents", () => {
  it("returns content of an uncertain version only until the next listing", () => {
    const contents = new Contents(1_000, { isCertain: () => true });
    const version = entry(3, 5);
    contents.put(
      "/a",
      { bytes: bytes("one"), hash: "1", isCertain: false },
      { version, knownAt: 100, seenAt: 90 },
    );
    assert.equal(contents.get("/a", { entry: version, askedAt: 100 })?.hash, "1");
    assert.equal(contents.get("/a", { entry: version, askedAt: 101 }), undefined);
    // For a caller that destroys it, it may have changed since it was sent.
    assert.equal(contents.get("/a", { entry: version, askedAt: 90 }, true)?.hash, "1");
    assert.equal(contents.get("/a", { entry: version, askedAt: 100 }, true), undefined);
  });

  it("treats certain content as uncertain when an upload shows that times prove less", () => {
    let proves = true;
    const contents = new Contents(1_000, { isCertain: () => proves });
    const version = entry(3, 5);
    contents.put(
      "/a",
      { bytes: bytes("one"), hash: "1", isCertain: true },
      { version, knownAt: 100, seenAt: 90 },
    );
    assert.equal(contents.get("/a", { entry: version, askedAt: 200 })?.isCertain, true);
    proves = false;
    assert.equal(contents.get("/a", { entry: version, askedAt: 200 }), undefined);
    assert.equal(contents.get("/a", { entry: version, askedAt: 100 })?.isCertain, false);
  });

  it("evicts the least recently used content, and stores none larger than its size", () => {
    const contents = new Contents(6, { isCertain: () => true });
    const put = (path: string, content: string) =>
      contents.put(
        path,
        { bytes: bytes(content), hash: path, isCertain: true },
        { version: entry(content.length, 1), knownAt: 0, seenAt: 0 },
      );
    const has = (path: string, size: number) =>
      contents.get(path, { entry: entry(size, 1), askedAt: 0 }) !== undefined;
    put("/a", "aaa");
    put("/b", "bbb");
    assert.ok(has("/a", 3));
    put("/c", "ccc");
    assert.deepEqual([has("/a", 3), has("/b", 3), has("/c", 3)], [true, false, true]);
    put("/large", "1234567");
    assert.deepEqual([has("/a", 3), has("/large", 7)], [true, false]);
    put("/a", "a");
    put("/d", "dd");
    assert.deepEqual([has("/a", 1), has("/c", 3), has("/d", 2)], [true, true, true]);
    contents.delete("/a");
    contents.clear();
    assert.deepEqual([has("/c", 3), has("/d", 2)], [false, false]);
  });
});

describe("reading again", () => {
  it("costs nothing while the version proves that nothing has changed", async () => {
    const { clock, remote, read } = engine({ "/a.txt": "one" });
    await clock.advance(60_000);
    for (let round = 0; round < 3; round++) {
      assert.equal(await read("/a.txt", { maxAgeMs: 0 }), "one");
      await clock.advance(60_000);
    }
    assert.equal(count(remote.requests, "READ"), 1);
  });

  it("notices a change of the same size in the second of the read", async () => {
    const { clock, remote, read } = engine();
    remote.hasWholeSeconds = true;
    remote.put("/a.txt", "one");
    assert.equal(await read("/a.txt", { maxAgeMs: 0 }), "one");
    remote.put("/a.txt", "two");
    await clock.advance(500);
    assert.equal(await read("/a.txt", { maxAgeMs: 0 }), "two");
    await clock.advance(60_000);
    assert.equal(await read("/a.txt", { maxAgeMs: 0 }), "two");
    const reads = count(remote.requests, "READ");
    await clock.advance(60_000);
    assert.equal(await read("/a.txt", { maxAgeMs: 0 }), "two");
    assert.equal(count(remote.requests, "READ"), reads);
  });

  it("costs nothing right after a save, and shows another client's later file", async () => {
    const { clock, remote, put, read, find } = engine();
    await put("/a.txt", "one", absent);
    assert.equal(await read("/a.txt"), "one");
    assert.equal(count(remote.requests, "READ"), 0);
    remote.put("/a.txt", "six", (await find("/a.txt")).modifiedAt);
    await clock.advance(20_000);
    assert.equal(await read("/a.txt"), "six");
  });

  it("never shows content that was not sent, nor a deleted file", async () => {
    const { clock, remote, files, put, read, find } = engine({ "/a.txt": "one" });
    await clock.advance(60_000);
    remote.onUpload = () => undefined;
    await assert.rejects(clock.finish(put("/a.txt", "two", any)));
    assert.equal(await read("/a.txt", { maxAgeMs: 0 }), "one");
    const { modifiedAt } = await find("/a.txt");
    await files.remove([{ path: "/a.txt", base: any }]);
    remote.files.set("/a.txt", { bytes: bytes("six"), modifiedAt });
    await clock.advance(20_000);
    assert.equal(await read("/a.txt"), "six");
  });

  it("does not share one author's content with another whose own was not sent", async () => {
    const { clock, remote, put, read } = engine();
    remote.onTurn = () => clock.sleep(3_000);
    const first = put("/a.txt", "first", absent, { author: "one" });
    const second = assert.rejects(put("/a.txt", "other", saw("nothing"), { author: "two" }));
    await clock.finish(Promise.all([first, second]));
    assert.equal(await read("/a.txt"), "first");
  });
});

describe("a machine whose clock is set an hour forward or back", () => {
  for (const jumpMs of [3_600_000, -3_600_000]) {
    it(`saves, reads and deletes as before (${jumpMs / 60_000} minutes)`, async () => {
      const { clock, remote, files, put, texts } = engine();
      await put("/a.txt", "one", absent);
      const putting = put("/b.txt", "b", absent);
      clock.jump(jumpMs);
      await clock.finish(putting, 60_000);
      await clock.finish(put("/a.txt", "two", saw("one")), 60_000);
      await clock.advance(10_001);
      remote.requests.length = 0;
      await files.list("/");
      assert.deepEqual(remote.requests, ["LIST /"], "a listing ages all the same");
      await files.list("/");
      assert.equal(remote.requests.length, 1, "and not at once");
      remote.put("/a.txt", "six");
      await assert.rejects(clock.finish(put("/a.txt", "mine", saw("two")), 60_000));
      remote.canRemoveNow = () => false;
      await files.removeSoon({ path: "/b.txt", base: any });
      clock.jump(-2 * jumpMs);
      await clock.finish(files.settled(), 60_000);
      assert.deepEqual(texts(), { "/a.txt": "six" });
    });
  }
});
