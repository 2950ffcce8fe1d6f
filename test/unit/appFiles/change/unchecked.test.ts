// A file that cannot be checked is not sent, and its state is not claimed to be known.
import assert from "node:assert/strict";
import { beforeEach, describe, it } from "mocha";
import { largestBackupBytes } from "../../../../src/appFiles/backups/changeLog";
import { ServiceError } from "../../../../src/core/errors/serviceError";
import { absent, any, bytes, engine, isConflict, isProblem, saw } from "../engine";

describe("a file that cannot be checked", () => {
  let parts: ReturnType<typeof engine>;
  const options = { base: any, author: "one" } as const;

  beforeEach(async () => {
    parts = engine({ "/d/a.txt": "a1", "/d/b.txt": "b1" });
    await parts.clock.advance(60_000);
  });

  const inFolders = Array.from({ length: 40 }, (_, index) => `/many/${index}/a.txt`);

  /** Versions prove nothing, each last look takes long, and another client writes right after it. */
  function changeAfterLastLook(): void {
    const { clock, remote } = parts;
    let reads = 0;
    remote.hasWholeSeconds = true;
    remote.onTurn = async () => {
      remote.onRequest = async (request) => {
        if (!request.startsWith("READ")) return;
        reads++;
        await clock.sleep(2_500);
        if (reads === 12) remote.put("/d/a.txt", "a2");
      };
      await clock.sleep(3_000);
    };
  }

  it("is in a folder that takes too long to read: it is not deleted", async () => {
    const { clock, files, texts } = parts;
    changeAfterLastLook();
    await clock.finish(files.remove([{ path: "/d", base: any }]).catch(() => undefined));
    assert.deepEqual(texts(), { "/d/a.txt": "a2", "/d/b.txt": "b1" });
  });

  describe("before an own upload has shown the clock of files", () => {
    const fewPaths = ["/d/a.txt", "/d/b.txt"];
    const manyPaths = Array.from({ length: 100 }, (_, index) => `/d/${index}.txt`);

    const begin = async (paths: readonly string[]) => {
      const inApp = Object.fromEntries(paths.map((path) => [path, "text"]));
      parts = engine(inApp, { knowsServiceTime: true });
      await parts.clock.advance(120_000);
    };

    it("is one of some in a folder, with a time that never changes: it is not deleted", async () => {
      await begin(fewPaths);
      const { clock, files, find, remote, texts } = parts;
      const { modifiedAt } = await find("/d/a.txt");
      remote.onTurn = async () => {
        remote.put("/d/a.txt", "new!", modifiedAt);
        await clock.sleep(3_000);
      };
      const { left } = await clock.finish(files.remove([{ path: "/d", base: any }]));
      assert.ok(isConflict(left[0]?.error));
      assert.deepEqual(texts(), { "/d/a.txt": "new!", "/d/b.txt": "text" });
    });

    it("is one of many that take some time to read, as versions prove: all are deleted", async () => {
      await begin(manyPaths);
      const { clock, files, remote, texts } = parts;
      remote.onRequest = () => clock.sleep(250);
      const targets = manyPaths.map((path) => ({ path, base: any }));
      assert.deepEqual((await clock.finish(files.remove(targets))).gone, manyPaths);
      assert.deepEqual(texts(), {});
    });
  });

  it("is one of an archive's that take too long to read: it is not sent", async () => {
    const { clock, files, remote, texts } = parts;
    const list = ["/d/a.txt", "/d/b.txt"].map((path) => ({ path, bytes: bytes("m1"), options }));
    remote.onUpload = () => {
      for (const { path, bytes: content } of list) remote.store(path, content);
    };
    changeAfterLastLook();
    assert.equal((await clock.finish(files.putArchive(bytes("zip"), list, {}))).size, 0);
    assert.deepEqual(texts(), { "/d/a.txt": "a2", "/d/b.txt": "b1" });
  });

  it("has a last listing that was old on arrival: it is listed again", async () => {
    const { clock, files, put, remote, texts } = parts;
    // Shows how far behind files are stamped: then a version alone proves a content.
    await clock.finish(put("/d/own.txt", "own", absent));
    const { entries } = await files.list("/d", { maxAgeMs: 0 });
    remote.onTurn = async () => {
      let listings = 0;
      remote.onRequest = async (request) => {
        if (request !== "LIST /d" || ++listings > 1) return;
        await clock.sleep(20_000);
        remote.put("/d/a.txt", "a2, longer");
      };
      remote.onEntries = (directory, now) =>
        directory === "/d" && listings === 1 ? [...entries.values()] : now;
      await clock.sleep(3_000);
    };
    await assert.rejects(clock.finish(put("/d/a.txt", "mine", saw("a1"))), isConflict);
    assert.equal(texts()["/d/a.txt"], "a2, longer");
  });

  it("has only listings that are old on arrival: it is not replaced", async () => {
    const { clock, put, remote, texts } = parts;
    remote.onTurn = () => {
      remote.onRequest = (request) => (request === "LIST /d" ? clock.sleep(20_000) : undefined);
      return clock.sleep(3_000);
    };
    await assert.rejects(clock.finish(put("/d/new.txt", "mine", absent)), isProblem("unchecked"));
    assert.equal(texts()["/d/new.txt"], undefined);
  });

  it("can be checked where every listing takes some seconds: it is replaced", async () => {
    const { clock, put, remote, texts } = parts;
    remote.onRequest = (request) => (request.startsWith("LIST") ? clock.sleep(5_000) : undefined);
    await clock.finish(put("/d/a.txt", "mine", saw("a1")));
    assert.equal(texts()["/d/a.txt"], "mine");
  });

  for (const [what, listingMs, paths, targets] of [
    ["two files of a folder", 5_000, ["/e/a.txt", "/e/b.txt"], ["/e/a.txt", "/e/b.txt"]],
    ["files of many folders", 200, inFolders, inFolders],
    ["a deep folder", 700, ["/deep/1/2/3/4/a.txt"], ["/deep"]],
  ] as const)
    it(`is among ${what}, which takes some time to list: it is deleted`, async () => {
      const { clock, files, remote, texts } = engine({}, { knowsServiceTime: true });
      // Shows how far behind files are stamped: then a version alone proves a content.
      await clock.finish(files.put("/own.txt", bytes("own"), options));
      for (const path of paths) remote.put(path, "text");
      await clock.advance(60_000);
      remote.onTurn = () => clock.sleep(3_000);
      remote.onRequest = (request) => (request.startsWith("LIST") ? clock.sleep(listingMs) : undefined);
      const all = targets.map((path) => ({ path, base: any }));
      assert.deepEqual((await clock.finish(files.remove(all))).left, []);
      assert.deepEqual(Object.keys(texts()), ["/own.txt"]);
    });

  it("is unlisted and may not be read: it is not replaced", async () => {
    const { clock, files, remote, texts } = parts;
    remote.store("/hidden.txt", bytes("theirs"));
    remote.onEntries = (_, entries) => entries.filter(({ name }) => name !== "hidden.txt");
    remote.onRequest = (request) => {
      if (request === "READ /hidden.txt") throw new ServiceError("forbidden", "403", { status: 403 });
    };
    const saved = files.put("/hidden.txt", bytes("mine"), { base: absent, author: "one" });
    await assert.rejects(clock.finish(saved));
    assert.equal(texts()["/hidden.txt"], "theirs");
  });

  it("is unlisted and fails to download, with any error: it is not replaced", async () => {
    for (const kind of ["notFound", "badResponse", "server"] as const) {
      const { clock, files, remote } = engine();
      // Its text does not determine its bytes.
      remote.store("/hidden.bin", Uint8Array.of(0xff, 0xfe));
      remote.onEntries = (_, entries) => entries.filter(({ name }) => name !== "hidden.bin");
      remote.onRequest = (request) => {
        if (request === "READ /hidden.bin" && remote.requests.at(-2) === request)
          throw new ServiceError(kind, "no download");
      };
      const saved = files.put("/hidden.bin", bytes("mine"), { base: absent, author: "one" });
      await assert.rejects(clock.finish(saved), isProblem("unchecked"));
      assert.deepEqual(remote.files.get("/hidden.bin")?.bytes, Uint8Array.of(0xff, 0xfe));
    }
  });

  it("is too large to be read after a refused upload: its end is unknown", async () => {
    const { clock, files, remote, log } = parts;
    remote.store("/big.bin", new Uint8Array(largestBackupBytes + 1).fill(120));
    await clock.advance(60_000);
    const old = await files.list("/", { maxAgeMs: 0 });
    let isLagging = false;
    remote.onEntries = (_, entries) => (isLagging ? [...old.entries.values()] : entries);
    remote.onCarriedOut = () => {
      isLagging = true;
      throw new ServiceError("forbidden", "403", { status: 403 });
    };
    const saved = files.put("/big.bin", bytes("new"), { ...options, lossAgreed: true });
    await assert.rejects(clock.finish(saved));
    assert.deepEqual(log.ends, ["unknown"]);
  });

  it("has a time that never changes, as an own upload of the same size shows", async () => {
    const { clock, files, find, put, remote } = parts;
    remote.put("/x.bin", "v1", 1_000);
    remote.put("/own.txt", "o1", 1_000);
    remote.onUpload = (path, content) => remote.put(path, content, 1_000);
    await clock.advance(60_000);
    await clock.finish(put("/own.txt", "o2", any));
    await clock.advance(60_000);
    await clock.finish(files.read("/x.bin", await clock.finish(find("/x.bin"))));
    remote.put("/x.bin", "v2", 1_000);
    await clock.advance(60_000);
    await assert.rejects(clock.finish(put("/x.bin", "me", saw("v1"))));
  });
});
