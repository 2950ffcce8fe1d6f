// Uploaded archives: stored, or unpacked by a service with that option.
import assert from "node:assert/strict";
import { chmodSync, existsSync, readdirSync, readFileSync, statSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "mocha";
import { skipOn } from "../../support/allowedSkips";
import { useEmulator } from "./useEmulator";
import { renameInside, zipOf, zipWithLink } from "./zips";

describe("An uploaded archive", () => {
  const use = useEmulator();

  it("is a normal file", async () => {
    const id = await use.emulator.addApp({ files: { "main.py": "" } });
    const zip = await zipOf({ "main.py": "changed" });
    assert.equal((await use.upload(id, "/", "changes.zip", zip)).status, 200);
    assert.deepEqual(readFileSync(join(use.emulator.appFolder(id), "changes.zip")), Buffer.from(zip));
    assert.equal(readFileSync(join(use.emulator.appFolder(id), "main.py"), "utf8"), "");
  });
});

describe("An uploaded archive that is extracted", () => {
  const use = useEmulator({
    archiveUploads: "extracted",
    sizes: { unpackedBytes: 100_000, unpackedEntries: 50 },
  });
  const files = { "main.py": "old", "static/a.txt": "old", "run.sh": "old" };
  const text = (id: string, path: string) => readFileSync(join(use.emulator.appFolder(id), path), "utf8");

  async function assertUnchanged(id: string): Promise<void> {
    for (const path of Object.keys(files)) assert.equal(text(id, path), "old");
    assert.deepEqual(readdirSync(use.emulator.appFolder(id)).sort(), ["main.py", "run.sh", "static"]);
    assert.deepEqual(readdirSync(join(use.dataDir, "tmp")), []);
  }

  it("replaces and adds files in its folder, keeps the others, and isn't stored itself", async () => {
    const id = await use.emulator.addApp({ files });
    const script = join(use.emulator.appFolder(id), "run.sh");
    chmodSync(script, 0o755);
    const { mode } = statSync(script);
    const zip = await zipOf({ "main.py": "new", "run.sh": "new", "pkg/deep/ä.txt": "added" });
    assert.equal((await use.upload(id, "/", "changes.ZIP", zip)).status, 200);
    assert.deepEqual(
      ["main.py", "run.sh", "pkg/deep/ä.txt", "static/a.txt"].map((path) => text(id, path)),
      ["new", "new", "added", "old"],
    );
    assert.equal(statSync(script).mode, mode);
    assert.equal(existsSync(join(use.emulator.appFolder(id), "changes.ZIP")), false);
    assert.deepEqual(readdirSync(join(use.dataDir, "tmp")), []);
  });

  it("is unpacked into the requested folder, and other files are stored unchanged", async () => {
    const id = await use.emulator.addApp({ files });
    assert.equal((await use.upload(id, "/static/new", "x.zip", await zipOf({ "b.txt": "b" }))).status, 200);
    assert.equal(text(id, "static/new/b.txt"), "b");
    use.clock.jump(3_001);
    await use.upload(id, "/", "zip.txt", "text");
    assert.equal(text(id, "zip.txt"), "text");
  });

  it("changes nothing when it is broken or hostile", async () => {
    const id = await use.emulator.addApp({ files });
    const good = { "main.py": "new", placeholdr: "x" };
    for (const [zip, status] of [
      [Buffer.from("no zip"), 400],
      [(await zipOf(good)).slice(0, 60), 400],
      [renameInside(await zipOf(good), "placeholdr", "../../evil"), 400],
      [await zipWithLink("link", "/etc"), 400],
      [await zipOf({ "main.py": "new", zeros: new Uint8Array(200_000) }), 413],
    ] as const) {
      use.clock.jump(3_001);
      assert.equal((await use.upload(id, "/", "changes.zip", zip)).status, status);
      await assertUnchanged(id);
    }
    assert.equal(existsSync(join(use.dataDir, "evil")), false);
  });

  it("changes no file when one of them has a folder in its way, or a file where its folder should be", async () => {
    const id = await use.emulator.addApp({ files });
    for (const bad of ["static", "main.py/x"]) {
      use.clock.jump(3_001);
      const zip = await zipOf({ "a.txt": "", [bad]: "new", "run.sh": "new" });
      const { status, body } = await use.upload(id, "/", "changes.zip", zip);
      assert.equal(status, 400, body.error);
      await assertUnchanged(id);
    }
  });

  it("never follows a link out of the app", async function () {
    skipOn(this, ["win32"]);
    const id = await use.emulator.addApp({ files: { "main.py": "" } });
    symlinkSync(use.dataDir, join(use.emulator.appFolder(id), "out"));
    const { status } = await use.upload(id, "/", "changes.zip", await zipOf({ "out/token": "stolen" }));
    assert.equal(status, 400);
    assert.equal(readFileSync(join(use.dataDir, "token"), "utf8"), use.emulator.token);
  });
});
