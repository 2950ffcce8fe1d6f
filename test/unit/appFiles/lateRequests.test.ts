// Requests that were given up and are carried out later: what was done since is put right.
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { absent, any, breakConnection, count, engine, saw } from "./engine";

const sameSizes = [
  ["of another size", "older text"],
  ["of the same size", "older"],
] as const;

/** An engine whose first upload breaks and can be let through later. */
function lateUpload() {
  const parts = engine();
  const { remote } = parts;
  const held: (() => void)[] = [];
  remote.onUpload = (path, content) => {
    if (held.length > 0) return remote.store(path, content);
    held.push(() => remote.store(path, content));
    breakConnection();
  };
  /** The first save breaks, is sent again, and is replaced. */
  const saveTwice = async () => {
    await parts.clock.finish(parts.put("/a.txt", "older", absent));
    await parts.clock.finish(parts.put("/a.txt", "newer", await saw("older")));
  };
  return { ...parts, saveTwice, arrive: () => held[0]?.() };
}

/** An engine whose first deletion breaks and can be let through later. */
function lateDeletion() {
  const parts = engine();
  const { remote } = parts;
  const held: string[] = [];
  remote.onRequest = (request) => {
    if (!request.startsWith("DELETE") || held.length > 0) return;
    held.push(request.slice("DELETE ".length));
    breakConnection();
  };
  return { ...parts, arrive: () => remote.files.delete(held[0] ?? "") };
}

describe("an upload that arrives late", () => {
  for (const [how, older] of sameSizes) {
    for (const hasWholeSeconds of [false, true]) {
      it(`does not stay over a newer save: ${how}${hasWholeSeconds ? ", in its second" : ""}`, async () => {
        const { clock, remote, put, texts, log, arrive } = lateUpload();
        remote.hasWholeSeconds = hasWholeSeconds;
        await clock.finish(put("/a.txt", older, absent));
        await clock.finish(put("/a.txt", "newer", await saw(older)));
        arrive();
        await clock.advance(130_000);
        assert.deepEqual(texts(), { "/a.txt": "newer" });
        assert.ok(log.kept.length > 0);
      });
    }
  }

  it("does not stay over a newer save when it comes before that is proved", async () => {
    const { clock, remote, put, texts, arrive } = lateUpload();
    await clock.finish(put("/a.txt", "older", absent));
    remote.onCarriedOut = (request) => {
      if (request.startsWith("UPLOAD") && count(remote.requests, "UPLOAD") === 3) arrive();
    };
    await clock.finish(put("/a.txt", "newer", await saw("older")));
    await clock.advance(130_000);
    assert.deepEqual(texts(), { "/a.txt": "newer" });
  });

  it("is looked for no longer than ten minutes after that", async () => {
    const { clock, remote, saveTwice } = lateUpload();
    await saveTwice();
    remote.failing.add("LIST");
    await clock.advance(800_000);
    const before = remote.requests.length;
    await clock.advance(3_600_000);
    assert.equal(remote.requests.length, before);
  });

  it("is not put right over a save that came after it was found out", async () => {
    const { clock, remote, put, texts, arrive, saveTwice } = lateUpload();
    await saveTwice();
    // The same text once more: it waits for its turn while the one that came late is found.
    arrive();
    remote.onTurn = async (request) => {
      if (request.startsWith("UPLOAD")) await clock.sleep(4_000);
    };
    const again = put("/a.txt", "older", any);
    await clock.finish(again);
    await clock.advance(130_000);
    assert.deepEqual(texts(), { "/a.txt": "older" });
  });

  it("does not bring back what was deleted since, nor what was in a deleted folder", async () => {
    for (const deleted of ["/lib/a.txt", "/lib"]) {
      const { clock, remote, files, put, texts, arrive } = lateUpload();
      remote.put("/stays.txt", "x");
      await clock.finish(put("/lib/a.txt", "older", absent));
      await clock.finish(files.remove([{ path: deleted, base: any }]));
      arrive();
      await clock.advance(130_000);
      assert.deepEqual(texts(), { "/stays.txt": "x" });
    }
  });

  it("does not take away the same text when that is saved again after a deletion", async () => {
    const { clock, remote, files, put, texts } = lateUpload();
    remote.put("/stays.txt", "x");
    await clock.finish(put("/a.txt", "older", absent));
    await clock.finish(files.remove([{ path: "/a.txt", base: any }]));
    await clock.finish(put("/a.txt", "older", absent));
    await clock.advance(130_000);
    assert.deepEqual(texts(), { "/a.txt": "older", "/stays.txt": "x" });
  });

  it("does not take away the same text when somebody else writes it after its life was over", async () => {
    const { clock, remote, files, put, texts } = lateUpload();
    remote.put("/stays.txt", "x");
    await clock.finish(put("/a.txt", "older", absent));
    await clock.finish(files.remove([{ path: "/a.txt", base: any }]));
    remote.failing.add("LIST");
    await clock.advance(140_000);
    remote.put("/a.txt", "older");
    remote.failing.clear();
    await clock.advance(60_000);
    assert.deepEqual(texts(), { "/a.txt": "older", "/stays.txt": "x" });
  });

  it("leaves alone what somebody else has written since", async () => {
    const { clock, remote, texts, arrive, saveTwice } = lateUpload();
    await saveTwice();
    arrive();
    remote.put("/a.txt", "theirs");
    await clock.advance(130_000);
    assert.deepEqual(texts(), { "/a.txt": "theirs" });
  });

  for (const awayMs of [30_000, 130_000]) {
    it(`is put right also when the service could not be asked for ${awayMs / 1_000} s, which its life may end in`, async () => {
      const { clock, remote, saveTwice, texts, arrive } = lateUpload();
      await saveTwice();
      remote.failing.add("LIST");
      arrive();
      await clock.advance(awayMs);
      assert.deepEqual(texts(), { "/a.txt": "older" });
      remote.failing.clear();
      await clock.advance(60_000);
      assert.deepEqual(texts(), { "/a.txt": "newer" });
    });
  }

  it("is watched for with few requests, and for no longer than it can live", async () => {
    const { clock, remote, saveTwice } = lateUpload();
    await saveTwice();
    remote.requests.length = 0;
    await clock.advance(150_000);
    assert.ok(count(remote.requests, "LIST") <= 15, `${count(remote.requests, "LIST")} listings`);
    assert.ok(count(remote.requests, "READ") <= 2, `${count(remote.requests, "READ")} reads`);
    assert.equal(clock.sleeping, 0);
    remote.requests.length = 0;
    await clock.advance(600_000);
    assert.deepEqual(remote.requests, []);
  });
});

