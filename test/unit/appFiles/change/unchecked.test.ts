// What cannot be looked at for certain is not sent, and not said to be known.
import assert from "node:assert/strict";
import { beforeEach, describe, it } from "mocha";
import { largestKeptBytes } from "../../../../src/appFiles/backups/changeLog";
import { ServiceError } from "../../../../src/core/errors/serviceError";
import { absent, any, bytes, engine, saw } from "../engine";

describe("what cannot be looked at for certain", () => {
  let parts: ReturnType<typeof engine>;
  const options = { base: any, author: "one" } as const;

  beforeEach(async () => {
    parts = engine({ "/d/a.txt": "a1", "/d/b.txt": "b1" });
    await parts.clock.advance(60_000);
  });

  /** Versions prove nothing, each last look reads for long, and another client writes right after the last of them. */
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

  it("is a folder that takes too long to read: it is not deleted", async () => {
    const { clock, files, texts } = parts;
    changeAfterLastLook();
    await clock.finish(files.remove([{ path: "/d", base: any }]).catch(() => undefined));
    assert.deepEqual(texts(), { "/d/a.txt": "a2", "/d/b.txt": "b1" });
  });

  it("is an archive whose files take too long to read: it is not sent", async () => {
    const { clock, files, remote, texts } = parts;
    const list = ["/d/a.txt", "/d/b.txt"].map((path) => ({ path, bytes: bytes("m1"), options }));
    remote.onUpload = () => {
      for (const { path, bytes: content } of list) remote.store(path, content);
    };
    changeAfterLastLook();
    assert.equal((await clock.finish(files.putArchive(bytes("zip"), list, {}))).size, 0);
    assert.deepEqual(texts(), { "/d/a.txt": "a2", "/d/b.txt": "b1" });
  });

  it("is a file that no listing shows and that may not be read: it is not replaced", async () => {
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

  it("is a file too large to be read after its upload was refused: its end is not known", async () => {
    const { clock, files, remote, log } = parts;
    remote.store("/big.bin", new Uint8Array(largestKeptBytes + 1).fill(120));
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

  it("is a file of a service whose times never change, as an own upload of the same size shows", async () => {
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
