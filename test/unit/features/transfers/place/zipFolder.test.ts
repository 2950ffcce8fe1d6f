// A zip file as the target of a backup: its final content, and failures that keep it from counting as complete.
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { filesInArchive } from "../../../../../src/core/archive/readArchive";
import { zipFolder } from "../../../../../src/features/transfers/place/zipFolder";

describe("a zip that is written as a folder", () => {
  const { signal } = new AbortController();

  /** A zip on a disk with so much room. */
  function zipOn(freeBytes: number) {
    const written: Uint8Array[] = [];
    let free = freeBytes;
    const append = async (bytes: Uint8Array): Promise<void> => {
      free -= bytes.byteLength;
      if (free < 0) throw new Error("the disk is full");
      written.push(bytes.slice());
    };
    const zip = zipFolder(append, Date.UTC(2026, 10, 27), signal);
    const put = async (path: string, ...texts: readonly string[]): Promise<void> => {
      const file = await zip.open(path);
      for (const text of texts) await file.append(new TextEncoder().encode(text));
      await file.commit();
    };
    return { zip, put, whole: () => new Uint8Array(Buffer.concat(written)) };
  }

  it("holds each complete file, also of parallel writes, and no aborted one", async () => {
    const { zip, put, whole } = zipOn(1_000_000);
    const givenUp = await zip.open("half.bin");
    await givenUp.append(new Uint8Array(5_000));
    await givenUp.abort();
    const names = Array.from({ length: 40 }, (_, index) => `folder/${index}.txt`);
    await Promise.all(names.map((name, index) => put(name, "line\n".repeat(index), "end")));
    await zip.end();
    zip.dispose();
    const sizes = new Map(names.map((name, index) => [name, index * 5 + 3]));
    assert.deepEqual(new Map([...zip.sizes].sort()), new Map([...sizes].sort()));
    assert.deepEqual(
      new Map([...((await filesInArchive(whole())) ?? [])].sort()),
      new Map([...sizes].sort()),
    );
  });

  it("does not end when one of several files could not be written", async () => {
    const { zip, put } = zipOn(300);
    await put("a.txt", "a");
    await assert.rejects(
      put("large.txt", Array.from({ length: 500 }, (_, index) => `${index}`).join()),
      /full/,
    );
    await assert.rejects(put("b.txt", "b"), /full/);
    await assert.rejects(zip.end(), /full/);
    zip.dispose();
    assert.deepEqual([...zip.sizes.keys()], ["a.txt"]);
  });
});
