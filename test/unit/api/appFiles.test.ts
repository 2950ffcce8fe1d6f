// Reading exactly, and writing and deleting until the service has shown that it did.
import assert from "node:assert/strict";
import fc from "fast-check";
import { describe, it } from "mocha";
import type { FileEntry } from "../../../src/core/model";
import { isServiceError, type ServiceErrorKind } from "../../../src/core/serviceError";
import { defaultWire } from "../../../src/core/wire";
import { type Asked, FakeService, failedFetch, json } from "./fakeService";

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const ofKind = (kind: ServiceErrorKind) => (error: unknown) => isServiceError(error, kind);
const isUpload = ({ path }: Asked): boolean => path.endsWith("/upload");
const isDeletion = ({ method }: Asked): boolean => method === "DELETE";

async function entryOf(service: FakeService, name: string): Promise<FileEntry> {
  const entry = (await service.appFiles.list("/")).find((other) => other.name === name);
  assert.ok(entry);
  service.asked.length = 0;
  return entry;
}

/** A service whose path parameter has been seen to work, with `/d/a` in it and its folder listed. */
async function listedService(): Promise<FakeService> {
  const service = new FakeService();
  service.put("/d/a", "old");
  await service.appFiles.list("/d");
  service.asked.length = 0;
  await service.clock.advance(1_000);
  return service;
}

describe("AppFiles: listing", () => {
  it("rejects for a folder that is not there and for a file", async () => {
    const service = new FakeService();
    service.put("/a", "x");
    await assert.rejects(service.appFiles.list("/none"), ofKind("notFound"));
    await assert.rejects(service.appFiles.list("/a"), ofKind("badInput"));
  });
});

describe("AppFiles: reading", () => {
  it("takes text that proves itself without a download", async () => {
    const service = new FakeService();
    service.put("/a.txt", "\uFEFFgrüße\r\n\0");
    const entry = await entryOf(service, "a.txt");
    assert.deepEqual(await service.appFiles.readBytes("/a.txt", entry), bytes("\uFEFFgrüße\r\n\0"));
    assert.deepEqual(service.calls, ["GET files"]);
  });

  it("downloads what text cannot carry", async () => {
    for (const content of [
      [0xf0, 0x9f, 0x98, 0x41],
      [0xff, 0xfe],
      [0x63, 0x61, 0x66, 0xe9],
      [0xef, 0xbf, 0xbd],
    ]) {
      const service = new FakeService();
      service.put("/a", Uint8Array.from(content));
      const entry = await entryOf(service, "a");
      assert.deepEqual(await service.appFiles.readBytes("/a", entry), Uint8Array.from(content));
      assert.deepEqual(service.calls, ["GET files", "GET download"]);
    }
  });

  it("downloads after one more listing when the length differs, as with a stripped byte order mark", async () => {
    const service = new FakeService();
    service.decode = (content) => new TextDecoder().decode(content);
    service.put("/a", "\uFEFFabc");
    const entry = await entryOf(service, "a");
    assert.deepEqual(await service.appFiles.readBytes("/a", entry), bytes("\uFEFFabc"));
    assert.deepEqual(service.calls, ["GET files", "GET files", "GET download"]);
  });

  it("takes the text of a file that grew since it was listed", async () => {
    const service = new FakeService();
    service.put("/log", "one");
    const entry = await entryOf(service, "log");
    service.put("/log", "one two");
    assert.deepEqual(await service.appFiles.readBytes("/log", entry), bytes("one two"));
    assert.deepEqual(service.calls, ["GET files", "GET files"]);
  });

  it("downloads known binary kinds and large files at once", async () => {
    const service = new FakeService();
    service.put("/a.png", "text after all");
    service.put("/large", new Uint8Array(1024 * 1024 + 1));
    for (const name of ["a.png", "large"]) {
      const entry = await entryOf(service, name);
      assert.equal((await service.appFiles.readBytes(`/${name}`, entry)).length, entry.sizeBytes);
      assert.deepEqual(service.calls, ["GET download"]);
    }
  });

  it("never returns a download that is cut short", async () => {
    const service = new FakeService();
    service.put("/a.png", "0123456789");
    const entry = await entryOf(service, "a.png");
    service.fault = ({ path }) => (path.endsWith("/download") ? new Response("01234") : undefined);
    await assert.rejects(service.appFiles.readBytes("/a.png", entry), ofKind("badResponse"));
    assert.equal(service.count("GET download"), 2);
  });

  it("takes a download of the size that the file has by then", async () => {
    const service = new FakeService();
    service.put("/a.png", "123");
    const entry = await entryOf(service, "a.png");
    service.put("/a.png", "12345");
    assert.deepEqual(await service.appFiles.readBytes("/a.png", entry), bytes("12345"));
    assert.deepEqual(service.calls, ["GET download", "GET files"]);
  });

  it("rejects when the file is gone or is a folder", async () => {
    const service = new FakeService();
    service.put("/a", "x");
    const entry = await entryOf(service, "a");
    service.files.clear();
    await assert.rejects(service.appFiles.readBytes("/a", entry), ofKind("notFound"));
    service.put("/a/b", "x");
    await assert.rejects(service.appFiles.readBytes("/a", entry), ofKind("badInput"));
  });

  it("returns the file's bytes, whatever they are", async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 24 }), async (content) => {
        const service = new FakeService();
        service.put("/a", content);
        const entry = await entryOf(service, "a");
        assert.deepEqual(await service.appFiles.readBytes("/a", entry), content);
      }),
      { numRuns: 60 },
    );
  });
});

