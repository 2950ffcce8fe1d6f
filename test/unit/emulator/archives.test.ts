// Archives of new applications: the good ones, the broken ones and the hostile ones.
import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "mocha";
import { createForm, fileForm, useEmulator } from "./useEmulator";
import { renameInside, zipOf, zipWithLink } from "./zips";

describe("Creating an application", () => {
  const use = useEmulator({
    sizes: { unpackedBytes: 100_000, unpackedEntries: 50, archiveBytes: 50_000 },
  });

  function assertNothingLeft(): void {
    assert.deepEqual(readdirSync(join(use.dataDir, "apps")), []);
    assert.deepEqual(readdirSync(join(use.dataDir, "tmp")), []);
    assert.deepEqual(use.emulator.state.allApps(), []);
  }

  it("unpacks the archive as it is, folders and all", async () => {
    const archive = await zipOf({ "main.py": "print(1)\n", "pkg/data/ä.txt": "ü", "wrap/x": "" });
    const { status, body } = await use.create(archive, { exposedViaWeb: "true", memoryMB: "512" });
    assert.equal(status, 200);
    assert.deepEqual([body.exposedViaWeb, body.allocatedMemoryMB, body.name], [true, 512, "Test app"]);
    assert.equal(readFileSync(join(use.emulator.appFolder(body._id), "pkg/data/ä.txt"), "utf8"), "ü");
    assert.deepEqual(readdirSync(join(use.dataDir, "tmp")), []);
  });

  it("keeps a single folder around everything", async () => {
    const archive = await zipOf({ "root/main.py": "" });
    assert.match((await use.create(archive)).body.error, /main file "main\.py"/);
    assert.equal((await use.create(archive, { mainFile: "root/main.py" })).status, 200);
  });

  it("takes the file before or after the fields", async () => {
    const form = createForm(await zipOf({ "main.py": "" }));
    const fieldsFirst = new FormData();
    const entries = [...form.entries()].reverse();
    for (const [name, value] of entries) {
      if (typeof value === "string") fieldsFirst.append(name, value);
      else fieldsFirst.append(name, value, "app.zip");
    }
    assert.equal((await use.call("POST", "/v1/apps/create", fieldsFirst)).status, 200);
  });

  for (const [name, content] of [
    ["a text", Buffer.from("hello")],
    ["an empty file", new Uint8Array()],
    ["a gzip file", Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0])],
  ] as const) {
    it(`refuses ${name}`, async () => {
      const { status, body } = await use.create(content);
      assert.equal(status, 400);
      assert.match(body.error, /isn't a zip archive/);
      assertNothingLeft();
    });
  }

  it("refuses half an archive", async () => {
    const archive = await zipOf({ "main.py": "x".repeat(1000) });
    const broken = Buffer.from(archive);
    broken.fill(0xee, 40, 50);
    for (const bytes of [archive.slice(0, archive.length / 2), broken]) {
      assert.equal((await use.create(bytes)).status, 400);
      assertNothingLeft();
    }
  });

  for (const evil of [
    "../../evil",
    "/tmp/evilx",
    "a/../../ev",
    "aa\\..\\..\\b",
    "ab\0cdefghi",
    "C:/evilevi",
    "./../evilx",
  ]) {
    it(`refuses the name ${JSON.stringify(evil)}`, async () => {
      const archive = renameInside(await zipOf({ "main.py": "", placeholdr: "x" }), "placeholdr", evil);
      const { status, body } = await use.create(archive);
      assert.equal(status, 400, body.error);
      assertNothingLeft();
      assert.equal(existsSync(join(use.dataDir, "..", "evil")), false);
    });
  }

  it("refuses links", async () => {
    const { status, body } = await use.create(await zipWithLink("link", "/etc"));
    assert.equal(status, 400);
    assert.match(body.error, /link/);
    assertNothingLeft();
  });

  it("refuses the same name twice", async () => {
    const archive = renameInside(await zipOf({ "main.py": "1", "mine.py": "2" }), "mine.py", "main.py");
    assert.match((await use.create(archive)).body.error, /twice/);
    assertNothingLeft();
  });

  it("refuses what unpacks to too much", async () => {
    const bomb = await zipOf({ "main.py": "", zeros: new Uint8Array(200_000) });
    assert.ok(bomb.length < 2_000);
    const { status, body } = await use.create(bomb);
    assert.equal(status, 413);
    assert.match(body.error, /unpacks to more/);
    assertNothingLeft();
  });

  it("refuses too many entries, and an archive that is too large itself", async () => {
    const many = Object.fromEntries(Array.from({ length: 60 }, (_, i) => [`f${i}`, ""]));
    assert.equal((await use.create(await zipOf({ "main.py": "", ...many }))).status, 413);
    assert.equal((await use.create(new Uint8Array(60_000))).status, 413);
    assertNothingLeft();
  });

  for (const [fields, named] of [
    [{ appName: " " }, "appName"],
    [{ memoryMB: "lots" }, "memoryMB"],
    [{ memoryMB: "32" }, "memoryMB"],
    [{ runtimeEnvironment: "php" }, "runtimeEnvironment"],
    [{ exposedViaWeb: "yes" }, "exposedViaWeb"],
    [{ mainFile: "" }, "mainFile"],
    [{ mainFile: "other.py" }, "other.py"],
    [{ mainFile: "../main.py" }, "../main.py"],
    [{ team: "nobody" }, "team"],
  ] as const) {
    it(`names what is wrong with ${JSON.stringify(fields)}`, async () => {
      const { status, body } = await use.create(await zipOf({ "main.py": "" }), fields);
      assert.equal(status, 400);
      assert.ok(body.error.includes(named), body.error);
      assertNothingLeft();
    });
  }

  it("refuses what is no complete form", async () => {
    const multipart = { "content-type": "multipart/form-data; boundary=x" };
    const cut = '--x\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\nabc';
    const answers = [
      await use.call("POST", "/v1/apps/create", {}),
      await use.call("POST", "/v1/apps/create"),
      await use.call("POST", "/v1/apps/create", cut, multipart),
      await use.call("POST", "/v1/apps/create", "nonsense", multipart),
      await use.call("POST", "/v1/apps/create", `--x--9name="\r\n\r\n--x--and more\r\n\r\n`, multipart),
      await use.call("POST", "/v1/apps/create", "", { "content-type": "multipart/form-data" }),
      await use.call("POST", "/v1/apps/create", fileForm("x", "a.zip", "archive")),
    ];
    for (const { status, body } of answers) {
      assert.equal(status, 400);
      assert.equal(typeof body.error, "string");
    }
    assertNothingLeft();
  });
});
