import assert from "node:assert/strict";
import { createHash, randomBytes } from "node:crypto";
import * as fc from "fast-check";
import { before, describe, it } from "mocha";
import { type ArchiveFile, type ArchiveOptions, packArchive } from "../../../../src/core/archive/archive";
import { PackProblem } from "../../../../src/core/archive/packProblem";
import { readZip, readZips, unzipProblem, type ZipEntry } from "../../../support/readZip";

const modifiedAt = Date.UTC(2024, 1, 29, 12, 30, 44);
const megabyte = 1024 * 1024;

const file = (
  path: string,
  content: Uint8Array | string,
  changes: Partial<ArchiveFile> = {},
): ArchiveFile => {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  return { path, sizeBytes: bytes.byteLength, modifiedAt, read: async () => bytes, ...changes };
};
/** `count` files of one size, each with the content that `read` returns for its number. */
const many = (
  count: number,
  sizeBytes: number,
  read: (index: number) => Promise<Uint8Array>,
): ArchiveFile[] =>
  Array.from({ length: count }, (_, index) => file(`${index}`, "", { sizeBytes, read: () => read(index) }));
/** A signal, its reason, and a function that aborts it. */
const cancelling = () => {
  const controller = new AbortController();
  const reason = new Error("stop");
  return { signal: controller.signal, reason, cancel: () => controller.abort(reason) };
};
const pack = async (files: readonly ArchiveFile[], options: Partial<ArchiveOptions> = {}): Promise<Blob> =>
  await packArchive(files, { signal: new AbortController().signal, ...options });
/** The progress that packing these files reports. */
const progressOf = async (files: readonly ArchiveFile[]): Promise<number[]> => {
  const seen: number[] = [];
  await pack(files, { onProgress: (bytes) => seen.push(bytes) });
  return seen;
};
const hashOf = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");
const problem = (kind: PackProblem["kind"], path: string) => (error: unknown) =>
  error instanceof PackProblem && error.kind === kind && error.path === path;

const samples = [
  file("main.py", "print('hi')\n"),
  file("empty.txt", ""),
  file("deep/er/Ünï cödé 🎉.txt", "x".repeat(100_000)),
  file("cafe\u0301.txt", "in two"),
  file("caf\u00e9.txt", "in one"),
  file("__proto__", "a name like any other"),
  file("noise.bin", randomBytes(3 * megabyte)),
  file("large.sql", "insert into t values (1, 'a');\n".repeat(200_000)),
];

const contentOf = async (files: readonly ArchiveFile[]): Promise<Map<string, string>> =>
  new Map(await Promise.all(files.map(async ({ path, read }) => [path, hashOf(await read())] as const)));

