// Archives of new apps: good, broken and hostile ones.
import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import JSZip from "jszip";
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

  it("unpacks the archive with its folders", async () => {
    const archive = await zipOf({ "main.py": "print(1)\n", "pkg/data/ä.txt": "ü", "wrap/x": "" });
    const { status, body } = await use.create(archive, { exposedViaWeb: "true", memoryMB: "512" });
    assert.equal(status, 200);
    assert.deepEqual([body.exposedViaWeb, body.allocatedMemoryMB, body.name], [true, 512, "Test app"]);
    assert.equal(readFileSync(join(use.emulator.appFolder(body._id), "pkg/data/ä.txt"), "utf8"), "ü");
    assert.deepEqual(readdirSync(join(use.dataDir, "tmp")), []);
  });

  it("keeps a single top-level folder", async () => {
    const archive = await zipOf({ "root/main.py": "" });
    assert.match((await use.create(archive)).body.error, /main file "main\.py"/);
    assert.equal((await use.create(archive, { mainFile: "root/main.py" })).status, 200);
  });

  it("accepts the file before or after the fields", async () => {
    const form = createForm(await zipOf({ "main.py": "" }));
    const fieldsFirst = new FormData();
    const entries = [...form.entries()].reverse();
    for (const [name, value] of entries) {
      if (typeof value === "string") fieldsFirst.append(name, value);
      else fieldsFirst.append(name, value, "app.zip");
    }
    assert.equal((await use.call("POST", "/v1/apps/create", fieldsFirst)).status, 200);
  });

  const small = (more: Record<string, string | Uint8Array>) => zipOf({ "main.py": "", ...more });
  const long = () => zipOf({ "main.py": "x".repeat(1000) });
  /** With a wrong checksum of its last entry. */
  async function damaged(): Promise<Uint8Array> {
    const archive = Buffer.from(await small({ "data.bin": "x".repeat(50) }));
    const central = archive.lastIndexOf(Buffer.from([0x50, 0x4b, 0x01, 0x02]));
    archive.writeUInt32LE((archive.readUInt32LE(central + 16) ^ 1) >>> 0, central + 16);
    return archive;
  }
  function foldersWithoutEntries(): Promise<Uint8Array> {
    const zip = new JSZip();
    for (let index = 0; index < 20; index++) zip.file(`a${index}/b/c/d/x`, "", { createFolders: false });
    return zip.generateAsync({ type: "uint8array" });
  }
  const refused: Record<
    string,
    [archive: () => Uint8Array | Promise<Uint8Array>, says: RegExp, status?: 413]
  > = {
    "a text": [() => Buffer.from("hello"), /isn't a zip archive/],
    "an empty file": [() => new Uint8Array(), /isn't a zip archive/],
    "a gzip file": [() => Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0]), /isn't a zip archive/],
    "half an archive": [async () => (await long()).slice(0, (await long()).length / 2), /./],
    "broken bytes": [async () => Buffer.from(await long()).fill(0xee, 40, 50), /./],
    "content with a wrong checksum": [damaged, /"data\.bin" in the archive is damaged/],
    "a link": [() => zipWithLink("link", "/etc"), /link/],
    "one name twice": [
      async () => renameInside(await small({ "mine.py": "2" }), "mine.py", "main.py"),
      /twice/,
    ],
    "content that unpacks to too much": [
      () => small({ zeros: new Uint8Array(200_000) }),
      /unpacks to more/,
      413,
    ],
    "too many entries": [
      () => small(Object.fromEntries(Array.from({ length: 60 }, (_, i) => [`f${i}`, ""]))),
      /./,
      413,
    ],
    "folders without an entry": [foldersWithoutEntries, /folders/, 413],
    "too large an archive": [() => new Uint8Array(60_000), /./, 413],
  };
  for (const evil of [
    "../../evil",
    "/tmp/evilx",
    "a/../../ev",
    "aa\\..\\..\\b",
    "ab\0cdefghi",
    "C:/evilevi",
    "./../evilx",
  ])
    refused[`the name ${JSON.stringify(evil)}`] = [
      async () => renameInside(await small({ placeholdr: "x" }), "placeholdr", evil),
      /./,
    ];
  for (const [what, [archive, says, status = 400]] of Object.entries(refused))
    it(`refuses ${what}`, async () => {
      const answer = await use.create(await archive());
      assert.equal(answer.status, status, answer.body.error);
      assert.match(answer.body.error, says);
      assertNothingLeft();
      assert.equal(existsSync(join(use.dataDir, "..", "evil")), false);
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
    it(`names the error in ${JSON.stringify(fields)}`, async () => {
      const { status, body } = await use.create(await zipOf({ "main.py": "" }), fields);
      assert.equal(status, 400);
      assert.ok(body.error.includes(named), body.error);
      assertNothingLeft();
    });
  }

  it("refuses an incomplete form", async () => {
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
