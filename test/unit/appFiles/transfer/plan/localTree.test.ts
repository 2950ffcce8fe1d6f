import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { readLocalTree } from "../../../../../src/appFiles/transfer/plan/localTree";
import { MemoryFolder } from "../../../../support/memoryFolder";

const never = new AbortController().signal;

function folderOf(...paths: string[]): MemoryFolder {
  const folder = new MemoryFolder();
  for (const path of paths) folder.put(path, path);
  return folder;
}

const treeOf = (folder: MemoryFolder, ...names: string[]) => {
  const sources = names.map((name) => ({ folder, name }));
  return readLocalTree(sources, never);
};
const read = async (folder: MemoryFolder, ...names: string[]) => {
  const tree = await treeOf(folder, ...names);
  return { ...tree, files: tree.files.map(({ path }) => path) };
};

describe("the selection for an upload", () => {
  it("has files, and folders with all their files, in order", async () => {
    const folder = folderOf("site/index.html", "site/css/b.css", "site/css/a.css", "x.txt");
    const tree = await treeOf(folder, "site", "x.txt");
    assert.deepEqual(
      tree.files.map(({ path, sizeBytes }) => [path, sizeBytes]),
      ["site/css/a.css", "site/css/b.css", "site/index.html", "x.txt"].map((path) => [path, path.length]),
    );
    assert.equal(new TextDecoder().decode(await tree.files[0]?.read()), "site/css/a.css");
    assert.deepEqual([tree.emptyFolders, tree.failed], [[], []]);
  });

  it("names empty folders, the innermost only", async () => {
    const folder = folderOf("site/full/a.txt");
    for (const path of ["site/empty", "site/outer/inner"]) folder.putFolder(path);
    assert.deepEqual((await read(folder, "site")).emptyFolders, ["site/empty", "site/outer/inner"]);
  });

  it("follows no link inside a folder, and names irregular entries", async () => {
    const folder = new MemoryFolder();
    folder.putLink("site/a");
    folder.putFolder("site/b", true);
    folder.putLink("site/c", "other");
    const { files, failed } = await read(folder, "site");
    assert.deepEqual(files, []);
    assert.deepEqual(failed, [
      { path: "site/a", problem: { kind: "link" } },
      { path: "site/b", problem: { kind: "link" } },
      { path: "site/c", problem: { kind: "special" } },
    ]);
  });

  it("follows a selected link to a file", async () => {
    const folder = new MemoryFolder();
    folder.putLink("latest.log");
    assert.deepEqual((await read(folder, "latest.log")).files, ["latest.log"]);
  });

  it("names unreadable and deleted files, and continues", async () => {
    const folder = folderOf("site/locked/x", "site/ok.txt");
    folder.unreadable.add("site/locked");
    const { files, failed } = await read(folder, "site", "gone.txt");
    assert.deepEqual(files, ["site/ok.txt"]);
    assert.deepEqual(
      failed.map(({ path, problem }) => [path, problem.kind]),
      [
        ["site/locked", "unreadable"],
        ["gone.txt", "unreadable"],
      ],
    );
  });

  it("has neither of two files with one name replace the other", async () => {
    const sources = [1, 2].map(() => ({ folder: folderOf("x.txt"), name: "x.txt" }));
    const { files, failed } = await readLocalTree(sources, never);
    assert.equal(files.length, 1);
    assert.deepEqual(failed, [{ path: "x.txt", problem: { kind: "duplicate" } }]);
  });

  it("stops when it is cancelled", async () => {
    const reason = new Error("cancelled");
    const sources = [{ folder: folderOf("a"), name: "a" }];
    await assert.rejects(readLocalTree(sources, AbortSignal.abort(reason)), reason);
  });
});
