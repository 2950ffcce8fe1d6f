// The proof that a put is stored, and puts without a response.
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { NotStored } from "../../../../src/appFiles/change/prove";
import { isServiceError, ServiceError } from "../../../../src/core/errors/serviceError";
import { hashOf } from "../../../support/appFilesHarness";
import type { RememberedFiles } from "../../../support/rememberedFiles";
import { absent, any, breakConnection, breaking, count, engine, saw } from "../engine";

/** So many looks fail after an upload was sent. */
function failLooks(remote: RememberedFiles, times = Number.POSITIVE_INFINITY): void {
  let failures = 0;
  remote.onRequest = (request) => {
    if (request === "LIST /" && count(remote.requests, "UPLOAD") > 0 && failures++ < times)
      throw new ServiceError("badResponse", "half an answer");
  };
}

const trial = {
  doubtOf: () => "trial",
  proved: () => undefined,
  ended: () => undefined,
  failed: async () => "none" as const,
};

describe("the proof of a put", () => {
  for (const [what, path, before] of [
    ["over a file of the same size", "/a.txt", "one"],
    ["over a file of another size", "/a.txt", "longer"],
    ["as a new file", "/a.txt", undefined],
    ["in a new folder", "/new/folder/a.txt", undefined],
  ] as const) {
    it(`fails when the service accepted the file and stored nothing: ${what}`, async () => {
      const { clock, remote, put, texts } = engine();
      if (before) remote.put(path, before);
      await clock.advance(60_000);
      remote.onUpload = () => undefined;
      const failure = await clock.finish(put(path, "two", any).catch((error: unknown) => error));
      assert.ok(failure instanceof NotStored, String(failure));
      assert.equal(failure.detail, before ? "3 before" : "3");
      assert.deepEqual(texts(), before ? { [path]: before } : {});
    });
  }

  it("keeps the backup of a partly stored put, though it shows the dialect", async () => {
    const { clock, remote, put, log } = engine();
    Object.assign(remote, {
      uploadOutcome: {
        ...trial,
        doubtOf: () => undefined,
        failed: async () => (count(remote.requests, "UPLOAD") === 1 ? "retry" : "none"),
      },
    });
    remote.put("/a.txt", "before");
    remote.onUpload = (path, content) => remote.store(path, content.slice(0, 2));
    await assert.rejects(clock.finish(put("/a.txt", "after", any)), NotStored);
    assert.deepEqual(log.ends, ["unknown", "unknown"]);
    assert.equal(log.backups[0], "overwritten /a.txt before");
    assert.equal(log.changes[1]?.foundHash, hashOf("af"));
  });

  describe("that shows the dialect", () => {
    it("takes no file of the same size that another client has put at its path", async () => {
      const { clock, remote, put, texts } = engine();
      Object.assign(remote, { uploadOutcome: trial });
      remote.onUpload = (path) => remote.put(path, "their");
      await assert.rejects(clock.finish(put("/d/a.txt", "after", absent)), NotStored);
      assert.deepEqual(texts(), { "/d/a.txt": "their" });
    });

    it("takes the listing where the file cannot be read", async () => {
      const { clock, remote, put, log } = engine();
      Object.assign(remote, { uploadOutcome: trial });
      remote.onUpload = (path, content) => {
        remote.store(path, content);
        remote.failing.add(`READ ${path}`);
      };
      await clock.finish(put("/d/a.txt", "after", absent));
      assert.deepEqual(log.ends, ["done"]);
    });
  });

  for (const clockOfFiles of [{ filesBehindMs: 30_000 }, { filesAheadMs: 180_000 }])
    it(`reads a file back whose time may be from before the upload: ${JSON.stringify(clockOfFiles)}`, async () => {
      const { clock, remote, put, texts } = engine({ "/a.txt": "one" }, { knowsServiceTime: true });
      Object.assign(remote, clockOfFiles);
      await clock.advance(60_000);
      await clock.finish(put("/b.txt", "own", absent));
      // The listing shows another client's earlier file only now, and the upload is not stored.
      remote.onUpload = () => remote.put("/a.txt", "six");
      await assert.rejects(clock.finish(put("/a.txt", "two", saw("one"))), NotStored);
      assert.deepEqual(texts(), { "/a.txt": "six", "/b.txt": "own" });
    });

  for (const [when, filesAheadMs] of [
    ["before the response", 0],
    ["before the response", 30_000],
    ["after the response", 0],
    ["after the response", 30_000],
  ] as const)
    it(`reads a file back when the machine slept ${when}; the files' clock is ahead by ${filesAheadMs} ms`, async () => {
      const { clock, remote, put, texts } = engine({ "/a.txt": "one" }, { knowsServiceTime: true });
      Object.assign(remote, { filesAheadMs });
      await clock.finish(put("/b.txt", "own", absent));
      await clock.advance(60_000);
      let hasSlept = false;
      const sleep = (request: string): void => {
        if (hasSlept || !request.startsWith(when === "before the response" ? "UPLOAD" : "LIST")) return;
        hasSlept = true;
        remote.passUncounted(30_000);
        remote.put("/a.txt", "six");
        remote.passUncounted(30_000);
      };
      // The upload is not stored.
      remote.onUpload = () => {
        remote.onRequest = sleep;
      };
      remote.onCarriedOut = sleep;
      await assert.rejects(clock.finish(put("/a.txt", "two", saw("one"))), NotStored);
      assert.ok(hasSlept);
      assert.deepEqual(texts(), { "/a.txt": "six", "/b.txt": "own" });
    });

  it("fails when it was stored under another name", async () => {
    const { clock, remote, put } = engine({ "/a.txt": "one" });
    remote.onUpload = (_path, content) => remote.store("/A.TXT", content);
    await assert.rejects(clock.finish(put("/a.txt", "two", any)), NotStored);
    assert.equal(remote.text("/a.txt"), "one");
  });

  it("reads back a file of unchanged size and time", async () => {
    const { clock, remote, put } = engine();
    remote.hasWholeSeconds = true;
    remote.put("/a.txt", "one");
    const stored = await put("/a.txt", "two", any);
    assert.ok(remote.requests.lastIndexOf("READ /a.txt") > remote.requests.indexOf("UPLOAD /a.txt"));
    assert.equal(stored.isCertain, false);
    await clock.advance(5_000);
    await put("/a.txt", "six", saw("two"));
    assert.equal(remote.text("/a.txt"), "six");
  });

  it("waits for a listing that lags", async () => {
    const { clock, remote, put } = engine({ "/a.txt": "before" });
    const { onEntries } = remote;
    let lagging = 0;
    remote.onEntries = (directory, entries) => {
      if (count(remote.requests, "UPLOAD") === 0 || ++lagging > 3) return onEntries(directory, entries);
      return entries.map((entry) => ({ ...entry, sizeBytes: 6, modifiedAt: 1 }));
    };
    const stored = await clock.finish(put("/a.txt", "newer text", any));
    assert.equal(stored.entry.sizeBytes, 10);
  });

  it("ignores a failed listing, and uses a later good one", async () => {
    const { clock, remote, put } = engine();
    failLooks(remote, 5);
    const stored = await clock.finish(put("/a.txt", "one", absent));
    assert.equal(stored.entry.sizeBytes, 3);
  });

  it("ends as unknown when every listing fails for a request's time limit", async () => {
    const { clock, remote, put, log } = engine();
    failLooks(remote);
    const start = clock.monotonicMs();
    await assert.rejects(clock.finish(put("/a.txt", "one", absent)), { kind: "badResponse" });
    assert.ok(clock.monotonicMs() - start <= 35_000);
    assert.deepEqual(log.ends, ["unknown"]);
  });

  it("may wait for another caller's listing", async () => {
    const { clock, remote, put } = engine();
    const all = Array.from({ length: 10 }, (_, index) =>
      put(`/${index}.txt`, "x", absent, { proofWithinMs: 5_000 }),
    );
    await clock.finish(Promise.all(all));
    assert.ok(remote.requests.filter((request) => request === "LIST /").length <= 3, remote.requests.join());
  });

  it("is the content of a read, however long listings lag", async () => {
    for (const before of ["one", "longer", undefined]) {
      const { clock, remote, put, log } = engine(before ? { "/a.txt": before } : {});
      const { content } = await remote.observe("/");
      remote.onEntries = () => (content.isDirectory ? content.entries : []);
      const stored = await clock.finish(put("/a.txt", "newer", any));
      assert.deepEqual([stored.entry.sizeBytes, stored.isCertain, log.ends], [5, false, ["done"]]);
    }
  });
});

