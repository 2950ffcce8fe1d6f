import assert from "node:assert/strict";
import { describe, it } from "mocha";
import type { ArchiveFile } from "../../../../src/core/archive/archive";
import { findSecrets, secretsByName } from "../../../../src/core/project/findSecrets";

const find = async (files: readonly ArchiveFile[], maxTextBytes = 1_000_000) =>
  await findSecrets(files, { signal: new AbortController().signal, maxTextBytes });
const secret = `password = "q7${"Zx4Kp9"}Lm2Vt8Rw"`;

/** A file that notes when it is read. */
function file(path: string, content: string | Uint8Array, reads: string[] = []): ArchiveFile {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  const read = async (): Promise<Uint8Array> => {
    reads.push(path);
    return bytes;
  };
  return { path, sizeBytes: bytes.byteLength, modifiedAt: 0, read };
}

describe("findSecrets", () => {
  it("reports names and texts, by path, and never what a secret says", async () => {
    const files = [file("src/a.py", `\n${secret}\n`), file("b.py", "print()"), file(".env", "A=1")];
    const { secrets, unreadable } = await find(files);
    assert.deepEqual(
      [...(await secretsByName(files)), ...secrets],
      [
        { path: ".env", kind: "environmentFile" },
        { path: "src/a.py", kind: "password", line: 2 },
      ],
    );
    assert.equal(unreadable.size, 0);
  });

  it("reads no more than it may, short files near the top first", async () => {
    const reads: string[] = [];
    const files = [
      file("deep/er/a.py", "x".repeat(400), reads),
      file("large.py", "x".repeat(500), reads),
      file("small.py", "x".repeat(100), reads),
    ];
    await find(files, 600);
    assert.deepEqual(reads.sort(), ["large.py", "small.py"]);
  });

  it("does not read large files, lock files and pictures, and sees nothing in binary ones", async () => {
    const reads: string[] = [];
    const files = [
      file("large.sql", secret.padEnd(300_000), reads),
      file("package-lock.json", secret, reads),
      file("logo.png", secret, reads),
      file("data.bin", new Uint8Array([0, ...new TextEncoder().encode(secret)]), reads),
    ];
    const { secrets } = await find(files);
    assert.deepEqual([secrets, reads], [[], ["data.bin"]]);
  });

  it("sees into UTF-16 with a mark, as PowerShell writes it", async () => {
    const little = Buffer.from(`\ufeff[mail]\r\n${secret}`, "utf16le");
    const files = [file("a.ini", little), file("b.ini", Buffer.from(little).swap16())];
    assert.deepEqual(
      (await find(files)).secrets.map(({ path, line }) => [path, line]),
      [
        ["a.ini", 2],
        ["b.ini", 2],
      ],
    );
  });

  it("names the files that could not be read, and goes on", async () => {
    const locked = { ...file("a.py", "x"), read: () => Promise.reject(new Error("locked")) };
    const { secrets, unreadable } = await find([locked, file("b.py", secret)]);
    assert.deepEqual([...unreadable.keys()], ["a.py"]);
    assert.deepEqual(secrets, [{ path: "b.py", kind: "password", line: 1 }]);
  });
});
