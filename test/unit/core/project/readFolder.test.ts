import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync, utimesSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, describe, it } from "mocha";
import type { FolderSource, SourceEntry } from "../../../../src/core/disk/folderSource";
import { chosenRule } from "../../../../src/core/project/folderRules";
import {
  type FolderContents,
  linkRule,
  maxFiles,
  type ReadFolderOptions,
  readFolder,
  TooManyFilesError,
} from "../../../../src/core/project/readFolder";
import { diskSource, emptyFiles, writeTree } from "../../../support/diskSource";
import { removeTemporaryFolder, temporaryFolder } from "../../../support/temporaryFolder";

const signal = new AbortController().signal;
const pathsOf = (items: readonly { readonly path: string }[]): string[] => items.map((item) => item.path);
const kindsOf = (items: readonly { readonly path: string; readonly kind: string }[]) =>
  items.map(({ path: name, kind }) => `${name} ${kind}`);
const choose = (choice: { excluded?: string[]; included?: string[] }) => ({
  excluded: new Set(choice.excluded),
  included: new Set(choice.included),
});

describe("readFolder", () => {
  let root: string;
  beforeEach(() => {
    root = temporaryFolder("read");
  });
  afterEach(() => removeTemporaryFolder(root));

  const read = async (options: Partial<ReadFolderOptions> = {}): Promise<FolderContents> =>
    await readFolder(diskSource(root), { signal, ...options });

  it("gives each file with its size, time and bytes", async () => {
    writeTree(root, { "main.py": "print()", "sub/empty.txt": "" });
    utimesSync(path.join(root, "main.py"), 1_700_000_000, 1_700_000_000);
    const { files, leftOut, problems } = await read();
    assert.deepEqual(
      [pathsOf(files), files.map(({ sizeBytes }) => sizeBytes)],
      [
        ["main.py", "sub/empty.txt"],
        [7, 0],
      ],
    );
    assert.equal(files[0]?.modifiedAt, 1_700_000_000_000);
    assert.equal(new TextDecoder().decode(await files[0]?.read()), "print()");
    assert.deepEqual([leftOut, problems], [[], []]);
  });

  it("says what it leaves out, by which rule of which file, and how large that is", async () => {
    writeTree(root, {
      ".gitignore": "*.log",
      "a.log": "12345",
      "web/.deployignore": "drafts/",
      "web/drafts/a.md": "",
      "node_modules/x/index.js": "",
    });
    const { leftOut } = await read();
    assert.deepEqual(leftOut, [
      { path: "a.log", isDirectory: false, sizeBytes: 5, rule: { source: ".gitignore", pattern: "*.log" } },
      { path: "node_modules", isDirectory: true, rule: { source: "defaults", pattern: "node_modules/" } },
      { path: "web/drafts", isDirectory: true, rule: { source: "web/.deployignore", pattern: "drafts/" } },
    ]);
  });

  it("never follows a link, not out of the folder, not round in it, and says so", async () => {
    const outside = temporaryFolder("outside");
    writeTree(outside, { "secret.txt": "x" });
    writeTree(root, { "a.txt": "a", "sub/b.txt": "b" });
    symlinkSync(outside, path.join(root, "out"));
    symlinkSync(path.join(outside, "secret.txt"), path.join(root, "sub", "file"));
    symlinkSync("..", path.join(root, "sub", "loop"));
    symlinkSync("nowhere", path.join(root, "broken"));
    const choices = choose({ included: ["out", "sub/file"] });
    for (const found of [await read(), await read({ choices })]) {
      assert.deepEqual(pathsOf(found.files), ["a.txt", "sub/b.txt"]);
      assert.deepEqual(
        found.leftOut.map(({ path: name, rule }) => [name, rule]),
        ["broken", "out", "sub/file", "sub/loop"].map((name) => [name, linkRule]),
      );
    }
    removeTemporaryFolder(outside);
  });

  it("keeps names as they are, two spellings of one accent too", async () => {
    const names = ["caf\u00e9.txt", "cafe\u0301.txt", "emoji 🎉 #%?.txt"].sort((a, b) => (a < b ? -1 : 1));
    writeTree(root, Object.fromEntries(names.map((name) => [name, name])));
    assert.deepEqual(pathsOf((await read()).files), names);
  });

  it("names a device, a name that an app cannot have and a file that is too large as problems", async () => {
    writeTree(root, { "a\\b.txt": "", "large.bin": "123456", "small.bin": "12345" });
    execFileSync("mkfifo", [path.join(root, "pipe")]);
    const { files, problems } = await read({ maxFileBytes: 5 });
    assert.deepEqual(pathsOf(files), ["small.bin"]);
    assert.deepEqual(kindsOf(problems), ["a\\b.txt badName", "large.bin tooLarge", "pipe special"]);
  });

  describe("with choices", () => {
    beforeEach(() => {
      writeTree(root, {
        ".gitignore": "dist/\n*.log\n",
        ...emptyFiles("a.log", "main.js", "dist/app.js", "dist/app.log", "dist/deep/node_modules/x.js"),
        ...emptyFiles("dist/deep/b.js", "src/a.js", "src/b.js"),
      });
    });

    it("leaves out what was excluded, file and folder", async () => {
      const { files, leftOut } = await read({ choices: choose({ excluded: ["main.js", "src"] }) });
      assert.deepEqual(pathsOf(files), [".gitignore"]);
      assert.deepEqual(pathsOf(leftOut.filter(({ rule }) => rule === chosenRule)), ["main.js", "src"]);
    });

    it("sends an included file, looks into the folder that is left out, and no further", async () => {
      const { files, leftOut } = await read({ choices: choose({ included: ["dist/deep/b.js", "a.log"] }) });
      const others = [".gitignore", "main.js", "src/a.js", "src/b.js"];
      assert.deepEqual(pathsOf(files), ["a.log", "dist/deep/b.js", ...others].sort());
      assert.deepEqual(pathsOf(leftOut), ["dist/app.js", "dist/app.log", "dist/deep/node_modules"]);
      assert.ok(leftOut.every(({ rule }) => rule.pattern === "dist/"));
    });

    it("sends all that an included folder holds, except what was excluded in it", async () => {
      const choices = choose({ included: ["dist"], excluded: ["dist/deep"] });
      const { files, leftOut } = await read({ choices });
      assert.deepEqual(
        pathsOf(files).filter((name) => name.startsWith("dist/")),
        ["dist/app.js", "dist/app.log"],
      );
      assert.deepEqual(pathsOf(leftOut), ["a.log", "dist/deep"]);
    });

    it("lets the choice nearest to a file decide", async () => {
      const choices = choose({ excluded: ["src"], included: ["src/b.js"] });
      assert.deepEqual(pathsOf((await read({ choices })).files), [".gitignore", "main.js", "src/b.js"]);
    });
  });

  describe("in a folder that gives trouble", () => {
    const aFile = { type: "file", isLink: false, sizeBytes: 1, modifiedAt: 0 } as const;
    const entry = (name: string, type: SourceEntry["type"] = "file") => ({ name, type, isLink: false });
    const trouble = (changes: Partial<FolderSource>): FolderSource => ({ ...diskSource(root), ...changes });

    it("goes on past a folder that cannot be listed, a file that is gone and rules that cannot be read", async () => {
      writeTree(root, { ".gitignore": "b.txt", "a.txt": "", "b.txt": "", "sub/c.txt": "" });
      mkdirSync(path.join(root, "locked"));
      const disk = diskSource(root);
      const source = trouble({
        list: async (folder) => {
          if (folder === "locked") throw new Error("no permission");
          return folder === "sub" ? [entry("c.txt"), entry("gone.txt")] : await disk.list(folder);
        },
        read: async (file) => {
          if (file === ".gitignore") throw new Error("no permission");
          return await disk.read(file);
        },
      });
      const { files, problems } = await readFolder(source, { signal });
      assert.deepEqual(pathsOf(files), [".gitignore", "a.txt", "b.txt", "sub/c.txt"]);
      assert.deepEqual(kindsOf(problems), [
        ...[".gitignore rulesUnreadable", "locked unreadable", "sub/gone.txt vanished"],
      ]);
    });

    it("does not take a file that became a folder, or a link, for the file", async () => {
      writeTree(root, { "folder/x": "", target: "" });
      symlinkSync("target", path.join(root, "link"));
      const source = trouble({ list: async () => [entry("folder"), entry("link")] });
      const { files, problems, leftOut } = await readFolder(source, { signal });
      assert.deepEqual(files, []);
      assert.deepEqual(problems, [{ path: "folder", kind: "vanished" }]);
      assert.deepEqual(pathsOf(leftOut), ["link"]);
    });

    it("ends in a folder that holds itself without being a link", async () => {
      const stat = async () => aFile;
      const source = trouble({ list: async () => [entry("a.txt"), entry("again", "directory")], stat });
      const { files, problems } = await readFolder(source, { signal });
      assert.equal(files.length, 201);
      assert.match(String(kindsOf(problems)), /^\S+ tooDeep$/);
    });

    it("stops at a folder with more files than an app has", async () => {
      const entries = Array.from({ length: maxFiles + 1 }, (_, index) => entry(`${index}`));
      const source = trouble({ list: async () => entries });
      await assert.rejects(readFolder(source, { signal }), TooManyFilesError);
    });

    it("fails when the folder itself cannot be listed", async () => {
      const source = trouble({ list: () => Promise.reject(new Error("gone")) });
      await assert.rejects(readFolder(source, { signal }), /gone/);
    });

    it("stops with the reason when it is cancelled", async () => {
      const controller = new AbortController();
      const reason = new Error("stop");
      const list = async (folder: string) => {
        if (folder === "again") controller.abort(reason);
        return [entry("again", "directory")];
      };
      await assert.rejects(readFolder(trouble({ list }), { signal: controller.signal }), reason);
    });

    it("lists folders and looks at files several at a time, not all at once", async () => {
      let underWay = 0;
      let most = 0;
      const counted = async <T>(result: T): Promise<T> => {
        most = Math.max(most, ++underWay);
        await new Promise((resolve) => setImmediate(resolve));
        underWay--;
        return result;
      };
      const folders = Array.from({ length: 100 }, (_, index) => entry(`d${index}`, "directory"));
      const files = Array.from({ length: 5 }, (_, index) => entry(`f${index}`));
      const source = trouble({
        list: (folder) => counted(folder === "" ? folders : files),
        stat: () => counted(aFile),
      });
      assert.equal((await readFolder(source, { signal })).files.length, 500);
      assert.equal(most, 16);
    });
  });
});
