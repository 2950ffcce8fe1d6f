// Reading zips that are complete, damaged, or made to fill the memory.
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import fc from "fast-check";
import JSZip from "jszip";
import { afterEach, describe, it } from "mocha";
import { packArchive } from "../../../../src/core/archive/archive";
import { contentsOfArchive, filesInArchive } from "../../../../src/core/archive/readArchive";

const megabyte = 1024 * 1024;

async function zipOf(files: Readonly<Record<string, Uint8Array | string>>): Promise<Uint8Array> {
  const zip = new JSZip();
  for (const [name, content] of Object.entries(files)) zip.file(name, content);
  return await zip.generateAsync({ type: "uint8array", compression: "DEFLATE" });
}

/** The offset of the first entry in the directory. */
function directoryOf(zip: Uint8Array): number {
  return Buffer.from(zip).indexOf(Buffer.from([0x50, 0x4b, 0x01, 0x02]));
}

describe("reading an archive", () => {
  const { DecompressionStream: original } = globalThis;
  afterEach(() => {
    globalThis.DecompressionStream = original;
  });

  /** Counts bytes that are unpacked after the call. */
  function countUnpacked(): { bytes: number } {
    const count = { bytes: 0 };
    globalThis.DecompressionStream = ((format: "deflate-raw") => {
      const { readable, writable } = new original(format);
      const counter = new TransformStream<Uint8Array, Uint8Array>({
        transform: (chunk, controller) => {
          count.bytes += chunk.byteLength;
          controller.enqueue(chunk);
        },
      });
      return { writable, readable: readable.pipeThrough(counter) };
    }) as unknown as typeof DecompressionStream;
    return count;
  }

  it("returns the packed files, stored or deflated", async () => {
    const text = Buffer.from("x".repeat(100_000));
    const files = { "a.txt": text, "noise.bin": randomBytes(200_000), empty: Buffer.of() };
    const packed = await packArchive(
      Object.entries(files).map(([path, bytes]) => ({
        ...{ path, sizeBytes: bytes.byteLength, modifiedAt: Date.UTC(2024, 1, 1) },
        read: async () => bytes,
      })),
      { signal: new AbortController().signal },
    );
    const zip = new Uint8Array(await packed.arrayBuffer());
    const contents = [...((await contentsOfArchive(zip, megabyte)) ?? [])];
    assert.deepEqual(Object.fromEntries(contents.map(([path, bytes]) => [path, Buffer.from(bytes)])), files);
    const sizes = { "a.txt": 100_000, "noise.bin": 200_000, empty: 0 };
    assert.deepEqual(await filesInArchive(zip), new Map(Object.entries(sizes)));
  });

  it("keeps the zip's own names, and reads no more bytes than allowed", async () => {
    const zip = await zipOf({ "../a": "12345" });
    assert.deepEqual([...((await contentsOfArchive(zip, 5)) ?? []).keys()], ["../a"]);
    assert.equal(await contentsOfArchive(zip, 4), undefined);
  });

  it("refuses a zip with more than 100,000 entries before it is loaded", async () => {
    const entry = "PK\u0001\u0002";
    const archive = async (count: number) =>
      await filesInArchive(
        await new JSZip().file("a", entry.repeat(count)).generateAsync({ type: "uint8array" }),
      );
    assert.equal((await archive(99_999))?.size, 1);
    assert.equal(await archive(100_000), undefined);
  });

  it("unpacks nothing when the zip's directory has too large a size", async () => {
    const bomb = await zipOf({ "a.txt": "a", "zeros.bin": new Uint8Array(64 * megabyte) });
    assert.ok(bomb.byteLength < megabyte);
    const unpacked = countUnpacked();
    assert.equal(await contentsOfArchive(bomb, 32 * megabyte), undefined);
    assert.equal(unpacked.bytes, 0);
  });

  it("unpacks nothing when the zip's directory has a size that JSZip reads as negative", async () => {
    const bomb = Buffer.from(await zipOf({ "a.txt": "a", "zeros.bin": new Uint8Array(64 * megabyte) }));
    bomb.writeUInt32LE(0x80000000, directoryOf(bomb) + 24);
    const unpacked = countUnpacked();
    assert.equal(await contentsOfArchive(bomb, 32 * megabyte), undefined);
    assert.equal(unpacked.bytes, 0);
  });

  it("stops unpacking an entry at the size in the directory", async () => {
    const bomb = Buffer.from(await zipOf({ "zeros.bin": new Uint8Array(64 * megabyte) }));
    bomb.writeUInt32LE(10, directoryOf(bomb) + 24);
    const unpacked = countUnpacked();
    assert.equal(await contentsOfArchive(bomb, 32 * megabyte), undefined);
    assert.ok(unpacked.bytes < megabyte, `${unpacked.bytes} bytes`);
  });

  it("refuses a zip with a wrong checksum or size", async () => {
    for (const [name, offset] of Object.entries({ checksum: 16, size: 24 }))
      for (const files of [{ "a.txt": "x".repeat(1_000) }, { "a.bin": randomBytes(40) }]) {
        const zip = Buffer.from(await zipOf(files));
        const at = directoryOf(zip) + offset;
        zip.writeUInt32LE((zip.readUInt32LE(at) ^ 1) >>> 0, at);
        assert.equal(await filesInArchive(zip), undefined, name);
        assert.equal(await contentsOfArchive(zip, megabyte), undefined, name);
      }
  });

  it("refuses a damaged zip, or reads exactly the packed files", async () => {
    const text = "x".repeat(500);
    const zip = await zipOf({ "a.txt": text });
    await fc.assert(
      fc.asyncProperty(fc.nat(zip.byteLength - 1), fc.integer({ min: 1, max: 255 }), async (at, mask) => {
        const damaged = Uint8Array.from(zip);
        damaged[at] = (damaged[at] ?? 0) ^ mask;
        for (const bytes of (await contentsOfArchive(damaged, 1_000))?.values() ?? [])
          assert.equal(Buffer.from(bytes).toString(), text);
      }),
    );
  });
});
