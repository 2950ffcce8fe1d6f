// Requests that several callers share: who is told what, and what is sent.
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import type { UploadStart } from "../../../src/api/uploadQueue";
import { isServiceError } from "../../../src/core/serviceError";
import { FakeService, failedFetch, json } from "./fakeService";

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const isEnough = (reason: unknown): boolean => reason === "enough";

/** A service whose upload lane has just been used, so that what comes next waits. */
async function busyService(): Promise<FakeService> {
  const service = new FakeService();
  await service.client.uploadFile("app1", "/first", bytes("x"));
  service.asked.length = 0;
  return service;
}

describe("Uploads that wait", () => {
  it("are replaced by a newer one to the same path, and both settle with it", async () => {
    const { client, clock, asked, ...service } = await busyService();
    const older = client.uploadFile("app1", "/a", bytes("old"));
    const newer = client.uploadFile("app1", "/a", bytes("new"));
    await clock.finish(Promise.all([older, newer]));
    assert.equal(asked.length, 1);
    assert.deepEqual(service.files.get("/a")?.bytes, bytes("new"));
  });

  it("are not replaced by one of another path or app", async () => {
    const service = await busyService();
    const { client } = service;
    service.fault = () => json({});
    const all = [
      client.uploadFile("app1", "/a", bytes("1")),
      client.uploadFile("app1", "/b", bytes("1")),
      client.uploadFile("app2", "/a", bytes("1")),
    ];
    await service.clock.finish(Promise.all(all));
    assert.equal(service.asked.length, 3);
  });

  it("fail together when the newer one fails", async () => {
    const service = await busyService();
    service.fault = () => json({ error: "full" }, 413);
    const both = ["old", "new"].map((text) => service.client.uploadFile("app1", "/a", bytes(text)));
    const failed = Promise.all(
      both.map((upload) => assert.rejects(upload, (e) => isServiceError(e, "tooLarge"))),
    );
    await service.clock.advance(3_040);
    await failed;
    assert.equal(service.asked.length, 1);
  });

  it("go with the higher priority of those who share them", async () => {
    const service = await busyService();
    const { client } = service;
    const all = [
      client.uploadFile("app1", "/n", bytes("n")),
      client.uploadFile("app1", "/a", bytes("1"), { priority: "interactive" }),
      client.uploadFile("app1", "/a", bytes("2"), { priority: "background" }),
    ];
    await service.clock.finish(Promise.all(all));
    const names = service.asked.map(({ body }) => ((body as FormData).get("file") as File).name);
    assert.deepEqual(names, ["a", "n"]);
  });

  it("are dropped only when every caller has left", async () => {
    const service = await busyService();
    const aborts = [new AbortController(), new AbortController()];
    const [older, newer] = aborts.map(({ signal }, index) =>
      service.client.uploadFile("app1", "/a", bytes(`text ${index}`), { signal }),
    );
    aborts[1]?.abort("enough");
    await assert.rejects(newer as Promise<void>, isEnough);
    await service.clock.finish(older as Promise<void>);
    assert.equal(service.textOf("/a"), "text 0");

    const abort = new AbortController();
    const alone = service.client.uploadFile("app1", "/gone", bytes("x"), { signal: abort.signal });
    abort.abort("enough");
    await assert.rejects(alone, isEnough);
    await service.clock.advance(60_000);
    assert.equal(service.asked.length, 1);
    assert.equal(service.client.uploads.waiting.count, 0);
  });

  it("take a caller that comes just after everyone left", async () => {
    const service = await busyService();
    const abort = new AbortController();
    const gone = service.client.uploadFile("app1", "/a", bytes("old"), { signal: abort.signal });
    abort.abort("enough");
    const kept = service.client.uploadFile("app1", "/a", bytes("new"));
    await assert.rejects(gone, isEnough);
    await service.clock.finish(kept);
    assert.equal(service.textOf("/a"), "new");
  });

  it("never overtake the one of the same path that is under way", async () => {
    const service = new FakeService();
    service.fault = async (asked) => {
      const isFirst = service.asked.length === 1;
      if (isFirst) await service.clock.sleep(10_000);
      await service.store(asked);
      return json({});
    };
    const start = service.clock.now();
    const first = service.client.uploadFile("app1", "/a", bytes("1"));
    await service.clock.settle();
    const later = ["2", "3"].map((text) => service.client.uploadFile("app1", "/a", bytes(text)));
    await service.clock.finish(Promise.all([first, ...later]));
    assert.deepEqual(
      service.asked.map(({ atMs }) => atMs - start),
      [0, 10_000],
    );
    assert.equal(service.textOf("/a"), "3");
  });

  it("take in newer content while a 429 is waited out", async () => {
    const service = new FakeService();
    const limits = [json({}, 429)];
    service.fault = () => limits.shift();
    const older = service.client.uploadFile("app1", "/a", bytes("old"));
    await service.clock.settle();
    const newer = service.client.uploadFile("app1", "/a", bytes("new"));
    await service.clock.finish(Promise.all([older, newer]));
    assert.equal(service.asked.length, 2);
    assert.equal(service.textOf("/a"), "new");
  });

  it("tell each caller which content was started, and whether it is still the newest", async () => {
    const service = await busyService();
    const starts: UploadStart[] = [];
    const onDidStart = (start: UploadStart): void => void starts.push(start);
    const both = ["old", "new"].map((text) =>
      service.client.uploadFile("app1", "/a", bytes(text), { onDidStart }),
    );
    await service.clock.finish(Promise.all(both));
    assert.equal(starts.length, 2);
    assert.equal(starts[0], starts[1]);
    assert.deepEqual(starts[0]?.bytes, bytes("new"));
    assert.equal(starts[0].isNewest(), true);
    void service.client.uploadFile("app1", "/a", bytes("newest"));
    assert.equal(starts[0].isNewest(), false);
  });

  it("are the newest again when the newer one leaves before it starts", async () => {
    const service = await busyService();
    const abort = new AbortController();
    const starts: UploadStart[] = [];
    const onDidStart = (start: UploadStart): void => void starts.push(start);
    const kept = service.client.uploadFile("app1", "/a", bytes("kept"), { onDidStart });
    const gone = service.client.uploadFile("app1", "/a", bytes("gone"), { signal: abort.signal });
    abort.abort("enough");
    await assert.rejects(gone, isEnough);
    await service.clock.finish(kept);
    assert.equal(starts[0]?.isNewest(), true);
  });

  it("send what the array held when it was given", async () => {
    const service = await busyService();
    const content = bytes("kept");
    const upload = service.client.uploadFile("app1", "/a", content);
    content.fill(0);
    await service.clock.finish(upload);
    assert.equal(service.textOf("/a"), "kept");
  });

  it("are checked last right before they start, by the newest caller's check", async () => {
    const service = await busyService();
    const { client, clock } = service;
    const checks: string[] = [];
    const check = (name: string) => async (): Promise<void> => {
      await clock.sleep(100);
      checks.push(name);
    };
    const older = client.uploadFile("app1", "/a", bytes("old"), { beforeSend: check("old") });
    await clock.advance(3_050);
    const newer = client.uploadFile("app1", "/a", bytes("new"), { beforeSend: check("new") });
    await clock.finish(Promise.all([older, newer]));
    assert.deepEqual(checks, ["old", "new"]);
    assert.equal(service.textOf("/a"), "new");
  });

  it("are not sent when that check fails, and use no start", async () => {
    const service = await busyService();
    const start = service.clock.now();
    const beforeSend = () => Promise.reject(new Error("changed"));
    const failed = assert.rejects(
      service.client.uploadFile("app1", "/a", bytes("x"), { beforeSend }),
      /changed/,
    );
    const other = service.client.uploadFile("app1", "/b", bytes("x"));
    await service.clock.finish(other);
    await failed;
    assert.deepEqual(
      service.asked.map(({ atMs }) => atMs - start),
      [3_040],
    );
  });
});

