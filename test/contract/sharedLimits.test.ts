// The rate limits of the local service, kept by two windows of one machine.
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { MemoryMachineFiles } from "../support/memoryMachineFiles";
import { someSettings } from "../support/someSettings";
import { useService, zipOf } from "./useService";

const service = useService();

describe("two windows on the local service", () => {
  it("upload, delete and download without a 429, and the user waits for two slots at most", async () => {
    const { client, clock, emulator } = service();
    const files = new MemoryMachineFiles();
    const windowOf = (windowId: string) =>
      service().newClient({ sharedLimits: { accountId: "me", files, windowId } });
    const [a, b] = [windowOf("a"), windowOf("b")];
    const app = await service().run(client.createApp(someSettings, await zipOf({ "main.py": "x" })));
    await clock.advance(4_000);
    const work = [a, b].flatMap((window, each) => [
      ...Array.from({ length: 5 }, (_, index) =>
        window.uploadFile(app.id, `/bulk-${each}-${index}.txt`, new Uint8Array(3)),
      ),
      ...Array.from({ length: 12 }, () => window.downloadFile(app.id, "/main.py")),
      ...Array.from({ length: 3 }, () => window.deleteFiles(app.id, ["/none.txt"])),
    ]);
    const all = Promise.all(work);
    await service().run(b.uploadFile(app.id, "/save.txt", new Uint8Array(1), { priority: "interactive" }));
    const uploads = () => service().requests.filter((request) => request.endsWith("/upload"));
    assert.ok(uploads().length <= 3, String(uploads().length));
    await service().run(all);
    assert.equal(uploads().length, 11);
    const refused = emulator.requests.filter(({ status }) => status === 429);
    assert.deepEqual(refused, []);
  });
});