describe("a put without a response", () => {
  it("is done when its content is stored, though the first look fails", async () => {
    const { clock, remote, put, log } = engine({ "/a.txt": "one" });
    failLooks(remote, 3);
    remote.onCarriedOut = () => breakConnection();
    await clock.finish(put("/a.txt", "two", any));
    assert.deepEqual([remote.text("/a.txt"), count(remote.requests, "UPLOAD")], ["two", 1]);
    assert.deepEqual(log.ends, ["done"]);
  });

  for (const before of ["one", "longer", undefined]) {
    it(`is sent once more when there is ${before ? `"${before}" as before` : "nothing as before"}`, async () => {
      const { clock, remote, put } = engine();
      if (before) remote.put("/a.txt", before);
      remote.onRequest = (request) => {
        if (request.startsWith("UPLOAD") && count(remote.requests, "UPLOAD") === 1) breakConnection();
      };
      await clock.finish(put("/a.txt", "two", any));
      assert.deepEqual([remote.text("/a.txt"), count(remote.requests, "UPLOAD")], ["two", 2]);
    });
  }

  it("is unknown when the second attempt breaks as well, and the backup stays", async () => {
    const { clock, remote, put, log } = engine({ "/a.txt": "one" });
    remote.onRequest = breaking("UPLOAD");
    await assert.rejects(clock.finish(put("/a.txt", "two", any)), { kind: "network", outcomeUnknown: true });
    assert.equal(count(remote.requests, "UPLOAD"), 2);
    assert.deepEqual([log.ends, log.backups], [["unknown"], ["overwritten /a.txt one"]]);
  });

  for (const theirs of ["theirs", "six"]) {
    it(`is a conflict when another content is stored: "${theirs}"`, async () => {
      const { clock, remote, put } = engine({ "/a.txt": "one" });
      await clock.advance(60_000);
      remote.onRequest = (request) => {
        if (!request.startsWith("UPLOAD")) return;
        remote.put("/a.txt", theirs);
        breakConnection();
      };
      await assert.rejects(clock.finish(put("/a.txt", "two", any)), {
        kind: "conflict",
        outcomeUnknown: true,
      });
      assert.deepEqual([remote.text("/a.txt"), count(remote.requests, "UPLOAD")], [theirs, 1]);
    });
  }

  it("is unknown, and not retried, when no look succeeds", async () => {
    const { clock, remote, put } = engine();
    remote.onRequest = (request) => {
      if (count(remote.requests, "UPLOAD") === 0) return;
      if (request.startsWith("UPLOAD")) breakConnection();
      throw new ServiceError("network", "away");
    };
    await assert.rejects(clock.finish(put("/a.txt", "two", absent)), {
      kind: "network",
      outcomeUnknown: true,
    });
    assert.equal(count(remote.requests, "UPLOAD"), 1);
  });

  it("is not checked when the request was never sent", async () => {
    const { remote, put, log } = engine();
    remote.onTurn = () => {
      throw new ServiceError("network", "refused");
    };
    await assert.rejects(put("/a.txt", "two", absent), (error) => isServiceError(error, "network"));
    // The second request is for the path itself.
    assert.deepEqual(remote.requests, ["LIST /", "LIST /a.txt"]);
    assert.deepEqual(log.ends, ["notDone"]);
  });

  it("does not replace another client's file before the second attempt", async () => {
    const { clock, remote, put } = engine({ "/a.txt": "one" });
    await clock.advance(60_000);
    remote.onTurn = async () => {
      if (count(remote.requests, "UPLOAD") === 0) return;
      await clock.sleep(3_000);
      remote.put("/a.txt", "theirs");
    };
    remote.onRequest = breaking("UPLOAD");
    await assert.rejects(clock.finish(put("/a.txt", "two", any)), { kind: "conflict" });
    assert.deepEqual([remote.text("/a.txt"), count(remote.requests, "UPLOAD")], ["theirs", 1]);
  });
});

