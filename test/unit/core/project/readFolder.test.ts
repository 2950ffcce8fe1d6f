import assert from "node:assert/strict";
import { describe, it } from "mocha";
import type { FolderSource, SourceEntry } from "../../../../src/core/disk/folderSource";
import { chosenRule } from "../../../../src/core/project/folderRules";
import { linkRule, readFolder } from "../../../../src/core/project/readFolder";
import { maxFiles, TooManyFilesError } from "../../../../src/core/project/tooManyFiles";
import { emptyFiles } from "../../../support/fileTrees";
import { MemoryFolder } from "../../../support/memoryFolder";

const signal = new AbortController().signal;
const pathsOf = (items: readonly { readonly path: string }[]): string[] => items.map((item) => item.path);
const kindsOf = (items: readonly { readonly path: string; readonly kind: string }[]) =>
  items.map(({ path: name, kind }) => `${name} ${kind}`);
const choose = (choice: { excluded?: string[]; included?: string[] }) => ({
  choices: { excluded: new Set(choice.excluded), included: new Set(choice.included) },
});

describe("readFolder", () => {
  it("gives each file with its size, time and bytes", async () => {
    const folder = MemoryFolder.of({ "sub/empty.txt": "" });
    folder.put("main.py", "print()", 1_700_000_000_000);
    const { files, leftOut, problems } = await readFolder(folder, { signal });
    assert.deepEqual(
      files.map(({ path, sizeBytes }) => [path, sizeBytes]),
      [
        ["main.py", 7],
        ["sub/empty.txt", 0],
      ],
    );
    assert.equal(files[0]?.modifiedAt, 1_700_000_000_000);
    assert.equal(new TextDecoder().decode(await files[0]?.read()), "print()");
    assert.deepEqual([leftOut, problems], [[], []]);
  });

  it("says what it leaves out, by which rule of which file, and how large that is", async () => {
    const folder = MemoryFolder.of({
      ...{ ".gitignore": "*.log", "a.log": "12345", "web/.deployignore": "drafts/" },
      ...emptyFiles("web/drafts/a.md", "node_modules/x/index.js"),
    });
    const { leftOut } = await readFolder(folder, { signal });
    assert.deepEqual(leftOut, [
      { path: "a.log", isDirectory: false, sizeBytes: 5, rule: { source: ".gitignore", pattern: "*.log" } },
      { path: "node_modules", isDirectory: true, rule: { source: "defaults", pattern: "node_modules/" } },
      { path: "web/drafts", isDirectory: true, rule: { source: "web/.deployignore", pattern: "drafts/" } },
    ]);
  });

  it("leaves out a virtual environment of any name, but nothing of a folder that is one itself", async () => {
    const folder = MemoryFolder.of(emptyFiles("myenv/pyvenv.cfg", "myenv/lib/a.py", "main.py", "pyvenv.cfg"));
    const { files, leftOut } = await readFolder(folder, { signal });
    assert.deepEqual(pathsOf(files), ["main.py", "pyvenv.cfg"]);
    assert.deepEqual(pathsOf(leftOut), ["myenv/lib", "myenv/pyvenv.cfg"]);
    const { files: chosen } = await readFolder(folder, { signal, ...choose({ included: ["myenv"] }) });
    assert.equal(chosen.length, 4);
  });

  it("never follows a link, not out of the folder, not round in it, and says so", async () => {
    const folder = MemoryFolder.of({ "a.txt": "a", "sub/b.txt": "b" });
    folder.putFolder("out", true);
    folder.putLink("sub/file");
    folder.putFolder("sub/loop", true);
    folder.putLink("broken", "other");
    for (const choice of [{}, choose({ included: ["out", "sub/file"] })]) {
      const { files, leftOut } = await readFolder(folder, { signal, ...choice });
      assert.deepEqual(pathsOf(files), ["a.txt", "sub/b.txt"]);
      assert.deepEqual(pathsOf(leftOut), ["broken", "out", "sub/file", "sub/loop"]);
      assert.ok(leftOut.every(({ rule }) => rule === linkRule));
    }
  });

  it("reads a .deployignore as PowerShell writes it, and takes none with zero bytes for rules", async () => {
    const utf16 = (text: string) => new Uint8Array(Buffer.from(text, "utf16le"));
    const files = { "data/a.csv": "1", "main.py": "1" };
    const marked = MemoryFolder.of({ ...files, ".deployignore": utf16("\uFEFFdata/\r\n") });
    assert.deepEqual(pathsOf((await readFolder(marked, { signal })).files), [".deployignore", "main.py"]);
    const { problems } = await readFolder(
      MemoryFolder.of({ ...files, ".deployignore": utf16("data/\r\n") }),
      { signal },
    );
    assert.deepEqual(kindsOf(problems), [".deployignore rulesUnreadable"]);
  });

  it("keeps names unchanged, both Unicode forms of one accent too", async () => {
    const names = ["cafe\u0301.txt", "caf\u00e9.txt", "emoji 🎉 #%?.txt"];
    const { files } = await readFolder(MemoryFolder.of(emptyFiles(...names)), { signal });
    assert.deepEqual(pathsOf(files), names);
  });

  it("names a device, a name that an app cannot have and a file that is too large as problems", async () => {
    const folder = MemoryFolder.of({ "a\\b.txt": "", "large.bin": "123456", "small.bin": "12345" });
    const found = await folder.list("");
    folder.list = async () => [...found, { name: "pipe", type: "other", isLink: false }];
    const { files, problems } = await readFolder(folder, { signal, maxFileBytes: 5 });
    assert.deepEqual(pathsOf(files), ["small.bin"]);
    assert.deepEqual(kindsOf(problems), ["a\\b.txt badName", "large.bin tooLarge", "pipe special"]);
  });

  describe("with choices", () => {
    const folder = MemoryFolder.of({
      ".gitignore": "dist/\n*.log\n",
      ...emptyFiles("a.log", "main.js", "dist/app.js", "dist/app.log", "dist/deep/node_modules/x.js"),
      ...emptyFiles("dist/deep/b.js", "src/a.js", "src/b.js"),
    });
    const read = async (choice: Parameters<typeof choose>[0]) =>
      await readFolder(folder, { signal, ...choose(choice) });

    it("leaves out what was excluded, file and folder", async () => {
      const { files, leftOut } = await read({ excluded: ["main.js", "src"] });
      assert.deepEqual(pathsOf(files), [".gitignore"]);
      assert.deepEqual(pathsOf(leftOut.filter(({ rule }) => rule === chosenRule)), ["main.js", "src"]);
    });

    it("sends an included file, looks into the folder that is left out, and no further", async () => {
      const { files, leftOut } = await read({ included: ["dist/deep/b.js", "a.log"] });
      const others = [".gitignore", "main.js", "src/a.js", "src/b.js"];
      assert.deepEqual(pathsOf(files), ["a.log", "dist/deep/b.js", ...others].sort());
      assert.deepEqual(pathsOf(leftOut), ["dist/app.js", "dist/app.log", "dist/deep/node_modules"]);
      assert.ok(leftOut.every(({ rule }) => rule.pattern === "dist/"));
    });

    it("sends all that an included folder holds, except what was excluded in it", async () => {
      const { files, leftOut } = await read({ included: ["dist"], excluded: ["dist/deep"] });
      assert.deepEqual(
        pathsOf(files).filter((name) => name.startsWith("dist/")),
        ["dist/app.js", "dist/app.log"],
      );
      assert.deepEqual(pathsOf(leftOut), ["a.log", "dist/deep"]);
    });

    it("lets the choice nearest to a file decide", async () => {
      const { files } = await read({ excluded: ["src"], included: ["src/b.js"] });
      assert.deepEqual(pathsOf(files), [".gitignore", "main.js", "src/b.js"]);
    });
  });

  describe("in a folder that gives trouble", () => {
    const aFile = { type: "file", isLink: false, sizeBytes: 1, modifiedAt: 0 } as const;
    const entry = (name: string, type: SourceEntry["type"] = "file") => ({ name, type, isLink: false });
    const trouble = (list: FolderSource["list"]): FolderSource => ({
      ...{ list, stat: async () => aFile, read: async () => new Uint8Array() },
    });

    it("goes on past a folder that cannot be listed, a file that is gone and rules that cannot be read", async () => {
      const folder = MemoryFolder.of({
        "sub/.gitignore": "c.txt",
        "sub/c.txt": "",
        "b.txt": "",
        "locked/d": "",
      });
      for (const path of ["sub/.gitignore", "locked"]) folder.unreadable.add(path);
      const list = folder.list.bind(folder);
      folder.list = async (path) => [...(await list(path)), ...(path === "sub" ? [entry("gone.txt")] : [])];
      const { files, problems } = await readFolder(folder, { signal });
      assert.deepEqual(pathsOf(files), ["b.txt", "sub/.gitignore", "sub/c.txt"]);
      assert.deepEqual(kindsOf(problems), [
        ...["locked unreadable", "sub/.gitignore rulesUnreadable", "sub/gone.txt vanished"],
      ]);
    });

    it("does not take a file that became a folder, or a link, for the file", async () => {
      const folder = MemoryFolder.of({ "folder/x": "" });
      folder.putLink("link");
      folder.list = async () => [entry("folder"), entry("link")];
      const { files, problems, leftOut } = await readFolder(folder, { signal });
      assert.deepEqual(files, []);
      assert.deepEqual(problems, [{ path: "folder", kind: "vanished" }]);
      assert.deepEqual(pathsOf(leftOut), ["link"]);
    });

    it("ends in a folder that holds itself without being a link", async () => {
      const source = trouble(async () => [entry("a.txt"), entry("again", "directory")]);
      const { files, problems } = await readFolder(source, { signal });
      assert.equal(files.length, 201);
      assert.match(String(kindsOf(problems)), /^\S+ tooDeep$/);
    });

    it("stops at a folder with more files than an app has", async () => {
      const entries = Array.from({ length: maxFiles + 1 }, (_, index) => entry(`${index}`));
      const source = trouble(async () => entries);
      const unseen = { ...source, stat: () => assert.fail("a file was looked at") };
      await assert.rejects(readFolder(unseen, { signal }), TooManyFilesError);
    });

    it("fails when the folder itself cannot be listed", async () => {
      const source = trouble(() => Promise.reject(new Error("gone")));
      await assert.rejects(readFolder(source, { signal }), /gone/);
    });

    it("stops with the reason when it is cancelled", async () => {
      const controller = new AbortController();
      const reason = new Error("stop");
      const source = trouble(async (folder) => {
        if (folder === "again") controller.abort(reason);
        return [entry("again", "directory")];
      });
      await assert.rejects(readFolder(source, { signal: controller.signal }), reason);
    });

    it("lists folders and looks at files several at a time, not all at once", async () => {
      let inFlight = 0;
      let most = 0;
      const counted = async <T>(result: T): Promise<T> => {
        most = Math.max(most, ++inFlight);
        await new Promise((resolve) => setImmediate(resolve));
        inFlight--;
        return result;
      };
      const folders = Array.from({ length: 100 }, (_, index) => entry(`d${index}`, "directory"));
      const files = Array.from({ length: 5 }, (_, index) => entry(`f${index}`));
      const source = trouble((folder) => counted(folder === "" ? folders : files));
      source.stat = () => counted(aFile);
      assert.equal((await readFolder(source, { signal })).files.length, 500);
      assert.equal(most, 16);
    });
  });
});