describe("AppFiles: writing", () => {
  it("resolves with the entry that shows what was sent, after one upload and one listing", async () => {
    const service = await listedService();
    const entry = await service.appFiles.write("/d/a", bytes("newer"));
    assert.deepEqual(entry, {
      name: "a",
      type: "file",
      sizeBytes: 5,
      createdAt: service.clock.now(),
      modifiedAt: service.clock.now(),
    });
    assert.deepEqual(service.calls, ["POST upload", "GET files"]);
  });

  it("creates files in folders that are not there yet", async () => {
    const service = new FakeService();
    assert.equal((await service.appFiles.write("/x/y/z.js", bytes("z"))).sizeBytes, 1);
    assert.equal(service.count("POST upload"), 1);
  });

  it("sends nothing before the path parameter has been seen to work", async () => {
    const service = new FakeService();
    service.put("/d/a", "old");
    service.fault = ({ method }) =>
      method === "GET" ? json({ isDirectory: true, files: [], currentPath: "/" }) : undefined;
    for (const path of ["/d/a", "/root.txt"]) {
      await assert.rejects(service.appFiles.write(path, bytes("x")), ofKind("wire"));
    }
    assert.equal(service.count("POST upload"), 0);
  });

  it("sees the parameter work by a path that is there when the service fails for one that is not", async () => {
    const service = new FakeService();
    service.put("/d/a", "old");
    service.fault = ({ query }) =>
      query["path"] === "/new.txt" ? json({ error: "ENOENT" }, 500) : undefined;
    const entry = await service.clock.finish(service.appFiles.write("/new.txt", bytes("x")));
    assert.equal(entry.sizeBytes, 1);
  });

  it("refuses to store a zip where the service unpacks them", async () => {
    const service = await listedService();
    service.wire = { ...defaultWire, archiveUploads: "extracted" };
    await assert.rejects(service.appFiles.write("/d/a.zip", bytes("x")), ofKind("badInput"));
    assert.equal(service.asked.length, 0);
  });

  it("looks three times at a listing that lags", async () => {
    const service = await listedService();
    let stale = 2;
    service.fault = ({ method }) =>
      method === "GET" && stale-- > 0 ? json({ isDirectory: true, files: [], currentPath: "/d" }) : undefined;
    const start = service.clock.now();
    assert.equal((await service.clock.finish(service.appFiles.write("/d/a", bytes("newer")))).sizeBytes, 5);
    assert.equal(service.clock.now() - start, 1_600);
  });

  it("rejects when the listing never shows what was sent", async () => {
    const service = await listedService();
    service.fault = (asked) => (isUpload(asked) ? json({ message: "ok" }) : undefined);
    const failed = assert.rejects(
      service.appFiles.write("/d/a", bytes("newer")),
      (error) => isServiceError(error, "badResponse") && /save it again/.test(error.serviceText ?? ""),
    );
    await service.clock.advance(10_000);
    await failed;
    assert.deepEqual(service.calls, ["POST upload", "GET files", "GET files", "GET files"]);
  });

  it("passes on what the service refuses", async () => {
    const service = await listedService();
    service.fault = (asked) => (isUpload(asked) ? json({ error: "No space" }, 400) : undefined);
    await assert.rejects(
      service.appFiles.write("/d/a", bytes("x")),
      (error) => isServiceError(error, "refused") && error.serviceText === "No space",
    );
    assert.deepEqual(service.calls, ["POST upload"]);
  });

  it("runs the last check before the upload and sends nothing when it fails", async () => {
    const service = await listedService();
    const beforeSend = () => Promise.reject(new Error("changed on the server"));
    await assert.rejects(service.appFiles.write("/d/a", bytes("x"), { beforeSend }), /changed on the server/);
    assert.equal(service.asked.length, 0);
  });

  it("settles every write of a burst with an upload of its content or a newer one, in order", async () => {
    const service = await listedService();
    const first = service.appFiles.write("/d/a", bytes("1"));
    await service.clock.settle();
    const later = ["22", "333", "4444", "55555"].map((text) => service.appFiles.write("/d/a", bytes(text)));
    const entries = await service.clock.finish(Promise.all([first, ...later]));
    const sizes = entries.map(({ sizeBytes }) => sizeBytes);
    assert.equal(service.textOf("/d/a"), "55555");
    assert.equal(service.count("POST upload"), 2);
    assert.deepEqual(sizes, [1, 5, 5, 5, 5]);
    assert.equal(service.count("GET files"), 2);
  });

  it("keeps the order of two writes to one path when the folder has yet to be listed", async () => {
    const service = new FakeService();
    const both = ["older", "newest"].map((text) => service.appFiles.write("/x/a", bytes(text)));
    await service.clock.finish(Promise.all(both));
    assert.equal(service.textOf("/x/a"), "newest");
  });

  it("settles an older write with the newer one when the listing already shows that", async () => {
    const service = await listedService();
    let held = true;
    service.fault = async ({ method }) => {
      if (method === "GET" && held) {
        held = false;
        await service.clock.sleep(5_000);
      }
      return undefined;
    };
    const older = service.appFiles.write("/d/a", bytes("older"));
    await service.clock.settle();
    const newer = service.appFiles.write("/d/a", bytes("the newest"));
    const entries = await service.clock.finish(Promise.all([older, newer]));
    assert.deepEqual(
      entries.map(({ sizeBytes }) => sizeBytes),
      [10, 10],
    );
  });

  it("rejects an aborted write and sends it no more", async () => {
    const service = await listedService();
    await service.appFiles.write("/d/b", bytes("x"));
    const abort = new AbortController();
    const gone = service.appFiles.write("/d/a", bytes("y"), { signal: abort.signal });
    await service.clock.settle();
    abort.abort("enough");
    await assert.rejects(gone, (reason) => reason === "enough");
    await service.clock.advance(60_000);
    assert.equal(service.textOf("/d/a"), "old");
  });
});

