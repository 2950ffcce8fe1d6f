// The files of an app over the engine, the client and the local service.
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { useService } from "./useService";

const service = useService();
const bytes = (text: string) => new TextEncoder().encode(text);
const put = { base: { kind: "any" }, author: "one" } as const;

async function addApp(files: Readonly<Record<string, string | Uint8Array>> = {}): Promise<string> {
  return await service().emulator.addApp({ name: "Files", files: { "main.py": "print(1)\n", ...files } });
}

const oddNames = [
  "with space.txt",
  "hash#.txt",
  "percent%20.txt",
  "question?.txt",
  "quote'.txt",
  "emoji 🎉.txt",
  "é-nfc.txt",
  "é-nfd.txt",
  ".hidden",
  "con",
  "plus+and&.txt",
  "semi;colon.txt",
];

describe("files, client and local service", () => {
  it("lists folders and reads text and bytes exactly", async () => {
    const noise = Uint8Array.from({ length: 700 }, (_, index) => (index * 37) % 256);
    const id = await addApp({ "lib/a.txt": "Grüße\r\n", "lib/noise.bin": noise, "empty.txt": "" });
    const files = service().files(id);
    const root = await service().run(files.list("/"));
    assert.deepEqual([...root.entries.values()].map(({ name, type }) => `${name} ${type}`).sort(), [
      "empty.txt file",
      "lib directory",
      "main.py file",
    ]);
    const contents: [string, Uint8Array][] = [
      ["/lib/a.txt", bytes("Grüße\r\n")],
      ["/lib/noise.bin", noise],
      ["/empty.txt", new Uint8Array()],
    ];
    for (const [path, expected] of contents) {
      const directory = path.startsWith("/lib/") ? "/lib" : "/";
      const { entries } = await service().run(files.list(directory));
      const entry = [...entries.values()].find(({ name }) => path.endsWith(`/${name}`));
      assert.ok(entry, path);
      assert.deepEqual(new Uint8Array(await service().run(files.read(path, entry))), expected);
    }
    assert.equal(service().requests.filter((request) => request.includes("/download")).length, 1);
  });

  for (const name of oddNames) {
    it(`writes, reads and deletes a file called ${name}`, async () => {
      const id = await addApp();
      const files = service().files(id);
      const path = `/dir #1/${name}`;
      const { entry } = await service().run(files.put(path, bytes(name), put));
      assert.deepEqual([entry.name, entry.sizeBytes], [name, bytes(name).byteLength]);
      assert.equal(
        new TextDecoder().decode(await service().run(service().files(id).read(path, entry))),
        name,
      );
      const { gone } = await service().run(files.remove([{ path, base: { kind: "any" } }]));
      assert.deepEqual(gone, [path]);
      assert.equal((await service().run(files.list("/dir #1", { maxAgeMs: 0 }))).entries.size, 0);
    });
  }

  it("keeps twenty uploads, deletes and downloads in a row within the service's limits", async () => {
    const id = await addApp({ "noise.bin": Uint8Array.from([0, 255, 128]) });
    const { client } = service();
    await service().run(
      Promise.all([
        ...Array.from({ length: 20 }, (_, index) => client.uploadFile(id, `/f${index}.txt`, bytes("x"))),
        ...Array.from({ length: 25 }, () => client.downloadFile(id, "/noise.bin")),
      ]),
    );
    for (let index = 0; index < 5; index++) await service().run(client.deleteFiles(id, [`/f${index}.txt`]));
    assert.deepEqual(
      service().emulator.requests.filter(({ status }) => status === 429),
      [],
    );
    assert.equal(service().requests.filter((request) => request.includes("/upload")).length, 20);
  });

  it("waits out a limit that another client used up", async () => {
    const id = await addApp();
    const other = new FormData();
    other.append("file", new Blob(["x"]), "other.txt");
    await fetch(`${service().emulator.url}/v1/apps/${id}/upload`, {
      method: "POST",
      headers: { authorization: `Bearer ${service().emulator.token}` },
      body: other,
    });
    await service().run(service().client.uploadFile(id, "/mine.txt", bytes("mine")));
    assert.deepEqual(
      service()
        .emulator.requests.filter(({ path }) => path.includes("/upload"))
        .map(({ status }) => status),
      [200, 429, 200],
    );
  });

  it("deletes many paths with one request and says which failed", async () => {
    const id = await addApp({ "a.txt": "", "b.txt": "" });
    const { client } = service();
    const result = await service().run(client.deleteFiles(id, ["/a.txt", "/b.txt", "/nope.txt"]));
    assert.deepEqual([[...result.deleted].sort(), result.failed], [["/a.txt", "/b.txt"], ["/nope.txt"]]);
    assert.equal(service().requests.filter((request) => request.startsWith("DELETE")).length, 1);
  });

  it("says notFound for a path, a download and an app that are not there", async () => {
    const id = await addApp();
    const { client } = service();
    await assert.rejects(service().run(client.readPath(id, "/nope")), { kind: "notFound" });
    await assert.rejects(service().run(client.downloadFile(id, "/nope")), { kind: "notFound" });
    await assert.rejects(service().run(client.readPath("nope", "/")), { kind: "notFound" });
    await assert.rejects(service().run(client.uploadFile("nope", "/a", bytes("x"))), { kind: "notFound" });
    await assert.rejects(service().run(client.deleteFiles("nope", ["/a"])), { kind: "notFound" });
  });

  it("writes nothing when the service ignores the path parameter, and names the setting", async () => {
    const id = await addApp({ "lib/a.txt": "x" });
    service().wire = { ...service().wire, listPathParameter: "pfad" };
    await assert.rejects(service().run(service().files(id).put("/lib/a.txt", bytes("y"), put)), {
      kind: "wire",
      message: /listPathParameter/,
    });
    assert.equal(service().requests.filter((request) => request.startsWith("POST")).length, 0);
  });
});
