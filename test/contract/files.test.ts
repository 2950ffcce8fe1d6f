// The files of an app over the engine, the client and the local service.
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { skipOn } from "../support/allowedSkips";
import { useService } from "./useService";

const service = useService();
const run = <T>(promise: Promise<T>): Promise<T> => service().run(promise);
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

const notOnWindows = ["question?.txt", "con"];

describe("files, client and local service", () => {
  for (const name of oddNames) {
    it(`writes, reads and deletes a file called ${name}`, async function () {
      if (notOnWindows.includes(name)) skipOn(this, ["win32"]);
      const id = await addApp();
      const files = service().files(id);
      const path = `/dir #1/${name}`;
      const { entry } = await run(files.put(path, bytes(name), put));
      assert.deepEqual([entry.name, entry.sizeBytes], [name, bytes(name).byteLength]);
      const read = await run(service().files(id).read(path, entry));
      assert.equal(new TextDecoder().decode(read), name);
      const { gone } = await run(files.remove([{ path, base: { kind: "any" } }]));
      assert.deepEqual(gone, [path]);
      assert.equal((await run(files.list("/dir #1", { maxAgeMs: 0 }))).entries.size, 0);
    });
  }

  it("writes nothing when the service ignores the path parameter, and names the setting", async () => {
    const id = await addApp({ "lib/a.txt": "x" });
    service().wire = { ...service().wire, listPathParameter: "pfad" };
    await assert.rejects(run(service().files(id).put("/lib/a.txt", bytes("y"), put)), {
      kind: "dialect",
      message: /listPathParameter/,
    });
    assert.equal(service().requests.filter((request) => request.startsWith("POST")).length, 0);
  });
});