describe("AppFiles: an upload whose outcome is unknown", () => {
  /** Breaks the first `times` uploads after `doing` something with them. */
  function breakUploads(
    service: FakeService,
    doing: (asked: Asked) => Promise<void> | void,
    times = 1,
  ): void {
    let left = times;
    service.fault = async (asked) => {
      if (!isUpload(asked) || left-- <= 0) return undefined;
      await doing(asked);
      throw failedFetch("ECONNRESET");
    };
  }

  it("is a success when the file holds what was sent", async () => {
    const service = await listedService();
    breakUploads(service, (asked) => service.store(asked));
    const entry = await service.clock.finish(service.appFiles.write("/d/a", bytes("newer")));
    assert.equal(entry.sizeBytes, 5);
    assert.deepEqual(service.calls, ["POST upload", "GET files", "GET files"]);
  });

  it("is sent once more when nothing has changed", async () => {
    const service = await listedService();
    breakUploads(service, () => undefined);
    assert.equal((await service.clock.finish(service.appFiles.write("/d/a", bytes("newer")))).sizeBytes, 5);
    assert.equal(service.textOf("/d/a"), "newer");
    assert.equal(service.count("POST upload"), 2);
  });

  it("is sent once more when the new file is not there", async () => {
    const service = await listedService();
    breakUploads(service, () => undefined);
    await service.clock.finish(service.appFiles.write("/d/new", bytes("n")));
    assert.equal(service.textOf("/d/new"), "n");
  });

  it("is looked for again after the second try, and then given up", async () => {
    const service = await listedService();
    breakUploads(service, () => undefined, 2);
    const failed = assert.rejects(
      service.appFiles.write("/d/a", bytes("newer")),
      (error) => isServiceError(error, "network") && error.outcomeUnknown,
    );
    await service.clock.advance(60_000);
    await failed;
    assert.equal(service.count("POST upload"), 2);
  });

  it("is a conflict when something else is there, also of the same size", async () => {
    for (const other of ["half", "other"]) {
      const service = await listedService();
      breakUploads(service, () => service.put("/d/a", other));
      const failed = assert.rejects(
        service.appFiles.write("/d/a", bytes("newer")),
        (error) => isServiceError(error, "conflict") && /is now a file of/.test(error.serviceText ?? ""),
      );
      await service.clock.advance(60_000);
      await failed;
      assert.equal(service.count("POST upload"), 1);
    }
  });

  it("stays unknown when nobody can look", async () => {
    const service = await listedService();
    service.fault = () => Promise.reject(failedFetch("ECONNRESET"));
    const failed = assert.rejects(
      service.appFiles.write("/d/a", bytes("newer")),
      (error) => isServiceError(error, "network") && error.outcomeUnknown,
    );
    await service.clock.advance(60_000);
    await failed;
    assert.equal(service.count("POST upload"), 1);
  });

  it("is not looked for when the request was never sent", async () => {
    const service = await listedService();
    service.fault = () => Promise.reject(failedFetch("ECONNREFUSED"));
    await assert.rejects(service.appFiles.write("/d/a", bytes("newer")), ofKind("network"));
    assert.deepEqual(service.calls, ["POST upload"]);
  });

  it("never sends older content again over a newer write", async () => {
    const service = await listedService();
    breakUploads(service, () => service.clock.sleep(5_000));
    const older = service.appFiles.write("/d/a", bytes("older"));
    await service.clock.settle();
    const newer = service.appFiles.write("/d/a", bytes("the newest"));
    const entries = await service.clock.finish(Promise.all([older, newer]));
    assert.deepEqual(
      entries.map(({ sizeBytes }) => sizeBytes),
      [10, 10],
    );
    assert.equal(service.textOf("/d/a"), "the newest");
    assert.equal(service.count("POST upload"), 2);
  });

  it("is not sent again once nobody waits for it", async () => {
    const service = await listedService();
    const abort = new AbortController();
    service.fault = async (asked) => {
      if (isUpload(asked)) throw failedFetch("ECONNRESET");
      await service.clock.sleep(100);
      return undefined;
    };
    const gone = service.appFiles.write("/d/a", bytes("newer"), { signal: abort.signal });
    await service.clock.settle();
    abort.abort("enough");
    await assert.rejects(gone, (reason) => reason === "enough");
    await service.clock.advance(60_000);
    assert.equal(service.count("POST upload"), 1);
  });
});

