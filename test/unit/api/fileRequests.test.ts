// Uploads, deletions and downloads of the client: one call is one request, checked right before it.
import assert from "node:assert/strict";
import { beforeEach, describe, it } from "mocha";
import { failedFetch, json, SimulatedHttp } from "../../support/simulatedHttp";

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

let service: SimulatedHttp;

beforeEach(() => {
  service = new SimulatedHttp();
});

/** Uses a slot of the upload limit, so that the next job is queued. */
async function useLimit(): Promise<void> {
  await service.client.uploadFile("app1", "/first", bytes("x"));
  service.asked.length = 0;
}

describe("Uploads", () => {
  it("are one request each, in the order of the calls, also to one path", async () => {
    await useLimit();
    const { client, clock } = service;
    await clock.finish(
      Promise.all(["1", "2", "3"].map((text) => client.uploadFile("app1", "/a", bytes(text)))),
    );
    assert.equal(service.asked.length, 3);
    assert.equal(service.textOf("/a"), "3");
  });

  it("are checked with the slot taken, right before they are sent", async () => {
    await useLimit();
    const { clock } = service;
    const seen: [string, number, number][] = [];
    const note = (what: string) => seen.push([what, clock.now(), service.asked.length]);
    const start = clock.now();
    await clock.finish(
      service.client.uploadFile("app1", "/a", bytes("x"), {
        beforeSend: async () => {
          note("check");
          await clock.sleep(50);
        },
        onDidSend: () => note("sent"),
      }),
    );
    const sentAt = service.asked[0]?.atMs ?? 0;
    assert.deepEqual(seen, [
      ["check", sentAt - 50, 0],
      ["sent", sentAt, 1],
    ]);
    assert.ok(sentAt - 50 - start >= 3_000);
  });

  it("are checked and reported again when they are retried after a 429", async () => {
    const limits = [json({}, 429)];
    service.fault = () => limits.shift();
    const seen: string[] = [];
    const beforeSend = async () => void seen.push("check");
    const onDidSend = () => void seen.push("sent");
    await service.clock.finish(
      service.client.uploadFile("app1", "/a", bytes("x"), { beforeSend, onDidSend }),
    );
    assert.deepEqual(seen, ["check", "sent", "check", "sent"]);
  });

  it("leave the queue when they are aborted", async () => {
    await useLimit();
    const abort = new AbortController();
    const gone = service.client.uploadFile("app1", "/gone", bytes("x"), { signal: abort.signal });
    await service.clock.settle();
    abort.abort("enough");
    await assert.rejects(gone, (reason) => reason === "enough");
    await service.clock.advance(60_000);
    assert.equal(service.asked.length, 0);
    assert.equal(service.client.uploads.waiting.count, 0);
  });
});

describe("Deletions", () => {
  it("are one request each, checked right before it", async () => {
    for (const name of ["a", "b"]) service.put(`/${name}`, "x");
    const { client, clock } = service;
    const beforeSend = () => Promise.reject(new Error("changed"));
    await assert.rejects(client.deleteFiles("app1", ["/a"], { beforeSend }), /changed/);
    assert.equal(service.asked.length, 0);
    let sent = 0;
    const results = await clock.finish(
      Promise.all([
        client.deleteFiles("app1", ["/a", "/a"], { onDidSend: () => void sent++ }),
        client.deleteFiles("app1", ["/b", "/missing"]),
      ]),
    );
    assert.deepEqual(results, [
      { deleted: ["/a", "/a"], failed: [] },
      { deleted: ["/b"], failed: ["/missing"] },
    ]);
    assert.deepEqual(
      service.asked.map(({ body }) => body),
      [{ files: ["/a"] }, { files: ["/b", "/missing"] }],
    );
    assert.equal(sent, 1);
  });

  it("match paths in another form in the response", async () => {
    service.fault = () => json({ success: ["a/b/"], failed: null });
    assert.deepEqual(await service.client.deleteFiles("app1", ["/a/b"]), { deleted: ["/a/b"], failed: [] });
  });

  it("send nothing for no paths", async () => {
    assert.deepEqual(await service.client.deleteFiles("app1", []), { deleted: [], failed: [] });
    assert.equal(service.asked.length, 0);
  });
});

describe("Downloads", () => {
  it("are retried when nothing arrived, and not when a chunk was taken", async () => {
    for (const isCutLate of [false, true]) {
      service = new SimulatedHttp();
      service.put("/a", "content");
      let left = 1;
      service.fault = () => {
        if (left-- <= 0) return undefined;
        if (!isCutLate) throw failedFetch("ECONNRESET");
        let pulls = 0;
        const pull = (stream: ReadableStreamDefaultController): void => {
          if (pulls++ === 0) stream.enqueue(bytes("con"));
          else stream.error(failedFetch("ECONNRESET"));
        };
        return new Response(new ReadableStream({ pull }, { highWaterMark: 0 }));
      };
      const taken: string[] = [];
      const download = service.client.downloadFile("app1", "/a", {
        onChunk: (piece) => void taken.push(new TextDecoder().decode(piece)),
      });
      if (isCutLate) {
        const failed = assert.rejects(download, { kind: "network" });
        await service.clock.advance(60_000);
        await failed;
        assert.deepEqual(taken, ["con"]);
      } else {
        await service.clock.finish(download);
        assert.deepEqual(taken, ["content"]);
      }
    }
  });

  it("are not read beyond the expected size and the slack for growing files", async () => {
    const piece = new Uint8Array(1024 * 1024);
    service.fault = () => new Response(new ReadableStream({ pull: (stream) => stream.enqueue(piece) }));
    let taken = 0;
    const onChunk = (part: Uint8Array): void => {
      taken += part.length;
    };
    const download = service.client.downloadFile("app1", "/a", { onChunk, expectedBytes: 10 });
    await assert.rejects(download, { kind: "badResponse" });
    assert.ok(taken <= 65 * 1024 * 1024);
  });
});