describe("Deletions that wait", () => {
  it("of one app become one request, and each caller is told of its own paths", async () => {
    const service = new FakeService();
    for (const name of ["a", "b", "c", "d"]) service.put(`/${name}`, "x");
    const { client } = service;
    const first = client.deleteFiles("app1", ["/a"]);
    await service.clock.settle();
    const waiting = [
      client.deleteFiles("app1", ["/b", "/missing"]),
      client.deleteFiles("app1", ["/c", "/b"]),
    ];
    const results = await service.clock.finish(Promise.all([first, ...waiting]));
    assert.deepEqual(results, [
      { deleted: ["/a"], failed: [] },
      { deleted: ["/b"], failed: ["/missing"] },
      { deleted: ["/c", "/b"], failed: [] },
    ]);
    assert.deepEqual(
      service.asked.map(({ body }) => body),
      [{ files: ["/a"] }, { files: ["/b", "/missing", "/c"] }],
    );
    assert.equal((service.asked[1]?.atMs ?? 0) - (service.asked[0]?.atMs ?? 0), 3_040);
  });

  it("leave out the paths of a caller that has left", async () => {
    const service = new FakeService();
    for (const name of ["a", "b", "c"]) service.put(`/${name}`, "x");
    const abort = new AbortController();
    const first = service.client.deleteFiles("app1", ["/a"]);
    const gone = service.client.deleteFiles("app1", ["/b"], { signal: abort.signal });
    const kept = service.client.deleteFiles("app1", ["/c"]);
    abort.abort("enough");
    await assert.rejects(gone, isEnough);
    await service.clock.finish(Promise.all([first, kept]));
    assert.ok(service.files.has("/b") && !service.files.has("/c"));
  });

  it("understand paths that come back spelled otherwise", async () => {
    const service = new FakeService();
    service.fault = () => json({ success: ["a/b/"], failed: null });
    assert.deepEqual(await service.client.deleteFiles("app1", ["/a/b"]), { deleted: ["/a/b"], failed: [] });
  });

  it("send nothing for no paths", async () => {
    const service = new FakeService();
    assert.deepEqual(await service.client.deleteFiles("app1", []), { deleted: [], failed: [] });
    assert.equal(service.asked.length, 0);
  });

  it("share a failure whose outcome is unknown", async () => {
    const service = new FakeService();
    service.fault = () => Promise.reject(failedFetch("ECONNRESET"));
    await assert.rejects(
      service.client.deleteFiles("app1", ["/a"]),
      (e) => isServiceError(e) && e.outcomeUnknown,
    );
    assert.equal(service.asked.length, 1);
  });
});
