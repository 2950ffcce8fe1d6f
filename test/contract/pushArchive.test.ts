// A push to a service that extracts uploaded archives, and to one that only says so.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, it } from "mocha";
import { TransferredFolder } from "../support/transferring";
import { type Service, useService } from "./useService";

const changes = {
  "main.py": "print(2)\n",
  "lib/a.txt": "a, changed",
  "lib/deep/ü.txt": "new",
  "empty.txt": "",
};

async function pushAll(service: Service) {
  const { emulator } = service;
  const appId = await service.addOldApp("Pushed", { "main.py": "print(1)\n", "lib/a.txt": "a" });
  const folder = new TransferredFolder(service.files(appId), service.clock, changes);
  const since = service.requests.length;
  const result = await service.run(folder.push({ archive: { maxBytes: 1_000_000 }, choose: () => true }));
  const disk = emulator.appFolder(appId);
  const stored = Object.keys(changes).map((name) => readFileSync(path.join(disk, name), "utf8"));
  const uploads = service.requests.slice(since).filter((request) => request.includes("/upload")).length;
  return { result, stored, uploads, left: readdirSync(disk).filter((name) => name.endsWith(".zip")) };
}

describe("a push as one archive", () => {
  const extracting = useService({ archiveUploads: "extracted" });

  it("carries every change with one upload, and the listings prove that it was extracted", async () => {
    const { result, stored, uploads, left } = await pushAll(extracting());
    assert.deepEqual([result.put.length, result.failed], [4, []]);
    assert.deepEqual(stored, Object.values(changes));
    assert.equal(uploads, 1);
    assert.deepEqual(left, []);
  });
});

describe("a push as one archive that the service only stores", () => {
  const storing = useService();

  it("takes the archive away again and sends the files one by one", async () => {
    const { result, stored, uploads, left } = await pushAll(storing());
    assert.deepEqual([result.put.length, result.failed], [4, []]);
    assert.deepEqual(stored, Object.values(changes));
    assert.equal(uploads, 5);
    assert.deepEqual(left, []);
  });
});