describe("AppFiles: removing", () => {
  it("is done when the service names the paths as deleted", async () => {
    const service = await listedService();
    await service.appFiles.remove(["/d"]);
    assert.deepEqual(service.calls, ["DELETE files"]);
  });

  it("is done when a listing lacks what was not named, or was called failed", async () => {
    const service = await listedService();
    service.put("/e", "x");
    await service.appFiles.remove(["/d/none", "/no/such/folder/x"]);
    assert.ok(service.files.has("/d/a"));
  });

  it("rejects and names the first few that are still there", async () => {
    const service = await listedService();
    const paths = ["1", "2", "3", "4", "5"].map((name) => `/d/${name}`);
    for (const path of paths) service.put(path, "x");
    service.fault = (asked) => (isDeletion(asked) ? json({ success: [], failed: paths }) : undefined);
    await assert.rejects(
      service.appFiles.remove(paths),
      (error) =>
        isServiceError(error, "refused") &&
        error.serviceText?.includes("/d/1, /d/2, /d/3 and 2 more") === true,
    );
    assert.deepEqual(service.calls, ["DELETE files", "GET files"]);
  });

  it("looks three times for what the service does not mention", async () => {
    const service = await listedService();
    service.fault = (asked) => (isDeletion(asked) ? json({ success: [], failed: [] }) : undefined);
    const failed = assert.rejects(service.appFiles.remove(["/d/a"]), ofKind("refused"));
    await service.clock.advance(10_000);
    await failed;
    assert.equal(service.count("GET files"), 3);
  });

  it("looks when the outcome is unknown", async () => {
    for (const isCarriedOut of [true, false]) {
      const service = await listedService();
      service.put("/d/b", "stays");
      service.fault = async (asked) => {
        if (!isDeletion(asked)) return undefined;
        if (isCarriedOut) service.files.delete("/d/a");
        throw failedFetch("ECONNRESET");
      };
      const removing = service.appFiles.remove(["/d/a"]);
      if (isCarriedOut) await service.clock.finish(removing);
      else {
        const failed = assert.rejects(
          removing,
          (error) => isServiceError(error, "network") && error.outcomeUnknown,
        );
        await service.clock.advance(10_000);
        await failed;
      }
      assert.equal(service.count("DELETE files"), 1);
    }
  });

  it("never takes an app that cannot be listed for an empty one", async () => {
    const service = await listedService();
    service.fault = (asked) =>
      isDeletion(asked) ? json({ success: [], failed: ["/d/a"] }) : json({ error: "No such app" }, 404);
    await assert.rejects(service.appFiles.remove(["/d/a"]), ofKind("notFound"));
  });

  it("refuses the app's own folder", async () => {
    const service = await listedService();
    await assert.rejects(service.appFiles.remove(["/"]), ofKind("badInput"));
    assert.equal(service.asked.length, 0);
  });
});
