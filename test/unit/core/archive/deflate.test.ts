import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { crc32, deflateRawSync, inflateRawSync } from "node:zlib";
import * as fc from "fast-check";
import { afterEach, beforeEach, describe, it } from "mocha";
import { type Deflated, Deflater } from "../../../../src/core/archive/deflate";

const signal = new AbortController().signal;
const megabyte = 1024 * 1024;

const texts = (lineCount: number): Uint8Array =>
  new TextEncoder().encode(Array.from({ length: lineCount }, (_, index) => `line ${index * 31}\n`).join(""));

function assertHolds(entry: Deflated, bytes: Uint8Array): void {
  const inflated = entry.isDeflated ? inflateRawSync(entry.content) : entry.content;
  assert.ok(Buffer.from(inflated).equals(bytes), `${inflated.byteLength} bytes of ${bytes.byteLength}`);
  assert.equal(entry.crc32, crc32(bytes));
  assert.equal(entry.sizeBytes, bytes.byteLength);
}

describe("deflating files", () => {
  let deflater: Deflater;
  beforeEach(() => {
    deflater = new Deflater();
  });
  afterEach(() => deflater.dispose());
  const deflate: Deflater["deflate"] = (...given) => deflater.deflate(...given);

  it("deflates each file so that it can be inflated alone, one after the other and several at a time", async () => {
    const content = fc.oneof(
      fc.uint8Array({ maxLength: 2_000 }),
      fc.nat(20_000).map(texts),
      fc.nat(200_000).map((length) => randomBytes(length)),
      fc.constantFrom(64 * 1024, 16 * 1024, megabyte).map((length) => new Uint8Array(length)),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(content, { maxLength: 8 }), async (files) => {
        for (const bytes of files.slice(0, 3))
          assertHolds(await deflate(bytes, signal, () => undefined), bytes);
        const entries = await Promise.all(files.map((bytes) => deflate(bytes, signal, () => undefined)));
        entries.forEach((entry, index) => void assertHolds(entry, files[index] ?? new Uint8Array()));
      }),
      { numRuns: 30 },
    );
  });

  it("keeps a file of many megabytes whole, and reports its bytes as they are taken", async () => {
    const seen: number[] = [];
    for (const bytes of [texts(450_000), randomBytes(5 * megabyte + 1)]) {
      seen.length = 0;
      assertHolds(await deflate(bytes, signal, (taken) => seen.push(taken)), bytes);
      assert.equal(seen.at(-1), bytes.byteLength);
      assert.ok(seen.length >= 6);
    }
  });

  it("makes a file as small as zlib's level 6, also one with repetitions over many megabytes", async () => {
    const noise = randomBytes(20_000);
    const repeated = Buffer.concat(Array.from({ length: 300 }, () => noise));
    for (const [bytes, share] of [
      [texts(50_000), 1],
      [repeated, 1.005],
    ] as const) {
      const { content } = await deflate(bytes, signal, () => undefined);
      assert.ok(content.byteLength <= share * deflateRawSync(bytes, { level: 6 }).byteLength + 16);
    }
  });

  it("stops within a file when it is canceled, and damages no other file", async () => {
    const controller = new AbortController();
    const reason = new Error("stop");
    const stop = (): void => controller.abort(reason);
    await assert.rejects(deflate(new Uint8Array(8 * megabyte), controller.signal, stop), reason);
    const bytes = texts(1_000);
    assertHolds(await deflate(bytes, signal, () => undefined), bytes);
  });

  it("rejects a file that is being deflated when the deflater is disposed", async () => {
    const running = deflater.deflate(randomBytes(megabyte), signal, () => undefined);
    deflater.dispose();
    await assert.rejects(running, /ended/);
  });
});
