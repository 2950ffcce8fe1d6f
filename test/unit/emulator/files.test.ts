// Routes for files of an app, which never lead out of its folder.
import assert from "node:assert/strict";
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, it } from "mocha";
import { skipOn } from "../../support/allowedSkips";
import { useEmulator } from "./useEmulator";

describe("Files", () => {
  const use = useEmulator({ sizes: { uploadBytes: 100_000, contentBytes: 1_000 } });

  const browse = (id: string, path: string) =>
    use.call("GET", `/v1/apps/${id}/files?path=${encodeURIComponent(path)}`);
  const download = (id: string, path: string) =>
    use.call("GET", `/v1/apps/${id}/download?path=${encodeURIComponent(path)}`);
  const names = async (id: string, path: string): Promise<string[]> =>
    (await browse(id, path)).body.files.map((entry: { name: string }) => entry.name);
  async function remove(id: string, ...files: string[]) {
    use.clock.jump(3_001);
    return (await use.call("DELETE", `/v1/apps/${id}/files`, { files })).body;
  }
  async function upload(id: string, directory: string, name: string, content: string | Uint8Array) {
    use.clock.jump(3_001);
    return use.upload(id, directory, name, content);
  }

  it("are uploaded into new folders, and replaced", async () => {
    const id = await use.emulator.addApp({});
    assert.equal((await upload(id, "/a/b", "c.txt", "one")).status, 200);
    assert.equal((await upload(id, "a//./b/", "c.txt", "two")).status, 200);
    assert.equal(readFileSync(join(use.emulator.appFolder(id), "a/b/c.txt"), "utf8"), "two");
    assert.deepEqual(await names(id, "/a"), ["b"]);
    assert.deepEqual(readdirSync(join(use.dataDir, "tmp")), []);
  });

  it("keep their mode when they are replaced", async () => {
    const id = await use.emulator.addApp({ files: { "run.sh": "1" } });
    const file = join(use.emulator.appFolder(id), "run.sh");
    chmodSync(file, 0o755);
    const { mode } = statSync(file);
    await upload(id, "/", "run.sh", "2");
    assert.equal(statSync(file).mode, mode);
  });

  it("are deleted with their children, and those that can't be are reported", async () => {
    const id = await use.emulator.addApp({ files: { "a/b/c": "1", d: "2", e: "3" } });
    const answer = await remove(id, "/a", "d", "/nothing", "/", "", "../x", "/a/b");
    assert.deepEqual(answer, { success: ["/a", "d"], failed: ["/nothing", "/", "", "../x", "/a/b"] });
    assert.deepEqual(await names(id, "/"), ["e"]);
  });

  it("need a list of paths to be deleted", async () => {
    const id = await use.emulator.addApp({});
    for (const body of [{}, { files: [] }, { files: "a" }, { files: [1] }, []]) {
      use.clock.jump(3_001);
      assert.equal((await use.call("DELETE", `/v1/apps/${id}/files`, body)).status, 400);
    }
  });

  it("that don't exist are a 404, also below a file", async () => {
    const id = await use.emulator.addApp({ files: { a: "1" } });
    for (const path of ["/nothing", "/nothing/below", "/a/below"]) {
      assert.equal((await browse(id, path)).status, 404);
      assert.equal((await download(id, path)).status, 404);
    }
  });

  it("can't replace folders, nor folders files", async () => {
    const id = await use.emulator.addApp({ files: { "folder/x": "1", file: "2" } });
    assert.equal((await upload(id, "/", "folder", "x")).status, 400);
    assert.equal((await upload(id, "/file", "x", "x")).status, 400);
    assert.equal((await upload(id, "/file/deep/er", "x", "x")).status, 400);
    assert.equal((await download(id, "/folder")).status, 400);
    assert.equal((await use.call("GET", `/v1/apps/${id}/download`)).status, 400);
  });

  it("over the limits are a 413", async () => {
    const id = await use.emulator.addApp({ files: { big: "x".repeat(1_001) } });
    assert.equal((await upload(id, "/", "huge", new Uint8Array(100_001))).status, 413);
    assert.equal((await upload(id, "/", "fits", new Uint8Array(100_000))).status, 200);
    assert.deepEqual(await names(id, "/"), ["big", "fits"]);
    assert.equal((await browse(id, "/big")).status, 413);
    const { status, headers } = await download(id, "/big");
    assert.deepEqual([status, headers.get("content-length")], [200, "1001"]);
    assert.deepEqual(readdirSync(join(use.dataDir, "tmp")), []);
  });

  it("have bad paths and names refused", async () => {
    const id = await use.emulator.addApp({});
    for (const path of ["/..", "../..", "/a/../../b", "a\\b", "a\0b", "/../app"]) {
      assert.equal((await browse(id, path)).status, 400, path);
      assert.equal((await download(id, path)).status, 400, path);
      assert.equal((await upload(id, path, "x", "x")).status, 400, path);
    }
    for (const name of ["..", ".", "a/b", "../x", "a\\b"])
      assert.equal((await upload(id, "/", name, "x")).status, 400, name);
    assert.deepEqual(await names(id, "/"), []);
  });

  it("have names refused that are too long for the disk", async function () {
    skipOn(this, ["win32"]);
    const id = await use.emulator.addApp({});
    assert.equal((await upload(id, "/", "x".repeat(300), "x")).status, 400);
    assert.equal((await browse(id, "x".repeat(300))).status, 400);
  });

  it("can't be reached through links that lead out of the app", async function () {
    skipOn(this, ["win32"]);
    const id = await use.emulator.addApp({ files: { "inside.txt": "in" } });
    const folder = use.emulator.appFolder(id);
    const outside = join(use.dataDir, "outside");
    mkdirSync(outside);
    writeFileSync(join(outside, "secret.txt"), "secret");
    symlinkSync(outside, join(folder, "out"));
    symlinkSync(join(outside, "secret.txt"), join(folder, "secret.txt"));
    symlinkSync(join(outside, "later"), join(folder, "dangling"));
    symlinkSync("inside.txt", join(folder, "alias.txt"));

    assert.deepEqual(await names(id, "/"), ["alias.txt", "inside.txt"]);
    assert.equal((await browse(id, "/alias.txt")).body.content, "in");
    for (const path of ["/out", "/out/secret.txt", "/secret.txt"]) {
      assert.equal((await browse(id, path)).status, 400, path);
      assert.equal((await download(id, path)).status, 400, path);
    }
    for (const directory of ["/out", "/out/deep", "/dangling", "/dangling/deep"]) {
      assert.equal((await upload(id, directory, "x", "x")).status, 400, directory);
    }
    assert.deepEqual((await remove(id, "/out/secret.txt")).failed, ["/out/secret.txt"]);
    assert.deepEqual(readdirSync(outside), ["secret.txt"]);

    assert.deepEqual((await remove(id, "/out")).success, ["/out"]);
    assert.ok(existsSync(join(outside, "secret.txt")), "only the link was deleted");
    assert.equal((await upload(id, "/", "secret.txt", "mine")).status, 200);
    assert.ok(lstatSync(join(folder, "secret.txt")).isFile(), "the link was replaced");
    assert.equal(readFileSync(join(outside, "secret.txt"), "utf8"), "secret");
  });
});