describe("packArchive", () => {
  let archive: Blob;
  let entries: readonly ZipEntry[];

  before(async () => {
    archive = await pack(samples);
    entries = await readZip(archive);
  });

  it("packs every byte under every name, in order, as Python and unzip read it", async () => {
    assert.deepEqual(
      entries.map(({ name, sha256 }) => [name, sha256]),
      [...(await contentOf(samples))],
    );
    const said = await unzipProblem(archive);
    assert.ok(said === undefined || said === "missing", said);
    assert.equal(archive.type, "application/zip");
  });

  it("stores files that deflating would not make smaller, and deflates the others", () => {
    const [noise, large] = entries.slice(-2);
    assert.deepEqual([noise?.isDeflated, noise?.packedBytes], [false, 3 * megabyte]);
    assert.equal(large?.isDeflated, true);
    assert.ok((large?.packedBytes ?? 0) < 100_000);
  });

  it("packs any tree without a loss", async () => {
    const name = fc.oneof(
      fc.string({ unit: "grapheme", minLength: 1, maxLength: 12 }),
      fc.constantFrom("a", "1", "café", "cafe\u0301", ".x"),
    );
    const path = fc
      .array(name, { minLength: 1, maxLength: 4 })
      .map((names) => names.join("/").replaceAll(/[\\\0]|^\/+|\/(?=\/)|\/+$/g, ""))
      .filter((text) => text !== "");
    const content = fc.oneof(
      fc.uint8Array({ maxLength: 3_000 }),
      fc.tuple(fc.string({ maxLength: 20 }), fc.nat(5_000)).map(([text, count]) => text.repeat(count)),
    );
    const tree = fc
      .uniqueArray(fc.tuple(path, content), { maxLength: 60, selector: ([one]) => one })
      .map((pairs) => pairs.map(([one, bytes]) => file(one, bytes)));
    // One Python process reads all of them: starting it takes longest.
    const trees = fc.array(tree, { minLength: 12, maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(trees, async (all) => {
        const found = await readZips(await Promise.all(all.map((files) => pack(files))));
        for (const [index, files] of all.entries())
          assert.deepEqual(
            new Map(found[index]?.map((entry) => [entry.name, entry.sha256])),
            await contentOf(files),
          );
      }),
      { numRuns: 1 },
    );
  });

  it("writes dates, and permissions to read files and run scripts", async () => {
    const [script, plain, old, odd] = await readZip(
      await pack([
        file("start.sh", "#!/bin/sh\n"),
        file("a.txt", "a"),
        file("old.txt", "a", { modifiedAt: 0 }),
        file("odd.txt", "a", { modifiedAt: Number.NaN }),
      ]),
    );
    assert.deepEqual(script?.date, [2024, 2, 29, 12, 30, 44]);
    assert.deepEqual([script?.mode, plain?.mode], [0o100755, 0o100644]);
    assert.deepEqual(old?.date, [1980, 1, 1, 0, 0, 0]);
    assert.deepEqual(odd?.date, [1980, 1, 1, 0, 0, 0]);
  });

  it("packs a file that changed after it was listed whole, as it was read", async () => {
    const files = [
      file("grown.log", "now much longer than it was", { sizeBytes: 3 }),
      file("cut.log", "", { sizeBytes: 50 }),
    ];
    const [grown, cut] = await readZip(await pack(files));
    assert.deepEqual([grown?.sizeBytes, cut?.sizeBytes], [27, 0]);
    assert.equal((await progressOf(files)).at(-1), 53);
  });

  it("names the file that was removed or could not be read, and reads no more", async () => {
    let started = 0;
    const files = many(50, 1, async (index) => {
      started++;
      if (index === 3) throw new Error("gone");
      return new Uint8Array(1);
    });
    await assert.rejects(pack(files), problem("unreadable", "3"));
    assert.ok(started < 20, `${started} files were read`);
  });

  it("reports the bytes read, never fewer than before, up to the sum, at most some hundred times", async () => {
    const seen = await progressOf(many(500, 10, async () => new Uint8Array(10)));
    assert.equal(seen.at(-1), 5_000);
    assert.ok(seen.every((bytes, index) => bytes >= (seen[index - 1] ?? 0)));
    assert.ok(seen.length > 20 && seen.length <= 210, `${seen.length} reports`);
  });

  it("reports within a large file", async () => {
    const seen = await progressOf([file("large", new Uint8Array(8 * megabyte))]);
    assert.ok(seen.length >= 8, `${seen.length} reports`);
  });

  it("stops with the reason when it is canceled between files", async () => {
    const { signal, reason, cancel } = cancelling();
    let reads = 0;
    const files = many(100, 10, async () => {
      if (++reads === 10) cancel();
      return new Uint8Array(10);
    });
    await assert.rejects(pack(files, { signal }), reason);
    assert.ok(reads < 20, `${reads} files were read`);
  });

  it("stops with the reason when it is canceled within a file", async () => {
    const { signal, reason, cancel } = cancelling();
    let seenBytes = 0;
    const onProgress = (bytes: number): void => {
      seenBytes = bytes;
      cancel();
    };
    await assert.rejects(
      pack([file("large", new Uint8Array(32 * megabyte))], { signal, onProgress }),
      reason,
    );
    assert.ok(seenBytes < 8 * megabyte, `${seenBytes} bytes were read`);
  });

  it("stops with the reason when it is canceled while the zip is put together", async () => {
    const { signal, reason, cancel } = cancelling();
    // The archive is written in blocks of 1 MB, and each file fills one: other work runs after it.
    const files = many(20, 1_100_000, async () => randomBytes(1_100_000));
    const onProgress = (bytes: number): void => {
      if (bytes === 22_000_000) setImmediate(cancel);
    };
    await assert.rejects(pack(files, { signal, onProgress }), reason);
  });

  it("holds the bytes of a few files in memory, of any number of files", async () => {
    let [most, released] = [0, 0];
    const files = many(12, 4 * megabyte, async (index) => {
      most = Math.max(most, index + 1 - released);
      return new Uint8Array(4 * megabyte);
    });
    await pack(files, {
      onProgress: (bytes) => {
        released = Math.floor(bytes / (4 * megabyte));
      },
    });
    assert.ok(most <= 6, `${most} files of 4 MB at once`);
    assert.equal(released, 12);
  });

  it("gives up as soon as the archive is larger than allowed", async () => {
    let reads = 0;
    const files = many(100, 100_000, async () => {
      reads++;
      return randomBytes(100_000);
    });
    await assert.rejects(pack(files, { maxBytes: 1_000_000 }), problem("tooLarge", ""));
    assert.ok(reads < 30, `${reads} files were read`);
  });

  it("includes the names in the size of an archive", async () => {
    const files = [file("é".repeat(100), "")];
    const { size } = await pack(files);
    assert.equal((await pack(files, { maxBytes: size })).size, size);
    await assert.rejects(pack(files, { maxBytes: size - 1 }), problem("tooLarge", ""));
  });

  it("refuses more files than a zip can name, before it reads one", async () => {
    const one = file("a", "", { read: () => Promise.reject(new Error("was read")) });
    await assert.rejects(pack(Array.from({ length: 65_536 }, () => one)), problem("tooManyFiles", ""));
  });
});
