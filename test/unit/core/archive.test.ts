import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import * as path from "node:path";
import JSZip from "jszip";
import { describe, it } from "mocha";
import { type ArchiveFile, packArchive } from "../../../src/core/archive";

const file = (name: string, bytes: Uint8Array): ArchiveFile => ({
  path: name,
  sizeBytes: bytes.byteLength,
  modifiedAt: Date.UTC(2024, 1, 29, 12, 30, 44),
  read: async () => bytes,
});

const samples = [
  file("main.py", new TextEncoder().encode("print('hi')\n")),
  file("empty.txt", new Uint8Array()),
  file("deep/er/Ünï cödé 🎉.txt", new TextEncoder().encode("x".repeat(100_000))),
  file(
    "noise.bin",
    Uint8Array.from({ length: 50_000 }, (_, index) => (index * 7919) % 251),
  ),
];

describe("packArchive", () => {
  it("gives back every byte under every name", async () => {
    const blob = await packArchive(samples, { signal: new AbortController().signal });
    const zip = await JSZip.loadAsync(await blob.arrayBuffer(), { checkCRC32: true });
    assert.deepEqual(
      Object.keys(zip.files),
      samples.map(({ path: name }) => name),
    );
    for (const sample of samples) {
      assert.deepEqual(await zip.file(sample.path)?.async("uint8array"), new Uint8Array(await sample.read()));
    }
  });

  it("writes a zip that Python finds whole", async () => {
    const folder = mkdtempSync(path.join(tmpdir(), "archive-"));
    try {
      const blob = await packArchive(samples, { signal: new AbortController().signal });
      const zipPath = path.join(folder, "a.zip");
      writeFileSync(zipPath, new Uint8Array(await blob.arrayBuffer()));
      const program =
        "import sys, zipfile; z = zipfile.ZipFile(sys.argv[1]); assert z.testzip() is None; print(len(z.namelist()))";
      assert.equal(execFileSync("python3", ["-c", program, zipPath], { encoding: "utf8" }).trim(), "4");
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it("reports the bytes it has read, up to the sum", async () => {
    const seen: number[] = [];
    await packArchive(samples, {
      signal: new AbortController().signal,
      onProgress: (bytes) => seen.push(bytes),
    });
    assert.equal(
      seen.at(-1),
      samples.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
    );
  });

  it("stops with the reason when it is cancelled", async () => {
    const controller = new AbortController();
    const reason = new Error("stop");
    const files = [
      file("a", new Uint8Array(10)),
      {
        ...file("b", new Uint8Array(10)),
        read: async () => {
          controller.abort(reason);
          return new Uint8Array(10);
        },
      },
      file("c", new Uint8Array(10)),
    ];
    await assert.rejects(packArchive(files, { signal: controller.signal }), reason);
  });

  it("fails with what reading a file failed with", async () => {
    const gone = { ...file("gone", new Uint8Array()), read: () => Promise.reject(new Error("gone")) };
    await assert.rejects(packArchive([gone], { signal: new AbortController().signal }), /gone/);
  });
});
