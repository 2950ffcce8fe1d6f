import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, describe, it } from "mocha";
import { nodeDisk } from "../../../src/editor/nodeDisk";
import { skipAsRoot, skipOn } from "../../support/allowedSkips";
import { removeTemporaryFolder, temporaryFolder } from "../../support/temporaryFolder";

const bytes = (text: string) => new TextEncoder().encode(text);

describe("a folder of this machine", () => {
  let root: string;
  beforeEach(() => {
    root = temporaryFolder("disk");
  });
  afterEach(() => removeTemporaryFolder(root));

  const write = async (name: string, ...pieces: string[]): Promise<void> => {
    const writer = await nodeDisk(root).open(name);
    for (const piece of pieces) await writer.append(bytes(piece));
    await writer.commit();
  };
  const text = (name: string) => fs.readFileSync(path.join(root, name), "utf8");
  const parts = () => fs.readdirSync(root).filter((name) => name.endsWith(".part"));

  it("writes a file in many chunks, and its parent folders", async () => {
    await write("a/b/c.txt", "one, ", "", "two");
    assert.equal(text("a/b/c.txt"), "one, two");
    await write("empty.txt");
    assert.equal(text("empty.txt"), "");
  });

  it("shows a file only when it is complete, and keeps the old one when the write is cancelled", async () => {
    fs.writeFileSync(path.join(root, "a.txt"), "old");
    const writer = await nodeDisk(root).open("a.txt");
    await writer.append(bytes("half of"));
    assert.equal(text("a.txt"), "old");
    await writer.abort();
    assert.deepEqual([text("a.txt"), parts()], ["old", []]);
    await writer.abort();
    await assert.rejects(writer.append(bytes("more")));
  });

  it("keeps the old file and no part of the new one when the rename fails", async () => {
    fs.mkdirSync(path.join(root, "folder/inside"), { recursive: true });
    const writer = await nodeDisk(root).open("folder");
    await writer.append(bytes("x"));
    await assert.rejects(writer.commit());
    await writer.abort();
    assert.deepEqual([fs.existsSync(path.join(root, "folder/inside")), parts()], [true, []]);
  });

  it("removes what a window that died left a day ago, and nothing else", async () => {
    const part = (end: string) => `.hosted-apps-00000000-0000-4000-8000-00000000000${end}.part`;
    const old = [part("1"), ".hosted-apps-mine.part", "mine.part"];
    for (const name of [...old, part("2")]) fs.writeFileSync(path.join(root, name), "half of");
    const yesterday = Date.now() / 1000 - 25 * 60 * 60;
    for (const name of old) fs.utimesSync(path.join(root, name), yesterday, yesterday);
    await write("a.txt", "new");
    assert.deepEqual(parts(), [part("2"), ".hosted-apps-mine.part", "mine.part"]);
  });

  it("keeps the mode of a replaced file", async function () {
    skipOn(this, ["win32"]);
    const place = path.join(root, "run.sh");
    fs.writeFileSync(place, "old");
    fs.chmodSync(place, 0o755);
    await write("run.sh", "new");
    assert.deepEqual([fs.statSync(place).mode & 0o7777, text("run.sh")], [0o755, "new"]);
  });

  it("creates a private file with private mode, also over another one", async function () {
    skipOn(this, ["win32"]);
    fs.writeFileSync(path.join(root, "old.zip"), "old", { mode: 0o644 });
    for (const name of ["old.zip", "new.zip"]) {
      const file = await nodeDisk(root).open(name, { isPrivate: true });
      await file.append(new Uint8Array([1]));
      await file.commit();
      assert.equal(fs.statSync(path.join(root, name)).mode & 0o7777, 0o600);
    }
  });

  it("replaces no read-only file", async function () {
    skipOn(this, ["win32"]);
    skipAsRoot(this);
    fs.writeFileSync(path.join(root, "kept.txt"), "old", { mode: 0o444 });
    await assert.rejects(nodeDisk(root).open("kept.txt"));
    assert.deepEqual([text("kept.txt"), parts()], ["old", []]);
  });

  it("writes a name of the greatest length", async () => {
    const name = "n".repeat(255);
    await write(name, "long");
    assert.equal(text(name), "long");
  });

  const looked = async (name: string) => {
    const found = await nodeDisk(root).tryStat(name);
    return found && [found.type, found.isLink, found.type === "file" && found.sizeBytes];
  };
  const listed = async () =>
    (await nodeDisk(root).list("")).map(({ name, type }) => `${name} ${type}`).sort();

  it("tells files, folders and missing entries apart", async () => {
    fs.writeFileSync(path.join(root, "file"), "123");
    fs.mkdirSync(path.join(root, "folder"));
    assert.deepEqual(await looked("file"), ["file", false, 3]);
    assert.deepEqual(await looked("folder"), ["directory", false, false]);
    assert.deepEqual([await looked("gone"), await looked("file/below")], [undefined, undefined]);
    await assert.rejects(nodeDisk(root).stat("gone"));
    assert.deepEqual(await listed(), ["file file", "folder directory"]);
  });

  it("tells links by their target", async function () {
    skipOn(this, ["win32"]);
    fs.mkdirSync(path.join(root, "folder"));
    fs.symlinkSync("folder", path.join(root, "link"));
    fs.symlinkSync("nowhere", path.join(root, "broken"));
    assert.deepEqual(await looked("link"), ["directory", true, false]);
    assert.deepEqual(await looked("broken"), ["other", true, false]);
    assert.deepEqual(await listed(), ["broken other", "folder directory", "link directory"]);
  });
});