describe("a put that the service refuses", () => {
  const refusals = ["forbidden", "notFound", "conflict", "tooLarge", "refused", "badResponse"] as const;
  const refuse = (remote: RememberedFiles, kind: (typeof refusals)[number]): void => {
    remote.onCarriedOut = () => {
      throw new ServiceError(kind, "No.");
    };
  };

  for (const kind of refusals) {
    it(`is done when the service has stored it nevertheless: ${kind}`, async () => {
      const { clock, remote, put, log } = engine({ "/a.txt": "one" });
      refuse(remote, kind);
      await clock.finish(put("/a.txt", "two", any));
      await clock.finish(put("/new.txt", "new", absent));
      assert.deepEqual(log.ends, ["done", "done"]);
    });

    it(`keeps the backup, with an unknown end, when the service has truncated the file: ${kind}`, async () => {
      for (const left of ["", "tw"]) {
        const { clock, remote, put, log } = engine({ "/a.txt": "one" });
        await clock.advance(60_000);
        refuse(remote, kind);
        remote.onUpload = (path) => remote.put(path, left);
        const problem = {
          kind: "conflict",
          outcomeUnknown: true,
          serviceText: /refused the upload, and the app now/,
        };
        await assert.rejects(clock.finish(put("/a.txt", "two and more", any)), problem);
        assert.deepEqual(log.ends, ["unknown"]);
        assert.deepEqual(log.backups, ["overwritten /a.txt one"]);
        // By this hash, an undo knows that the file has not changed since.
        assert.equal(log.changes[0]?.foundHash, hashOf(left));
      }
    });

    it(`is not done when the old content can be read again: ${kind}`, async () => {
      const { clock, remote, put, log } = engine({ "/a.txt": "one" });
      await clock.advance(60_000);
      refuse(remote, kind);
      remote.onUpload = () => undefined;
      await assert.rejects(clock.finish(put("/a.txt", "two", any)), { kind, outcomeUnknown: false });
      assert.deepEqual(log.ends, ["notDone"]);
    });
  }

  it("is unknown when the listing shows the old version and the file has other content", async () => {
    const { clock, remote, put, log } = engine({ "/a.txt": "one" });
    await clock.advance(60_000);
    const old = remote.files.get("/a.txt")?.modifiedAt;
    refuse(remote, "forbidden");
    remote.onUpload = (path) => remote.put(path, "eno", old);
    await assert.rejects(clock.finish(put("/a.txt", "two", any)), { outcomeUnknown: true });
    assert.deepEqual(log.ends, ["unknown"]);
  });

  it("is unknown when no look succeeds", async () => {
    const { clock, remote, put, log } = engine({ "/a.txt": "one" });
    await clock.advance(60_000);
    refuse(remote, "conflict");
    failLooks(remote);
    await assert.rejects(clock.finish(put("/a.txt", "two", any)), { outcomeUnknown: true });
    assert.deepEqual(log.ends, ["unknown"]);
  });
});
