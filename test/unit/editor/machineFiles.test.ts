import assert from "node:assert/strict";
import fs from "node:fs";
import * as nodeDisk from "node:fs/promises";
import path from "node:path";
import { beforeEach, describe, it } from "mocha";
import { type Disk, FolderMachineFiles } from "../../../src/editor/folderMachineFiles";
import { skipOn } from "../../support/allowedSkips";
import { FakeClock } from "../../support/fakeClock";
import { temporaryFolder } from "../../support/temporaryFolder";

const bytesOf = (text: string) => new TextEncoder().encode(text);
const textOf = (bytes: Uint8Array | undefined) => bytes && new TextDecoder().decode(bytes);

function diskError(code: string): NodeJS.ErrnoException {
  return Object.assign(new Error(code), { code });
}

/** Full after half of each write. */
const fullDisk: Partial<Disk> = {
  open: async (...options) => {
    const file = await nodeDisk.open(...options);
    file.writeFile = async (data) => {
      const bytes = data as Uint8Array;
      await file.write(bytes.subarray(0, bytes.byteLength / 2));
      throw diskError("ENOSPC");
    };
    return file;
  },
  writeFile: async (file, data, options) => {
    const bytes = data as Uint8Array;
    await nodeDisk.writeFile(file, bytes.subarray(0, bytes.byteLength / 2), options);
    throw diskError("ENOSPC");
  },
};