describe("a deletion that is carried out late", () => {
  for (const isInFolder of [false, true]) {
    it(`does not take a newer save with it${isInFolder ? " that is in the folder" : ""}`, async () => {
      const { clock, remote, files, put, texts, arrive } = lateDeletion();
      remote.put("/stays.txt", "x");
      remote.put("/lib/a.txt", "older");
      const path = isInFolder ? "/lib" : "/lib/a.txt";
      await clock.finish(files.remove([{ path, base: any }]));
      await clock.finish(put("/lib/a.txt", "newer", await saw("older")));
      remote.files.delete("/lib/a.txt");
      arrive();
      await clock.advance(130_000);
      assert.deepEqual(texts(), { "/lib/a.txt": "newer", "/stays.txt": "x" });
    });
  }

  it("is wanted when the file was deleted again since", async () => {
    const { clock, remote, files, put, texts, arrive } = lateDeletion();
    remote.put("/a.txt", "older");
    await clock.finish(files.remove([{ path: "/a.txt", base: any }]));
    await clock.finish(put("/a.txt", "newer", await saw("older")));
    await clock.finish(files.remove([{ path: "/a.txt", base: any }]));
    arrive();
    await clock.advance(130_000);
    assert.deepEqual(texts(), {});
  });

  it("does not make somebody else's deletion undone once it can no longer come", async () => {
    const { clock, remote, files, put, texts } = lateDeletion();
    remote.put("/a.txt", "older");
    await clock.finish(files.remove([{ path: "/a.txt", base: any }]));
    await clock.finish(put("/a.txt", "newer", await saw("older")));
    await clock.advance(130_000);
    remote.files.delete("/a.txt");
    await clock.advance(600_000);
    assert.deepEqual(texts(), {});
  });
});
