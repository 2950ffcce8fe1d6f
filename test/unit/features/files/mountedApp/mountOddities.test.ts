// Files and folders that change during reads, and unusual sizes: right bytes or one clear error.
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { largestBackupBytes } from "../../../../../src/appFiles/backups/changeLog";
import { walkTree } from "../../../../../src/core/paths/walkTree";
import { bytes, isProblem, keep, mounted, save, text } from "./mountHarness";

describe("odd files in a mounted app", () => {
  it("are missing once they vanished between listing and reading", async () => {
    const { remote, mount } = mounted({ "/a.txt": "one" });
    await mount.readDirectory("/");
    remote.files.delete("/a.txt");
    await assert.rejects(mount.readFile("/a.txt"), isProblem("notFound"));
  });

  it("are folders once they turned into one", async () => {
    const { remote, mount } = mounted({ "/a": "one" });
    await mount.readDirectory("/");
    remote.files.delete("/a");
    remote.put("/a/b.txt", "two");
    await assert.rejects(mount.readFile("/a"), isProblem("isDirectory"));
    await assert.rejects(mount.writeFile("/a", bytes("three"), save), isProblem("isDirectory"));
  });

  it("are told apart by their Unicode form", async () => {
    const { mount } = mounted({ "/\u00e9.txt": "composed", "/e\u0301.txt": "decomposed" });
    assert.equal(text(await mount.readFile("/\u00e9.txt")), "composed");
    assert.equal(text(await mount.readFile("/e\u0301.txt")), "decomposed");
  });

  for (const isAgreed of [true, false])
    it(`are ${isAgreed ? "created" : "not created"} after a question where they are too large for a backup or alike`, async () => {
      const questions: string[] = [];
      const ask = async (...parts: string[]): Promise<boolean> => {
        questions.push(parts.join(" "));
        return isAgreed;
      };
      const { remote, mount } = mounted(
        { "/README.md": "one", "/a.bin": "one" },
        { askReplace: ask, askAlike: ask },
      );
      remote.onEntries = (_directory, entries) =>
        entries.map((entry) =>
          entry.name === "a.bin" && remote.text("/a.bin") === "one"
            ? { ...entry, sizeBytes: largestBackupBytes + 1 }
            : entry,
        );
      for (const [path, mine] of [
        ["/readme.md", "mine"],
        ["/a.bin", "mine"],
      ] as const) {
        const writing = mount.writeFile(path, bytes(mine), save);
        await (isAgreed ? writing : assert.rejects(writing, isProblem("declined")));
        assert.equal(remote.files.has(path) && remote.text(path) === mine, isAgreed);
      }
      assert.deepEqual(questions, ["/readme.md /README.md", "/a.bin"]);
      assert.equal(remote.text("/README.md"), "one");
      await mount.rename("/README.md", "/Readme.md", keep).catch(() => undefined);
      assert.deepEqual([remote.text("/Readme.md"), questions.length], ["one", 2]);
    });

  it("may have names of 255 bytes, of Windows' own devices and with leading dots", async () => {
    const { remote, mount } = mounted();
    for (const name of ["x".repeat(255), "CON", "aux.txt", "..a", "...", ".env", " "]) {
      await mount.writeFile(`/${name}`, bytes(name), save);
      assert.equal(remote.text(`/${name}`), name);
      assert.equal(text(await mount.readFile(`/${name}`)), name);
    }
  });
});

describe("odd folders in a mounted app", () => {
  it("may be empty, or have 50,000 entries", async () => {
    const { remote, mount } = mounted();
    assert.deepEqual(await mount.readDirectory("/"), []);
    for (let index = 0; index < 50_000; index++) remote.put(`/many/${index}.txt`, "x");
    mount.files.refresh();
    assert.equal((await mount.readDirectory("/many")).length, 50_000);
    assert.equal((await mount.stat("/many/49999.txt")).sizeBytes, 1);
  });

  it("may be sixty levels deep", async () => {
    const { remote, mount } = mounted();
    const path = `/${Array.from({ length: 60 }, (_, index) => `d${index}`).join("/")}/deep.txt`;
    await mount.writeFile(path, bytes("down here"), save);
    assert.equal(text(await mount.readFile(path)), "down here");
    const tree = await walkTree("/", { list: (directory) => mount.list(directory) });
    assert.deepEqual([tree.length, tree.at(-1)?.path], [61, path]);
    await mount.rename("/d0", "/moved", keep);
    assert.equal(remote.text(path.replace("/d0/", "/moved/")), "down here");
  });
});