describe("files of this machine, in a folder", () => {
  let root: string;
  let clock: FakeClock;
  let files: FolderMachineFiles;

  const opened = (disk: Partial<Disk> = {}) =>
    new FolderMachineFiles({ root, clock, disk: { ...nodeDisk, ...disk } });
  const names = async (folder: string) => (await files.list(folder)).map(({ name }) => name).sort();
  const temporaries = () => fs.readdirSync(path.join(root, "temporary"));

  beforeEach(() => {
    root = path.join(temporaryFolder("machine"), "not", "there", "yet");
    clock = new FakeClock(Date.now());
    files = new FolderMachineFiles({ root, clock });
  });

  it("is empty before the first write", async () => {
    assert.equal(await files.read("a/b"), undefined);
    assert.deepEqual(await files.list("a"), []);
    assert.deepEqual(await files.list(""), []);
    assert.equal(await files.rename("a", "b"), false);
    await files.remove("a");
    await files.removeStrays();
  });

  it("returns what was written, also over an older file", async () => {
    await files.write("a/b/c.json", bytesOf("one"));
    await files.write("a/b/c.json", bytesOf("two, and longer"));
    assert.equal(textOf(await files.read("a/b/c.json")), "two, and longer");
    assert.deepEqual(await names("a/b"), ["c.json"]);
    assert.deepEqual(temporaries(), []);
  });

  it("is readable by its owner only", async function () {
    skipOn(this, ["win32"]);
    await files.write("a/written", bytesOf("x"));
    await files.create("a/created", bytesOf("x"));
    await files.append("a/appended", bytesOf("x"));
    const modeOf = (name: string) => (fs.statSync(path.join(root, name)).mode & 0o777).toString(8);
    assert.deepEqual(["a/written", "a/created", "a/appended"].map(modeOf), ["600", "600", "600"]);
    assert.deepEqual(["", "a", "temporary"].map(modeOf), ["700", "700", "700"]);
  });

  it("lists names, sizes and times, and not its own temporary files", async () => {
    const before = Date.now() - 2000;
    await files.write("a", bytesOf("12345"));
    await files.write("folder/b", bytesOf(""));
    const [a, folder] = [...(await files.list(""))].sort((x, y) => x.name.localeCompare(y.name));
    assert.deepEqual([a?.name, a?.sizeBytes, a?.isFolder], ["a", 5, false]);
    assert.ok((a?.modifiedAt ?? 0) >= before && (a?.modifiedAt ?? 0) <= Date.now() + 2000);
    assert.deepEqual([folder?.name, folder?.isFolder], ["folder", true]);
    assert.equal((await files.list("")).length, 2);
  });

  it("creates a file once, in any window", async () => {
    const windows = [opened(), opened()];
    const texts = Array.from({ length: 50 }, (_, index) => `${index}`.repeat(10_000));
    const made = await Promise.all(
      texts.map(async (text, index) => await windows[index % 2]?.create("locks/one", bytesOf(text))),
    );
    const winners = texts.filter((_, index) => made[index]);
    assert.deepEqual(winners, [textOf(await files.read("locks/one"))]);
  });

  it("keeps the old file, and nothing else, when a write fails midway", async () => {
    await files.write("a", bytesOf("the old one"));
    await assert.rejects(opened(fullDisk).write("a", bytesOf("something new")), { code: "ENOSPC" });
    await assert.rejects(opened(fullDisk).create("b", bytesOf("something new")), { code: "ENOSPC" });
    assert.equal(textOf(await files.read("a")), "the old one");
    assert.deepEqual(await names(""), ["a"]);
    assert.deepEqual(temporaries(), []);
  });

  it("flushes to disk when requested, and where an old file could be lost", async () => {
    const flushed: boolean[] = [];
    const note = (options: unknown) => void flushed.push((options as { flush: boolean }).flush);
    const noting = opened({
      writeFile: async (file, data, options) => {
        note(options);
        await nodeDisk.writeFile(file, data, options);
      },
      appendFile: async (file, data, options) => {
        note(options);
        await nodeDisk.appendFile(file, data, options);
      },
    });
    await files.write("other", bytesOf(""));
    await noting.write("a", bytesOf("1"));
    await noting.write("a", bytesOf("2"));
    await noting.write("b", bytesOf("1"), { isDurable: true });
    await noting.append("log", bytesOf("1"));
    await noting.append("log", bytesOf("2"), { isDurable: true });
    assert.deepEqual(flushed, [false, true, true, false, true]);
  });

  it("appends", async () => {
    await files.append("log/a.jsonl", bytesOf("1\n"));
    await files.append("log/a.jsonl", bytesOf("2\n"));
    assert.equal(textOf(await files.read("log/a.jsonl")), "1\n2\n");
  });

  it("renames over an existing file, and into folders that do not exist", async () => {
    await files.write("a", bytesOf("a"));
    await files.write("b", bytesOf("b"));
    assert.equal(await files.rename("a", "b"), true);
    assert.equal(await files.rename("b", "new/folder/c"), true);
    assert.equal(await files.rename("b", "d"), false);
    assert.equal(textOf(await files.read("new/folder/c")), "a");
    assert.deepEqual(await names(""), ["new"]);
  });

  it("lets one of two windows rename a file", async () => {
    await files.write("a", bytesOf("a"));
    const other = opened();
    const renames = Array.from({ length: 20 }, (_, index) =>
      (index % 2 ? files : other).rename("a", `b${index}`),
    );
    assert.equal((await Promise.all(renames)).filter((isMine) => isMine).length, 1);
  });

  it("retries when another program holds the file for a moment", async () => {
    let held = 3;
    const rename: Disk["rename"] = async (from, to) => {
      if (held-- > 0) throw diskError("EPERM");
      await nodeDisk.rename(from, to);
    };
    const pauses: number[] = [];
    clock.sleep = async (ms) => void pauses.push(ms);
    await opened({ rename }).write("a", bytesOf("a"));
    assert.equal(textOf(await files.read("a")), "a");
    held = 1000;
    await assert.rejects(opened({ rename }).write("a", bytesOf("b")), { code: "EPERM" });
    assert.deepEqual(pauses, [20, 40, 60, 20, 40, 60, 80, 100]);
    assert.equal(textOf(await files.read("a")), "a");
    assert.deepEqual(temporaries(), []);
  });

  it("removes a file, or a folder with its files", async () => {
    for (const name of ["a/b/c", "a/d", "e"]) await files.write(name, bytesOf(name));
    await files.remove("a");
    await files.remove("e");
    assert.deepEqual(await names(""), []);
  });

  it("writes into a folder that another window removes during the write", async () => {
    let removals = 2;
    const rename: Disk["rename"] = async (from, to) => {
      if (removals-- > 0) fs.rmSync(path.join(root, "a"), { recursive: true, force: true });
      await nodeDisk.rename(from, to);
    };
    await opened({ rename }).write("a/b", bytesOf("b"));
    assert.equal(textOf(await files.read("a/b")), "b");
  });

  it("removes incomplete files of killed windows after an hour", async () => {
    await files.write("a", bytesOf("a"));
    fs.writeFileSync(path.join(root, "temporary", "stray"), "half");
    await files.removeStrays();
    assert.deepEqual(temporaries(), ["stray"]);
    clock.jump(61 * 60_000);
    await files.removeStrays();
    assert.deepEqual(temporaries(), []);
    assert.deepEqual(await names(""), ["a"]);
  });

  for (const name of [
    ...["", "/etc/passwd", "../a", "a/../../b", "a/./b", "a//b", "a/", "a\\..\\b", "C:/a", "a\0b"],
    ...["a/con.json", "a.", "temporary/a"],
  ]) {
    it(`rejects a file named ${JSON.stringify(name)}`, async () => {
      const asked = [
        ...[files.read(name), files.remove(name), files.rename(name, "b"), files.rename("b", name)],
        ...[files.write(name, bytesOf("x")), files.create(name, bytesOf("x"))],
        files.append(name, bytesOf("x")),
        ...(name === "" ? [] : [files.list(name)]),
      ];
      for (const { status, reason } of (await Promise.allSettled(asked)) as PromiseRejectedResult[]) {
        assert.equal(status, "rejected");
        assert.match(String(reason), /not a name for a file/);
      }
    });
  }

  it("reports what a disk does not support", async () => {
    await files.write("a", bytesOf("a"));
    await files.write("folder/b", bytesOf("b"));
    await assert.rejects(files.read("folder"), { code: "EISDIR" });
    await assert.rejects(files.append("folder", bytesOf("x")));
    await assert.rejects(files.write("a/b", bytesOf("x")));
    assert.equal(await files.read("a/b"), undefined);
    assert.deepEqual(await files.list("a"), []);
  });
});
