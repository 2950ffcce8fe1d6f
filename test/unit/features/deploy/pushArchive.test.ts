// A push to a service that says it extracts archives, whether it does or not.
import assert from "node:assert/strict";
import JSZip from "jszip";
import { describe, it } from "mocha";
import { PushedFolder } from "../../../support/pushing";
import { type Asked, FakeService, json } from "../../api/fakeService";

async function extract(
  service: FakeService,
  asked: Asked,
  only: (path: string) => boolean,
): Promise<Response> {
  const file = (asked.body as FormData).get("file") as File;
  const zip = await JSZip.loadAsync(await file.arrayBuffer());
  for (const entry of Object.values(zip.files))
    if (only(entry.name)) service.put(`/${entry.name}`, await entry.async("uint8array"));
  return json({ message: "extracted" });
}

const isUpload = ({ method, path }: Asked) => method === "POST" && path.endsWith("/upload");
const isZip = ({ body }: Asked) => ((body as FormData).get("file") as File).name.endsWith(".zip");

/** Zipping takes turns of the event loop that no clock counts: time goes on beside it. */
async function run<T>(service: FakeService, work: Promise<T>): Promise<T> {
  let isSettled = false;
  const settle = (): void => {
    isSettled = true;
  };
  work.then(settle, settle);
  while (!isSettled) await service.clock.advance(100);
  return await work;
}

function linked() {
  const service = new FakeService();
  service.wire = { ...service.wire, archiveUploads: "extracted" };
  service.put("/main.py", "old");
  const folder = new PushedFolder(service.appFiles, service.clock, {
    "main.py": "new",
    "lib/a.txt": "a",
    "lib/deep/b.bin": Uint8Array.from([0, 255, 1]),
  });
  const archive = {
    maxBytes: 1_000_000,
    send: (path: string, bytes: Uint8Array, signal: AbortSignal) =>
      service.client.uploadFile("app1", path, bytes, { signal }),
    readBytes: service.appFiles.readBytes.bind(service.appFiles),
  };
  const push = () => run(service, folder.push({ archive }));
  const inApp = () =>
    Object.fromEntries([...service.files.keys()].map((path) => [path, service.textOf(path)]));
  return { service, folder, push, inApp };
}

const all = ["/lib/a.txt", "/lib/deep/b.bin", "/main.py"];

describe("a push as one archive", () => {
  it("sends one request for all files and takes them for pushed when they are listed", async () => {
    const { service, folder, push } = linked();
    service.fault = (asked) => (isUpload(asked) ? extract(service, asked, () => true) : undefined);
    const result = await push();
    assert.deepEqual([result.uploaded, result.failed], [all, []]);
    assert.equal(service.count("POST upload"), 1);
    assert.equal(service.count("DELETE files"), 0);
    assert.deepEqual(service.files.get("/lib/deep/b.bin")?.bytes, Uint8Array.from([0, 255, 1]));
    assert.equal((await folder.remembered()).size, 3);
    const again = await push();
    assert.deepEqual(again.uploaded, []);
  });

  it("takes the archive away and sends each file when it was kept as it is", async () => {
    const { service, push, inApp } = linked();
    const result = await push();
    assert.deepEqual([result.uploaded, result.failed], [all, []]);
    assert.equal(service.count("POST upload"), 4);
    assert.equal(service.count("DELETE files"), 1);
    assert.deepEqual(Object.keys(inApp()).sort(), all);
    assert.equal(service.textOf("/main.py"), "new");
  });

  it("sends each file that was not extracted, and knows one of the same size by its content", async () => {
    const { service, push } = linked();
    service.fault = (asked) =>
      isUpload(asked) && isZip(asked)
        ? extract(service, asked, (path) => path.startsWith("lib/") && !path.endsWith(".bin"))
        : undefined;
    const result = await push();
    assert.deepEqual([result.uploaded, result.failed], [all, []]);
    assert.equal(service.count("POST upload"), 3);
    assert.equal(service.textOf("/main.py"), "new");
  });

  it("looks what arrived when the answer was lost", async () => {
    const { service, push } = linked();
    service.fault = async (asked) => {
      if (!isUpload(asked)) return undefined;
      await extract(service, asked, () => true);
      throw new TypeError("fetch failed");
    };
    const result = await push();
    assert.deepEqual([result.uploaded, result.failed], [all, []]);
    assert.equal(service.count("POST upload"), 1);
  });

  it("sends each file when the service refuses the archive", async () => {
    const { service, push } = linked();
    service.fault = (asked) =>
      isUpload(asked) && isZip(asked) ? json({ error: "too large" }, 413) : undefined;
    assert.deepEqual((await push()).uploaded, all);
    assert.equal(service.count("POST upload"), 4);
  });
});
