import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { planUpload } from "../../../../../src/appFiles/transfer/plan/planUpload";
import { baseOf, type TransferRow } from "../../../../../src/appFiles/transfer/plan/transferPlan";
import { ServiceError } from "../../../../../src/core/errors/serviceError";
import type { FileEntry } from "../../../../../src/core/model/model";

const never = new AbortController().signal;
const entry = (name: string, type: FileEntry["type"]): FileEntry => ({
  name,
  type,
  sizeBytes: 1,
  createdAt: 1,
  modifiedAt: 1,
});
const app: Record<string, FileEntry[]> = {
  "/": [entry("site", "directory"), entry("a.txt", "file"), entry("socket", "other"), entry("link", "other")],
  "/site": [entry("index.html", "file"), entry("css", "directory"), entry("logo", "file")],
  "/site/css": [],
};
const listed: string[] = [];
const files = {
  list: async (directory: string) => {
    listed.push(directory);
    const entries = app[directory];
    if (!entries) throw new ServiceError("notFound", directory);
    return { entries: new Map(entries.map((each) => [each.name, each])), hidden: 0, askedAt: 7 };
  },
};
const tree = (paths: string[], emptyFolders: string[]) => ({
  files: paths.map((path) => ({ path, sizeBytes: 1, read: async () => new Uint8Array(1) })),
  emptyFolders,
  failed: [],
});
const plan = (paths: string[], emptyFolders: string[] = [], target = "/") => {
  listed.length = 0;
  return planUpload(tree(paths, emptyFolders), target, files, never);
};
const possible = (rows: readonly TransferRow[]) =>
  rows.filter(({ kind }) => kind !== "blocked").map(({ path, kind }) => [path, kind]);
const kinds = (rows: readonly TransferRow[]) =>
  rows.filter(({ kind }) => kind === "blocked").map(({ path, reason }) => `${path} ${reason?.kind}`);

describe("the plan of an upload", () => {
  it("tells new files from existing ones, in the order of selection", async () => {
    const { rows } = await plan(["site/index.html", "site/new.html", "a.txt"]);
    assert.deepEqual(possible(rows), [
      ["/site/index.html", "changed"],
      ["/site/new.html", "added"],
      ["/a.txt", "changed"],
    ]);
    assert.deepEqual(kinds(rows), []);
    const [there, missing] = rows.map(baseOf);
    assert.deepEqual([there?.kind, missing?.kind], ["version", "absent"]);
  });

  it("lists each existing folder once, and nothing without a selection", async () => {
    await plan(["a.txt", "site/index.html", "site/new.html", "site/css/x", "new/x/y", "new/z"]);
    assert.deepEqual(listed, ["/", "/site", "/site/css"]);
    await plan([]);
    assert.deepEqual(listed, []);
  });

  it("lists a missing folder and its parents, and nothing below it", async () => {
    const { rows } = await plan(["x.txt", "sub/y.txt"], [], "/not/yet");
    assert.deepEqual(possible(rows), [
      ["/not/yet/x.txt", "added"],
      ["/not/yet/sub/y.txt", "added"],
    ]);
    assert.deepEqual(listed, ["/not/yet", "/not", "/"]);
  });

  it("lists nothing for many folders below a missing one", async () => {
    await plan(["a", "b", "c", "d"].map((folder) => `new/${folder}/x.txt`));
    assert.deepEqual(listed, ["/new", "/"]);
    const offline = { list: () => Promise.reject(new ServiceError("network", "GET")) };
    listed.length = 0;
    await assert.rejects(planUpload(tree(["deep/er/x.txt"], []), "/", offline, never), { kind: "network" });
  });

  it("lists a deep folder without its parents", async () => {
    await plan(["x.css"], [], "/site/css");
    assert.deepEqual(listed, ["/site/css"]);
  });

  it("plans no file over a folder, below a file, or over an irregular entry", async () => {
    const { rows } = await plan(["site/css", "a.txt/x", "site/logo/deep/x", "socket", "link/x"]);
    assert.deepEqual(possible(rows), []);
    assert.deepEqual(kinds(rows), [
      "/site/css isFolderInApp",
      "/a.txt/x obstacle",
      "/site/logo/deep/x obstacle",
      "/socket isSpecialInApp",
      "/link/x obstacle",
    ]);
  });

  it("names files that the service cannot store before sending", async () => {
    const { rows } = await plan(['say "x".txt', "a\\b/c.txt", "fine.txt"], ["bad\\name"]);
    assert.deepEqual(possible(rows), [["/fine.txt", "added"]]);
    assert.deepEqual(kinds(rows), ['/say "x".txt badName', "/a\\b/c.txt badName", "/bad\\name badName"]);
  });

  it("does not upload a file below another selected file", async () => {
    const { rows } = await plan(["x", "x/inside.txt"]);
    assert.deepEqual(kinds(rows), ["/x/inside.txt duplicate"]);
  });

  it("creates missing empty folders, parents first", async () => {
    const { rows, folders } = await plan([], ["site/css", "site/new/inner", "logs", "a.txt"]);
    assert.deepEqual(folders, ["/site/new", "/site/new/inner", "/logs"]);
    assert.deepEqual(kinds(rows), ["/a.txt obstacle"]);
  });

  it("rejects when the app cannot be listed: no file may count as new", async () => {
    const failing = { list: () => Promise.reject(new Error("down")) };
    await assert.rejects(planUpload(tree(["a.txt"], []), "/", failing, never), { message: "down" });
  });
});
