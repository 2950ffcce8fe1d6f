import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { SyncMemory } from "../../../../src/appFiles/transfer/plan/syncMemory";
import { silentLogger } from "../../../../src/core/logger";
import { StoredMemory } from "../../../support/transferring";

describe("the memory of a push", () => {
  it("that cannot be saved at the end is logged, and saved with the next change", async () => {
    const warnings: string[] = [];
    const written: number[] = [];
    let isFull = true;
    const file = {
      read: async () => undefined,
      write: async (manifest: ReadonlyMap<string, unknown>) => {
        if (isFull) throw new Error("the disk is full");
        written.push(manifest.size);
      },
    };
    const logger = { ...silentLogger, warn: (text: string) => void warnings.push(text) };
    const memory = await SyncMemory.load(file, logger);
    memory.set("/a.txt", { sizeBytes: 1, modifiedAt: 1, hash: "x", isCertain: true });
    await memory.trySave();
    assert.match(warnings.join(), /the disk is full/);
    isFull = false;
    await memory.trySave();
    assert.deepEqual([written, warnings.length], [[1], 1]);
  });

  it("keeps what another command has written and deleted since it was read", async () => {
    const file = new StoredMemory();
    const synced = { sizeBytes: 1, modifiedAt: 1, hash: "x", isCertain: true };
    const first = await SyncMemory.load(file, silentLogger);
    first.set("/a.txt", synced);
    first.set("/b.txt", synced);
    await first.save();
    const second = await SyncMemory.load(file, silentLogger);
    first.delete("/a.txt");
    first.set("/c.txt", synced);
    await first.save();
    second.set("/d.txt", synced);
    await second.save();
    const { files } = await SyncMemory.load(file, silentLogger);
    assert.deepEqual([...files.keys()], ["/b.txt", "/c.txt", "/d.txt"]);
  });
});
